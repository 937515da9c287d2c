import type { LedgerPlace } from '#changelog/ledger/places.ts'
import type { Confidence, Kind, Magnitude } from '#judgement/classification/classification.ts'
import { DAY_MS, type Instant } from '#platform/clock.ts'
import type { Reader } from '#platform/db/schema.ts'
import { ledgerFacts, type PolicyReason, type PublishingPolicy, reasonAgainst } from './policy.ts'

export const TRIAL_DAYS = 90

/** An earlier merge, and what a policy would have decided about it. */
export interface TriedMerge {
  pullRequestId: string
  title: string
  url: string | null
  mergedAt: Instant
  kind: Kind
  magnitude: Magnitude
  confidence: Confidence
  /** Its current place in the ledger, which shows what people decided. */
  place: LedgerPlace
  /** Why the policy would not have published it; null if it would have. */
  reason: PolicyReason | null
}

/** What a policy would have decided about the merges of 90 days, newest first. */
interface PolicyTrial {
  /** The end of the 90 days: now, or the newest merge where that is more than 90 days ago. */
  until: Instant
  merges: number
  /** How many of them are classified as internal. */
  internal: number
  published: TriedMerge[]
  left: TriedMerge[]
}

/**
 * Applies a policy to the merges of the last 90 days as if each had just arrived; where nothing was merged since, as after the import of an
 * older repository, to those of the 90 days before its newest merge. It uses the machine's latest decision and pitch; people's overrides
 * and whether a merge was imported do not count. A merge that was reverted since counts as not published.
 */
export async function tryPolicy(
  db: Reader,
  accountId: string,
  policy: PublishingPolicy,
  now: Instant,
): Promise<PolicyTrial> {
  const newest = await newestMerge(db, accountId)
  const until = newest !== null && newest < now - TRIAL_DAYS * DAY_MS ? newest : now
  const merges = await decidedSince(db, accountId, until - TRIAL_DAYS * DAY_MS)
  const visible = merges.filter(merge => merge.visibility === 'user-facing')
  const tried = visible.map(merge => triedMerge(policy, merge))
  return {
    until,
    merges: merges.length,
    internal: merges.length - visible.length,
    published: tried.filter(merge => merge.reason === null),
    left: tried.filter(merge => merge.reason !== null),
  }
}

async function newestMerge(db: Reader, accountId: string): Promise<Instant | null> {
  const { newest } = await db
    .selectFrom('pull_request')
    .select(({ fn }) => fn.max('merged_at').as('newest'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return newest === null ? null : Number(newest)
}

type Decided = Awaited<ReturnType<typeof decidedSince>>[number]

async function decidedSince(db: Reader, accountId: string, since: Instant) {
  const rows = await db
    .selectFrom('pull_request as pull')
    .innerJoin('decision', 'decision.pull_request_id', 'pull.id')
    .leftJoin('pitch', 'pitch.pull_request_id', 'pull.id')
    .select(['pull.id', 'pull.title', 'pull.url', 'pull.merged_at', 'pull.place', 'pull.reverted_at'])
    .select(['pull.reverts_number', 'pull.reverts_commit', 'pitch.headline', 'pitch.needs_words'])
    .select(['decision.visibility', 'decision.kind', 'decision.magnitude', 'decision.confidence'])
    .select(['decision.not_live', 'decision.evidence'])
    .where('pull.account_id', '=', accountId)
    .where('pull.merged_at', '>=', since)
    .where('decision.layer', '!=', 'person')
    .orderBy('pull.merged_at', 'desc')
    .orderBy('pull.id')
    .orderBy('decision.made_at')
    .execute()
  // Of several decisions about one pull request, the latest wins.
  return [...new Map(rows.map(row => [row.id, row])).values()]
}

function triedMerge(policy: PublishingPolicy, row: Decided): TriedMerge {
  const { kind, magnitude, confidence } = row
  return {
    pullRequestId: row.id,
    title: row.headline ?? row.title,
    url: row.url,
    mergedAt: row.merged_at,
    kind,
    magnitude,
    confidence,
    place: row.place as LedgerPlace,
    reason: reasonAgainst(policy, {
      kind,
      magnitude,
      ...ledgerFacts(row, row.needs_words),
      isPromoted: false,
      isTouched: false,
      isPast: false,
      waitsForEdition: false,
    }),
  }
}
