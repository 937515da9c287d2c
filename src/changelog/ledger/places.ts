import { MACHINE_ACTORS } from '#accounts/activity.ts'
import { recordEvent } from '#accounts/events.ts'
import { mayBeNoticed } from '#judgement/classification/classification.ts'
import { VALUES_PER_STATEMENT } from '#platform/db/database.ts'
import type { Tx } from '#platform/db/schema.ts'
import { chunksOf } from '#platform/iterables.ts'
import { LIVE_WITHIN_MS } from '#pulls/past.ts'
import { refreshHighlights } from './highlight-projection.ts'

/**
 * The places of the ledger. Each pull request is in exactly one. `unclassified`: nobody knows whether customers notice it, since it could
 * not be judged or the machine asks. It keeps its documented name; screens say "Would a customer notice?" and "Undecided".
 */
export const LEDGER_PLACES = [
  'unclassified',
  'internal',
  'history',
  'drafted',
  'unshipped',
  'queued',
  'announced',
  'dismissed',
  'reverted',
] as const
export type LedgerPlace = (typeof LEDGER_PLACES)[number]

/** The facts that determine the place. */
interface LedgerFacts {
  reverted: boolean
  /** The state of the live entry that covers it: the one that is neither dismissed nor withdrawn. */
  liveState: string | null
  /** An entry, live or not, covers the pull request. */
  wasDropped: boolean
  visibility: string | null
  /**
   * The machine classified it as internal with low confidence, and recorded it soon after the merge, and no person dropped an entry of it:
   * a person should say whether customers notice.
   */
  isQuestion: boolean
  /** Whether the pull request was announced, here or elsewhere. */
  isPromoted: boolean
  /** No release contains it yet, and its repository announces on release; or its branch has not been merged into one that is released. */
  isUnshipped: boolean
}

const PLACE_OF_STATE: Record<string, LedgerPlace> = {
  draft: 'drafted',
  queued: 'queued',
  published: 'announced',
}

/** A user-facing pull request that never had an entry is history, unless it was already announced. */
function placeOf(facts: LedgerFacts): LedgerPlace {
  const { reverted, liveState, wasDropped, visibility, isQuestion, isPromoted, isUnshipped } = facts
  if (reverted) return 'reverted'
  if (liveState === 'draft' && isUnshipped) return 'unshipped'
  const place = liveState === null ? undefined : PLACE_OF_STATE[liveState]
  if (place) return place
  if (wasDropped && !isQuestion) return 'dismissed'
  if (isPromoted) return 'announced'
  if (visibility === null || isQuestion) return 'unclassified'
  return visibility === 'internal' ? 'internal' : 'history'
}

/**
 * Recomputes the stored places and highlights of these pull requests. Whatever changes a decision, a pitch or an entry calls this at the
 * end of its transaction.
 */
export async function refreshPlaces(tx: Tx, pullRequestIds: readonly string[]): Promise<void> {
  if (pullRequestIds.length === 0) return
  const facts = await readFacts(tx, pullRequestIds)
  const byPlace = Map.groupBy(facts, fact => placeOf(fact))
  for (const [place, moved] of byPlace) {
    const ids = moved.filter(fact => fact.place !== place).map(fact => fact.id)
    if (ids.length > 0) await tx.updateTable('pull_request').set({ place }).where('id', 'in', ids).execute()
  }
  await refreshHighlights(tx, pullRequestIds)
  for (const [accountId, changed] of Map.groupBy(facts, fact => fact.accountId)) {
    const ids = changed.map(fact => fact.id)
    await recordEvent(tx, accountId, 'pulls', ids)
  }
}

/** Recomputes the places of a repository's drafts, after a change of when it announces. */
export async function refreshDraftPlaces(tx: Tx, repositoryId: string): Promise<void> {
  const rows = await tx
    .selectFrom('pull_request')
    .select('id')
    .where('repository_id', '=', repositoryId)
    .where('place', 'in', ['drafted', 'unshipped'])
    .execute()
  const ids = rows.map(row => row.id)
  for (const chunk of chunksOf(ids, VALUES_PER_STATEMENT)) await refreshPlaces(tx, chunk)
}

/** The stored places of these pull requests, by id. */
export async function placesOf(tx: Tx, pullRequestIds: readonly string[]): Promise<Map<string, string>> {
  if (pullRequestIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('pull_request')
    .select(['id', 'place'])
    .where('id', 'in', pullRequestIds)
    .execute()
  return new Map(rows.map(row => [row.id, row.place]))
}

async function readFacts(
  tx: Tx,
  pullRequestIds: readonly string[],
): Promise<(LedgerFacts & { id: string; accountId: string; place: string })[]> {
  const pulls = await tx
    .selectFrom('pull_request')
    .leftJoin('decision', 'decision.id', 'pull_request.decision_id')
    .innerJoin('repository', 'repository.id', 'pull_request.repository_id')
    .select(['pull_request.id', 'pull_request.place', 'pull_request.reverted_at'])
    .select(['decision.visibility', 'decision.confidence', 'decision.layer', 'decision.score'])
    .select([
      'pull_request.account_id',
      'pull_request.merged_at',
      'pull_request.recorded_at',
      'pull_request.shipped_at',
      'pull_request.promoted_at',
      'pull_request.waits_for_merge',
      'repository.announce_on',
    ])
    .where('pull_request.id', 'in', pullRequestIds)
    .execute()
  const links = await tx
    .selectFrom('entry_pull_request')
    .innerJoin('entry', 'entry.id', 'entry_pull_request.entry_id')
    .select(['entry_pull_request.pull_request_id', 'entry_pull_request.live', 'entry.id', 'entry.state'])
    .where('entry_pull_request.pull_request_id', 'in', pullRequestIds)
    .execute()
  const linksOf = Map.groupBy(links, link => link.pull_request_id)
  const dismissed = links.filter(({ state }) => state === 'dismissed').map(({ id }) => id)
  const byMachine = await dismissedByMachine(tx, dismissed)
  return pulls.map(pull => {
    const own = linksOf.get(pull.id) ?? []
    return {
      id: pull.id,
      accountId: pull.account_id,
      place: pull.place,
      reverted: pull.reverted_at !== null,
      liveState: own.find(link => link.live === 1)?.state ?? null,
      wasDropped: own.length > 0,
      visibility: pull.visibility,
      isQuestion:
        mayBeNoticed(pull) &&
        pull.recorded_at - pull.merged_at <= LIVE_WITHIN_MS &&
        own.every(link => byMachine.has(link.id)),
      isPromoted: pull.promoted_at !== null,
      isUnshipped: pull.announce_on === 'merge' ? pull.waits_for_merge === 1 : pull.shipped_at === null,
    }
  })
}

/** Those of these dismissed entries that a machine dismissed, because their pull request had become internal or was reverted. */
export async function dismissedByMachine(tx: Tx, entryIds: readonly string[]): Promise<Set<string>> {
  if (entryIds.length === 0) return new Set()
  const lines = await tx
    .selectFrom('activity')
    .select(['subject', 'actor'])
    .where('subject', 'in', entryIds)
    .where('action', '=', 'dismissed')
    .where('undone_at', 'is', null)
    .orderBy('version')
    .execute()
  const actors = new Map(lines.map(({ subject, actor }) => [subject, actor]))
  return new Set([...actors].flatMap(([id, actor]) => (MACHINE_ACTORS.some(one => one === actor) ? id : [])))
}
