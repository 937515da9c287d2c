import { type SqlBool, sql } from 'kysely'
import type { Confidence, Kind } from '#judgement/classification/classification.ts'
import type { Instant } from '#platform/clock.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { LEAD, leadOrder } from './entries/covered-pulls.ts'
import { type Entry, requireState } from './entries/entry.ts'
import type { EntryContext } from './entries/entry-effects.ts'
import { entryIfUnchanged } from './entries/store.ts'
import { publishEntry } from './entries/transitions.ts'
import type { LedgerPlace } from './ledger/places.ts'

/** How many merges an account has, and what became of them. */
interface HistoryCounts {
  /** The number of all merges that were recorded. */
  merges: number
  /** How many of the merges are commits that belong to no pull request. */
  commits: number
  /** Merges that customers would notice, without those that were reverted. */
  customers: number
  /** How many of the user-facing merges were announced elsewhere, as in the repository's own changelog. */
  announcedElsewhere: number
  /** How many merges wait as drafts. */
  drafts: number
  /** How many merges are history: never drafted and never announced. */
  history: number
  /** Published entries. */
  published: number
}

export async function historyCounts(db: Reader, accountId: string): Promise<HistoryCounts> {
  const merges = await db
    .selectFrom('pull_request')
    .select(({ fn }) => [fn.countAll().as('count'), fn.count('number').as('numbered')])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  const ofCustomers = db
    .selectFrom('pull_request as pull')
    .innerJoin('decision', 'decision.id', 'pull.decision_id')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('pull.account_id', '=', accountId)
    .where('decision.visibility', '=', 'user-facing')
    .where('pull.place', '!=', 'reverted')
  const byPlace = await ofCustomers.select('pull.place').groupBy('pull.place').execute()
  const inPlaces = (...places: LedgerPlace[]) =>
    byPlace
      .filter(({ place }) => places.length === 0 || places.includes(place as LedgerPlace))
      .reduce((sum, { count }) => sum + Number(count), 0)
  const elsewhere = await ofCustomers
    .where('pull.place', '=', 'announced')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('entry_pull_request as link')
            .select('link.entry_id')
            .whereRef('link.pull_request_id', '=', 'pull.id')
            .where('link.live', '=', 1),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  const published = await db
    .selectFrom('entry')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('account_id', '=', accountId)
    .where('state', '=', 'published')
    .executeTakeFirstOrThrow()
  return {
    merges: Number(merges.count),
    commits: Number(merges.count) - Number(merges.numbered),
    customers: inPlaces(),
    announcedElsewhere: Number(elsewhere.count),
    drafts: inPlaces('drafted', 'unshipped'),
    history: inPlaces('history'),
    published: Number(published.count),
  }
}

/**
 * Publishes a draft with the date of its merge, as history. Throws `not_found`, and `conflict` if the entry is no draft, was changed
 * since `seen`, or covers no pull request.
 */
export async function publishAtMerge(
  tx: Tx,
  context: EntryContext,
  id: string,
  precondition: { seen: number; accountId: string },
): Promise<Entry> {
  const draft = requireState(await entryIfUnchanged(tx, id, precondition), 'published', 'draft')
  const pull = await tx
    .selectFrom('pull_request')
    .select('merged_at')
    .where('id', '=', draft.primaryPullRequestId ?? '')
    .executeTakeFirst()
  if (!pull) throw new AppError('conflict', 'This entry covers no pull request whose date it could have.')
  return publishEntry(tx, context, id, { at: pull.merged_at, seen: draft.version })
}

/** A merge of the past that could be published as it is worded; it is a draft, or history. */
export interface PublishableMerge {
  pullId: string
  /** The merge's draft; null for history. */
  entryId: string | null
  version: number | null
  title: string
  body: string
  kind: Kind
  /** 1 if readers may have to change something. */
  isBreaking: number
  /** How sure it is that customers would notice the merge. */
  confidence: Confidence
  /** Why the machine thinks that customers would notice it, in a sentence. */
  reason: string
  /** 1 if a person should read the merge first: it is breaking, not certain, a matter of security, or of a kind that is rarely news. */
  isDoubtful: number
  repo: string
  number: number | null
  mergedAt: Instant
}

