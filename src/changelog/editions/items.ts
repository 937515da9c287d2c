import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Account, accountById } from '#accounts/account.ts'
import { type DraftEntry, type Entry, requireState } from '#changelog/entries/entry.ts'
import { LEAD, leadOrder } from '#changelog/entries/lead-rows.ts'
import { entryFrom } from '#changelog/entries/store.ts'
import { type Cadence, cadenceOf, timesOf } from '#changelog/schedule/times.ts'
import type { Reader } from '#platform/db/schema.ts'
import { EDITION_SIZE, type EditionItem, type Hold, type LeftOut } from './layout.ts'

/** A draft that an edition may be made of, with what decides where it stands. */
export interface EditionDraft extends EditionItem {
  entry: DraftEntry
  title: string
  /** `told` for one that is in the edition. */
  standing: 'told' | Hold | LeftOut
  /** The machine is unsure whether customers notice it. */
  isUnsure: boolean
  mergedAt: number
  /** Its release or tag; null while none contains it, or it covers no pull request. */
  shippedIn: string | null
}

/** An account that publishes in editions, and how often. */
export type EditionAccount = Account & Cadence

/** The account of an edition. While one is open, a time of the schedule takes it. */
export async function editionAccount(db: Reader, id: string): Promise<EditionAccount> {
  const account = await accountById(db, id)
  const { timeZone } = account
  const cadence = cadenceOf(await timesOf(db, id), timeZone) ?? {
    period: 'week' as const,
    timeZone,
    countedFrom: null,
  }
  return { ...account, ...cadence }
}

/** So many of the drafts that are not in an edition are read for each reason. */
const MOST_OUTSIDE = 50

const BREAKING = sql<SqlBool>`exists (select 1 from entry_pull_request as link
  join pull_request as covered on covered.id = link.pull_request_id
  join decision as decided on decided.id = covered.decision_id
  where link.entry_id = entry.id and decided.is_breaking = 1)`

/** Rows of a condition first. */
const first = (condition: RawBuilder<SqlBool>) => sql<number>`case when ${condition} then 0 else 1 end`

/**
 * Why a draft is in an edition or not. A person's placement rules, also over a hold that is a matter of judgement. What no release contains
 * yet waits all the same.
 */
function standingIn(isPlaced: RawBuilder<SqlBool>, { urgentAtOnce }: EditionAccount) {
  const urgent = sql`when entry.kind = 'security' or ${BREAKING} then 'urgent'`
  return sql<EditionDraft['standing']>`case
    when entry.flag is not null then 'flagged'
    when pull.place = 'unshipped' and (entry.needs_words is null or ${isPlaced}) then 'unshipped'
    when ${isPlaced} then 'told'
    when entry.needs_words is not null then 'needs-words'
    when decision.not_live is not null then 'not-live'
    when entry.edition_part = 'out' then 'person'
    ${urgentAtOnce ? urgent : sql``}
    else 'told' end`
}

/** Those merged since the account's editions began, and those that a person placed in the edition. No texts are read. */
function candidates(db: Reader, { id, accountId }: Entry, account: EditionAccount) {
  const isPlaced = sql<SqlBool>`(entry.edition_id = ${id} and coalesce(entry.edition_part, 'line') <> 'out')`
  const isUnsure = sql<SqlBool>`(decision.confidence = 'low' and entry.touched = 0)`
  return db
    .selectFrom('entry')
    .leftJoin('pull_request as pull', 'pull.id', 'entry.primary_pull_request_id')
    .leftJoin('decision', 'decision.id', 'pull.decision_id')
    .select(['entry.id', 'pull.shipped_in'])
    .select(({ fn }) => [
      fn.coalesce('pull.merged_at', 'entry.created_at').as('merged_at'),
      standingIn(isPlaced, account).as('standing'),
      first(isPlaced).as('by_placement'),
      sql<number>`case when ${isPlaced} then entry.edition_position end`.as('position'),
      first(BREAKING).as('by_breaking'),
      first(sql`entry.origin = 'group'`).as('by_group'),
      first(sql`entry.image is not null`).as('by_picture'),
      first(sql`not ${isUnsure}`).as('by_sureness'),
      'entry.kind',
      'entry.magnitude',
      LEAD.as('lead'),
    ])
    .where('entry.account_id', '=', accountId)
    .where('entry.state', '=', 'draft')
    .where('entry.origin', 'in', ['pull-request', 'group'])
    .where(where =>
      where.or([
        where('entry.edition_id', '=', id),
        where.and([
          where('pull.merged_at', '>=', account.editionsSince ?? 0),
          ...(account.period === 'release' ? [where('pull.shipped_in', 'is not', null)] : []),
        ]),
      ]),
    )
}

