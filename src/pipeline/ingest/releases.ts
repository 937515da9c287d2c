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
import type { ShipmentKind } from '#pulls/hosts/code-host.ts'
import { HostFailure } from '#pulls/hosts/host-failure.ts'
import { endWait, releasedBranches, trackMerges } from '#pulls/repositories/released-branches.ts'
import { type Repository, repositoryById } from '#pulls/repositories/repositories.ts'
import {
  markShipmentsChecked,
  nextUnshippedPulls,
  oldestUnshippedMerge,
  type StoredShipment,
  storeShipments,
  type UnshippedPull,
  unlandedPulls,
} from '#pulls/shipments.ts'
import type { PipelineContext } from './host-requests.ts'
import { askHost } from './host-requests.ts'

const shipAllJob = defineRecurringJob('ship all')

/** The job that finds the pull requests of one source that are contained in its releases, its tags or its released branches. */
export const shipJob = defineJob({
  name: 'ship',
  payload: z.object({ sourceId: z.string() }),
  attempts: 5,
})

const EVERY_MS = 10 * 60_000
const MAX_TAG_LENGTH = 200
const PAGE_SIZE = 500
/**
 * How much a tag may be older than a merge that it contains. A tag has the time of its commit, which can be
 * before the merge time that the host reports.
 */
const CLOCK_SKEW_MS = 60 * 60_000
/**
 * For how long the host is asked whether a released branch contains a merge. After that, only a pull request or a person can end the wait.
 */
const ASKED_FOR_MS = 90 * 86_400_000
const MOST_ASKED = 100
/** The statuses for unknown commits. GitLab answers 400 where other hosts answer 404. */
const UNKNOWN_COMMIT_STATUSES = [400, 404, 422]

/** Enqueues a job for each source with repositories that announce on release or tag, or have merges that wait for their branch. */
export const shipAll = ({ db, action }: PipelineContext): RecurringJob => ({
  definition: shipAllJob,
  everyMs: EVERY_MS,
  async run() {
    const repositories = await repositoriesAnnouncingLater(db)
    const sources = (await listSources(db.read, {})).filter(
      source => source.state === 'active' && repositories.has(source.repositoryId),
    )
    return async tx => {
      for (const { id, accountId } of sources)
        await enqueueOnce(tx, action, shipJob, { accountId, payload: { sourceId: id } })
    }
  },
})

async function repositoriesAnnouncingLater(db: Database): Promise<Set<string>> {
  const rows = await db.read
    .selectFrom('repository')
    .select('id')
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('announce_on', '!=', 'merge'),
        exists(
          selectFrom('pull_request')
            .select('pull_request.id')
            .whereRef('repository_id', '=', 'repository.id')
            .where('waits_for_merge', '=', 1),
        ),
      ]),
    )
    .execute()
  return new Set(rows.map(row => row.id))
}

export const shipJobs = (context: PipelineContext): RegisteredJob =>
  handleJob(shipJob, {
    async run({ sourceId }, { signal }) {
      const source = await findSource(context.db.read, sourceId)
      if (!source) return async () => {}
      const repository = await repositoryById(context.db.read, source.repositoryId)
      if (repository.announceOn === 'merge') await trackBranches(context, source, repository, signal)
      else await trackReleases(context, source, { ...repository, announceOn: repository.announceOn }, signal)
      return async () => {}
    },
  })

/**
 * Lists the releases or tags once, then checks unshipped pull requests against those that they have not been
 * checked against. Results are stored release by release, so an interrupted run continues where it stopped.
 */
async function trackReleases(
  context: PipelineContext,
  source: Source,
  { announceOn }: { announceOn: ShipmentKind },
  signal: AbortSignal,
): Promise<void> {
  const { db } = context
  const oldest = await oldestUnshippedMerge(db.read, source)
  if (oldest === null) return
  const listed = await askHost(context, source, host =>
    host.shipments(source.repo, announceOn, oldest - CLOCK_SKEW_MS),
  )
  if (!listed || listed.length === 0) return
  const shipments = await db.write(tx => storeShipments(tx, source.repositoryId, announceOn, listed))
  const seq = shipments.at(-1)?.seq ?? 0
  const check: ReleaseCheck = { context, source, signal, unknown: new Set() }
  let page: UnshippedPull[]
  let cursor: UnshippedPull | null = null
  do {
    page = await nextUnshippedPulls(db.read, source, { seq, cursor, limit: PAGE_SIZE })
    await checkPage(check, shipments, page)
    cursor = page.at(-1) ?? null
  } while (page.length === PAGE_SIZE)
}

/**
 * Ends the wait of merges whose branch is now released, or reached a released one without a pull request. The
 * host is asked only about the newest ones, so that branches that are never merged cost little.
 */
