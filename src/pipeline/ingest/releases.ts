import { z } from 'zod'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import { liveEntriesOf } from '#changelog/entries/store.ts'
import { refreshPlaces } from '#changelog/ledger/places.ts'
import { schedulePolicyRun } from '#changelog/publishing/policy-job.ts'
import type { Instant } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { Tx } from '#platform/db/schema.ts'
import { defineJob, handleJob, type RegisteredJob } from '#platform/jobs/job.ts'
import { enqueueOnce } from '#platform/jobs/queue.ts'
import { defineRecurringJob, type RecurringJob } from '#platform/jobs/recurring.ts'
import { clip, safeLine } from '#platform/text.ts'
import { findSource, listSources, type Source } from '#pulls/connections/sources.ts'
import { HostFailure } from '#pulls/hosts/host-failure.ts'
import { repositoryById } from '#pulls/repositories.ts'
import {
  markShipmentsChecked,
  nextUnshippedPulls,
  oldestUnshippedMerge,
  type StoredShipment,
  storeShipments,
  type UnshippedPull,
} from '#pulls/shipments.ts'
import type { HostJobContext } from './host-requests.ts'
import { askHost } from './host-requests.ts'

const shipAllJob = defineRecurringJob('ship all')

/** Looks for the releases or tags of one source. */
export const shipJob = defineJob({
  name: 'ship',
  payload: z.object({ sourceId: z.string() }),
  attempts: 5,
})

const EVERY_MS = 10 * 60_000
const TAG_KEPT = 200
/** Waiting merges that are looked at together. */
const AT_A_TIME = 500
/** The time of a tag is its commit's, which may lie somewhat before the host's time of the merge. */
const SLACK_MS = 60 * 60_000
/** GitLab answers 400 where others answer 404. */
const UNKNOWN_COMMIT = [400, 404, 422]

/** Looks for releases that hold what waits for its release. */
export const shipAll = ({ db, mover }: HostJobContext): RecurringJob => ({
  definition: shipAllJob,
  everyMs: EVERY_MS,
  async run() {
    const waiting = await repositoriesThatWait(db)
    const sources = (await listSources(db.read, {})).filter(
      source => source.state === 'active' && waiting.has(source.repositoryId),
    )
    return async tx => {
      for (const { id, accountId } of sources)
        await enqueueOnce(tx, mover, shipJob, { accountId, payload: { sourceId: id } })
    }
  },
})

async function repositoriesThatWait(db: Database): Promise<Set<string>> {
  const rows = await db.read
    .selectFrom('repository')
    .select('id')
    .where('announce_on', '!=', 'merge')
    .execute()
  return new Set(rows.map(row => row.id))
}

export const shipJobs = (parts: HostJobContext): RegisteredJob =>
  handleJob(shipJob, {
    async run({ sourceId }, { signal }) {
      const source = await findSource(parts.db.read, sourceId)
      if (source) await trackReleases(parts, source, signal)
      return async () => {}
    },
  })

/**
 * Lists the releases or tags once, and looks for the waiting merges in those that they were not looked for in yet. What is found is
 * written release by release, so that a round that is cut off goes on where it was.
 */
async function trackReleases(parts: HostJobContext, source: Source, signal: AbortSignal): Promise<void> {
  const { db } = parts
  const { announceOn } = await repositoryById(db.read, source.repositoryId)
  const oldest = announceOn === 'merge' ? null : await oldestUnshippedMerge(db.read, source)
  if (announceOn === 'merge' || oldest === null) return
  const listed = await askHost(parts, source, host =>
    host.shipments(source.repo, announceOn, oldest - SLACK_MS),
  )
  if (!listed || listed.length === 0) return
  const shipments = await db.write(tx => storeShipments(tx, source.repositoryId, announceOn, listed))
  const seq = shipments.at(-1)?.seq ?? 0
  const check: ReleaseCheck = { parts, source, signal, unknown: new Set() }
  let page: UnshippedPull[]
  let cursor: UnshippedPull | null = null
  do {
    page = await nextUnshippedPulls(db.read, source, { seq, cursor, limit: AT_A_TIME })
    await checkPage(check, shipments, page)
    cursor = page.at(-1) ?? null
  } while (page.length === AT_A_TIME)
}