/** How many drafts the edition is made of now. */
export async function sizeNow(db: Reader, edition: Entry): Promise<number> {
  const account = await editionAccount(db, edition.accountId)
  const { told } = await db
    .selectFrom(candidates(db, edition, account).as('candidate'))
    .select(({ fn }) => fn.countAll().as('told'))
    .where('standing', '=', 'told')
    .executeTakeFirstOrThrow()
  return Math.min(Number(told), EDITION_SIZE)
}

/** What an edition is made of and what not. */
interface RankedItems {
  items: EditionDraft[]
  /** Further drafts that are not in it. */
  more: number
}

/**
 * The drafts of an edition, those that a person placed first, in the order that they gave, then groups and illustrated ones, and then in the one order in which changes lead. What does not
 * fit into it is `full`. Of what is not in it the first fifty of each reason.
 */
export async function rankedItems(db: Reader, edition: Entry, account: EditionAccount): Promise<RankedItems> {
  const rows = await rankedRows(db, candidates(db, edition, account))
    .where(where =>
      where.or([
        where('ranked.nth', '<=', MOST_OUTSIDE),
        where.and([
          where('ranked.standing', '=', 'told'),
          where('ranked.nth', '<=', EDITION_SIZE + MOST_OUTSIDE),
        ]),
      ]),
    )
    .orderBy('ranked.nth')
    .execute()
  const items = rows.map(row => {
    const item = itemFrom(edition, row)
    return item.standing === 'told' && row.nth > EDITION_SIZE ? { ...item, standing: 'full' as const } : item
  })
  const totals = new Map(rows.map(({ standing, many }) => [standing, Number(many)]))
  const all = [...totals.values()].reduce((sum, many) => sum + many, 0)
  return { items, more: all - items.length }
}

/** Those of these drafts that may be in the edition, by id. */
export async function itemsById(
  db: Reader,
  edition: Entry,
  account: EditionAccount,
  ids: readonly string[],
): Promise<Map<string, EditionDraft>> {
  const asked = candidates(db, edition, account).where('entry.id', 'in', ids)
  const rows = await rankedRows(db, asked).execute()
  return new Map(rows.map(row => [row.id, itemFrom(edition, row)]))
}

const IN_ORDER = leadOrder({
  kind: sql.ref('kind'),
  magnitude: sql.ref('magnitude'),
  lead: sql.ref('lead'),
  isBreaking: sql<SqlBool>`by_breaking = 0`,
})

/** Each with its rank among those of the same standing, and how many those are. */
function rankedRows(db: Reader, from: ReturnType<typeof candidates>) {
  const ranked = db
    .selectFrom(from.as('candidate'))
    .selectAll('candidate')
    .select(
      sql<number>`row_number() over (partition by standing order by by_placement, coalesce(position, 1000000),
        by_group, by_picture, ${IN_ORDER}, merged_at desc, id)`.as('nth'),
    )
    .select(({ fn }) =>
      fn
        .countAll<number>()
        .over(over => over.partitionBy('standing'))
        .as('many'),
    )
  return db
    .selectFrom(ranked.as('ranked'))
    .innerJoin('entry', 'entry.id', 'ranked.id')
    .selectAll('entry')
    .select(['ranked.merged_at', 'ranked.shipped_in', 'ranked.standing'])
    .select(['ranked.by_breaking', 'ranked.by_sureness', 'ranked.lead', 'ranked.nth', 'ranked.many'])
}

type ItemRow = Awaited<ReturnType<ReturnType<typeof rankedRows>['execute']>>[number]

function itemFrom({ id }: Entry, row: ItemRow): EditionDraft {
  const entry = requireState(entryFrom(row), 'laid out', 'draft')
  const { title, kind, magnitude, origin, image, edition } = entry
  return {
    entry,
    title,
    kind,
    magnitude,
    standing: row.standing,
    isBreaking: row.by_breaking === 0,
    lead: row.lead,
    isUnsure: row.by_sureness === 1,
    isGroup: origin === 'group',
    hasPicture: image !== null,
    mergedAt: Number(row.merged_at),
    // A placement in an earlier edition is over, but what a person left out stays out.
    place: edition?.id === id || edition?.part === 'out' ? edition : null,
    shippedIn: row.shipped_in,
  }
}

/** The entries that were published with an edition, in reading order. */
export async function itemsIn(
  db: Reader,
  editionId: string,
  state: 'published' | 'withdrawn',
): Promise<Entry[]> {
  const rows = await db
    .selectFrom('entry')
    .selectAll()
    .where('edition_id', '=', editionId)
    .where('state', '=', state)
    .orderBy('edition_position')
    .orderBy('id')
    .execute()
  return rows.map(entryFrom)
}