const IS_WORDED = sql`case when entry.title <> entry.machine_title or entry.body <> entry.machine_body then 1 else 0 end`
const KIND = sql`coalesce(entry.kind, decision.kind)`
const IS_DOUBTFUL = sql<number>`case when decision.confidence <> 'high' or decision.is_breaking = 1
  or ${KIND} in ('security', 'documentation', 'maintenance') then 1 else 0 end`

/** The user-facing merges that wait as drafts or are history, except those that are not live, have no words or revert something. */
const publishable = (db: Reader, accountId: string) =>
  db
    .selectFrom('pull_request as pull')
    .innerJoin('repository', 'repository.id', 'pull.repository_id')
    .innerJoin('decision', 'decision.id', 'pull.decision_id')
    .innerJoin('pitch', 'pitch.pull_request_id', 'pull.id')
    .leftJoin('entry_pull_request as link', join =>
      join.onRef('link.pull_request_id', '=', 'pull.id').on('link.live', '=', 1),
    )
    .leftJoin('entry', 'entry.id', 'link.entry_id')
    .select(['pull.id as pullId', 'pull.number', 'pull.merged_at as mergedAt', 'repository.name as repo'])
    .select(['entry.id as entryId', 'entry.version', 'decision.is_breaking as isBreaking'])
    .select(['decision.confidence', 'decision.reason', IS_DOUBTFUL.as('isDoubtful')])
    .select(({ fn }) => [
      fn.coalesce('entry.title', 'pitch.headline').as('title'),
      fn.coalesce('entry.body', 'pitch.body').as('body'),
      fn.coalesce('entry.kind', 'decision.kind').as('kind'),
    ])
    .where('pull.account_id', '=', accountId)
    .where('pull.place', 'in', ['drafted', 'history'])
    .where('pull.reverts_number', 'is', null)
    .where('pull.reverts_commit', 'is', null)
    .where('decision.visibility', '=', 'user-facing')
    .where('decision.not_live', 'is', null)
    .where('pull.waits_for_merge', '=', 0)
    .where(({ fn }) => fn.coalesce('entry.needs_words', 'pitch.needs_words'), 'is', null)
    .where(({ eb, or }) =>
      or([eb('entry.id', 'is', null), eb('entry.primary_pull_request_id', '=', eb.ref('pull.id'))]),
    )

const IN_ORDER = leadOrder({
  kind: KIND,
  magnitude: sql`coalesce(entry.magnitude, decision.magnitude)`,
  lead: LEAD,
  isBreaking: sql<SqlBool>`decision.is_breaking = 1`,
})

/**
 * The leading merges of the product's past: what a person has worded, then the other drafts before history, since they are news, and of each
 * those that need no reading first. What breaks something and what is unsure comes last, as it makes a poor first entry.
 */
export const bestMerges = (db: Reader, accountId: string, limit: number): Promise<PublishableMerge[]> =>
  publishable(db, accountId)
    .orderBy(IS_WORDED, 'desc')
    .orderBy(sql`case when pull.place = 'drafted' then 0 else 1 end`)
    .orderBy('isDoubtful')
    .orderBy('isBreaking')
    .orderBy(sql`case decision.confidence when 'high' then 0 when 'medium' then 1 else 2 end`)
    .orderBy(IN_ORDER)
    .orderBy('pull.merged_at', 'desc')
    .orderBy('pull.id')
    .limit(limit)
    .execute()

/** The merges of the past that an account may publish at once. */
interface PublishablePast {
  /** The merges that need no reading first, then the others, each by weight. */
  merges: PublishableMerge[]
  total: number
  /** How many of all these merges a person should read first. */
  doubtful: number
}

/** The merges that could be published as one list; returns at most `limit` of them. */
export async function publishablePast(
  db: Reader,
  accountId: string,
  limit: number,
): Promise<PublishablePast> {
  const all = publishable(db, accountId)
  const { total, doubtful } = await db
    .selectFrom(all.as('one'))
    .select(({ fn }) => [fn.countAll().as('total'), fn.sum('one.isDoubtful').as('doubtful')])
    .executeTakeFirstOrThrow()
  const merges = await all
    .orderBy('isDoubtful')
    .orderBy(IN_ORDER)
    .orderBy('pull.merged_at', 'desc')
    .orderBy('pull.id')
    .limit(limit)
    .execute()
  return { merges, total: Number(total), doubtful: Number(doubtful) }
}