async function trackBranches(
  context: PipelineContext,
  source: Source,
  repository: Repository,
  signal: AbortSignal,
): Promise<void> {
  const { db, action } = context
  const now = action.clock.now()
  const waiting = await unlandedPulls(db.read, repository.id, {
    since: now - ASKED_FOR_MS,
    limit: MOST_ASKED,
  })
  const landed = new Set<UnshippedPull>()
  for (const branch of (await releasedBranches(db.read, repository, now)) ?? []) {
    const check: ReleaseCheck = { context, source, signal, unknown: new Set() }
    const shipment = { tag: branch, commit: branch, at: now, seq: 0 }
    const rest = waiting.filter(pull => !landed.has(pull))
    for (const pull of await pullsInRelease(check, shipment, rest)) landed.add(pull)
  }
  await db.write(async tx => {
    const ids = [...landed].map(({ id }) => id)
    const ended = await endWait(tx, ids)
    const { arrived } = await trackMerges(tx, repository, [], { now })
    await announceArrived(tx, action, source.accountId, [...ended, ...arrived])
  })
}

interface ReleaseCheck {
  context: PipelineContext
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
  const { context, source } = check
  let unshipped = page
  for (const shipment of shipments) {
    const unchecked = unshipped.filter(pull => pull.checkedTo < shipment.seq)
    if (unchecked.length === 0) continue
    const contained = new Set(await pullsInRelease(check, shipment, unchecked))
    const missing = unchecked.filter(pull => !contained.has(pull)).map(({ id }) => id)
    const shipped = [...contained].map(({ id }) => ({ id, at: shipment.at, tag: shipment.tag }))
    await context.db.write(async tx => {
      await markShipped(tx, context.action, source.accountId, shipped)
      await markShipmentsChecked(tx, missing, shipment.seq)
    })
    unshipped = unshipped.filter(pull => !contained.has(pull))
  }
}

/** The pull requests that the release or tag contains. If it contains a merge, it also contains all earlier merges of the same branch. */
async function pullsInRelease(
  check: ReleaseCheck,
  shipment: StoredShipment,
  pulls: readonly UnshippedPull[],
): Promise<UnshippedPull[]> {
  const possible = pulls.filter(({ mergedAt }) => mergedAt <= shipment.at + CLOCK_SKEW_MS)
  const contained: UnshippedPull[] = []
  for (const branch of Map.groupBy(possible, ({ id, baseBranch }) => baseBranch ?? id).values())
    contained.push(...(await pullsInReleaseOfBranch(check, shipment, branch)))
  return contained
}

/** Finds the last merge of a branch that the release contains by binary search; `branch` is in merge order. */
async function pullsInReleaseOfBranch(
  check: ReleaseCheck,
  shipment: StoredShipment,
  branch: readonly UnshippedPull[],
): Promise<UnshippedPull[]> {
  const known = branch.filter(({ commit }) => !check.unknown.has(commit))
  let [start, end] = [0, known.length]
  while (start < end) {
    const middle = Math.floor((start + end) / 2)
    const commit = known[middle]?.commit ?? ''
    const isContained = await isInRelease(check, shipment, commit)
    if (isContained) start = middle + 1
    else end = middle
    if (isContained !== null) continue
    // An unknown commit says nothing about the others, so search again without it.
    check.unknown.add(commit)
    return pullsInReleaseOfBranch(check, shipment, branch)
  }
  return known.slice(0, start)
}

/** Null if the host does not know the commit, for example after a force push. */
function isInRelease(
  { context, source, signal }: ReleaseCheck,
  shipment: StoredShipment,
  commit: string,
): Promise<boolean | null> {
  signal.throwIfAborted()
  return askHost(context, source, async host => {
    try {
      return await host.contains(source.repo, shipment, commit)
    } catch (error) {
      if (error instanceof HostFailure && UNKNOWN_COMMIT_STATUSES.includes(error.status ?? 0)) return null
      throw error
    }
  })
}

/**
 * Marks pull requests as contained in a release or tag. From now on their drafts are shown as shipped, and
 * the account's policy may queue them.
 */
export async function markShipped(
  tx: Tx,
  action: EntryContext,
  accountId: string,
  shipped: readonly { id: string; at: Instant; tag: string }[],
): Promise<void> {
  if (shipped.length === 0) return
  for (const { id, at, tag } of shipped) {
    const shipment = { shipped_at: at, shipped_in: clip(safeLine(tag), MAX_TAG_LENGTH) }
    await tx.updateTable('pull_request').set(shipment).where('id', '=', id).execute()
  }
  const ids = shipped.map(({ id }) => id)
  await announceArrived(tx, action, accountId, ids)
}

/**
 * Updates the drafts of pull requests that no longer wait for a release or for the merge of their branch:
 * they can go out, and the policy may queue them.
 */
export async function announceArrived(
  tx: Tx,
  action: EntryContext,
  accountId: string,
  pullRequestIds: readonly string[],
): Promise<void> {
  if (pullRequestIds.length === 0) return
  await refreshPlaces(tx, pullRequestIds)
  const entries = [...(await liveEntriesOf(tx, pullRequestIds)).values()].map(entry => entry.id)
  await schedulePolicyRun(tx, action, accountId, [...new Set(entries)])
}