interface ReleaseCheck {
  parts: HostJobContext
  source: Source
  signal: AbortSignal
  /** Commits that the host does not know. */
  unknown: Set<string>
}

async function checkPage(
  check: ReleaseCheck,
  shipments: readonly StoredShipment[],
  page: readonly UnshippedPull[],
): Promise<void> {
  const { parts, source } = check
  let waiting = page
  for (const shipment of shipments) {
    const open = waiting.filter(pull => pull.checkedTo < shipment.seq)
    if (open.length === 0) continue
    const held = new Set(await pullsInRelease(check, shipment, open))
    const missing = open.filter(pull => !held.has(pull)).map(({ id }) => id)
    const found = [...held].map(({ id }) => ({ id, at: shipment.at, tag: shipment.tag }))
    await parts.db.write(async tx => {
      await markShipped(tx, parts.mover, source.accountId, found)
      await markShipmentsChecked(tx, missing, shipment.seq)
    })
    waiting = waiting.filter(pull => !held.has(pull))
  }
}

/** Those that the shipment holds. Branches ship in any order, but within one whoever has a merge has all before it. */
async function pullsInRelease(
  check: ReleaseCheck,
  shipment: StoredShipment,
  pulls: readonly UnshippedPull[],
): Promise<UnshippedPull[]> {
  const possible = pulls.filter(({ mergedAt }) => mergedAt <= shipment.at + SLACK_MS)
  const held: UnshippedPull[] = []
  for (const branch of Map.groupBy(possible, ({ id, baseBranch }) => baseBranch ?? id).values())
    held.push(...(await pullsInReleaseOfBranch(check, shipment, branch)))
  return held
}

/** Of merges in the order in which they were merged, finds the last one that is held by halving. */
async function pullsInReleaseOfBranch(
  check: ReleaseCheck,
  shipment: StoredShipment,
  branch: readonly UnshippedPull[],
): Promise<UnshippedPull[]> {
  const known = branch.filter(({ commit }) => !check.unknown.has(commit))
  let [held, end] = [0, known.length]
  while (held < end) {
    const middle = Math.floor((held + end) / 2)
    const commit = known[middle]?.commit ?? ''
    const isHeld = await isInRelease(check, shipment, commit)
    if (isHeld) held = middle + 1
    else end = middle
    if (isHeld !== null) continue
    // Nothing follows from a commit that is lost: the rest is searched without it.
    check.unknown.add(commit)
    return pullsInReleaseOfBranch(check, shipment, branch)
  }
  return known.slice(0, held)
}

/** Null where the host does not know the commit, as after a push that replaced it. */
function isInRelease(
  { parts, source, signal }: ReleaseCheck,
  shipment: StoredShipment,
  commit: string,
): Promise<boolean | null> {
  signal.throwIfAborted()
  return askHost(parts, source, async host => {
    try {
      return await host.contains(source.repo, shipment, commit)
    } catch (error) {
      if (error instanceof HostFailure && UNKNOWN_COMMIT.includes(error.status ?? 0)) return null
      throw error
    }
  })
}

/** A merge that a release or tag holds. */
interface ShippedPull {
  id: string
  at: Instant
  tag: string
}

/** Their drafts are told from now on like any others, and the account's policy may publish them. */
export async function markShipped(
  tx: Tx,
  mover: EntryContext,
  accountId: string,
  shipped: readonly ShippedPull[],
): Promise<void> {
  if (shipped.length === 0) return
  for (const { id, at, tag } of shipped) {
    const shipment = { shipped_at: at, shipped_in: clip(safeLine(tag), TAG_KEPT) }
    await tx.updateTable('pull_request').set(shipment).where('id', '=', id).execute()
  }
  const ids = shipped.map(({ id }) => id)
  await refreshPlaces(tx, ids)
  const entries = [...(await liveEntriesOf(tx, ids)).values()].map(entry => entry.id)
  await schedulePolicyRun(tx, mover, accountId, [...new Set(entries)])
}
