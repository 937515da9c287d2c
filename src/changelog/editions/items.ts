import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Account, accountById } from '#accounts/account.ts'
import { LEAD, leadOrder } from '#changelog/entries/covered-pulls.ts'
import { type DraftEntry, type Entry, requireState } from '#changelog/entries/entry.ts'
import { entryFrom } from '#changelog/entries/store.ts'
import { thingsIn } from '#changelog/entries/topics.ts'
import { type Cadence, cadenceOf, timesOf } from '#changelog/schedule/times.ts'
import { readTitle } from '#judgement/classification/record/title.ts'
import type { Reader } from '#platform/db/schema.ts'
import { EDITION_SIZE, type EditionItem, type Hold, type LeftOut } from './layout.ts'

/** A draft that an edition may be made of, with the facts that decide its place. */
export interface EditionDraft extends EditionItem {
  entry: DraftEntry
  title: string
  /** `told` if the draft is in the edition, otherwise why it is not. */
  standing: 'told' | Hold | LeftOut
  mergedAt: number
  /** The release or tag that contains the change; null if there is none yet, or the draft covers no pull request. */
  shippedIn: string | null
}

/** An account that publishes in editions, and how often. */
export type EditionAccount = Account & Cadence

/** Reads an account with the cadence of its editions; weekly if no time of its schedule takes an edition. */
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

/** The most drafts outside of an edition that are read for each reason. */
const MOST_OUTSIDE = 50

const BREAKING = sql<SqlBool>`exists (select 1 from entry_pull_request as link
  join pull_request as covered on covered.id = link.pull_request_id
  join decision as decided on decided.id = covered.decision_id
  where link.entry_id = entry.id and decided.is_breaking = 1)`

/** A sort key: rows that meet the condition come first. */
const first = (condition: RawBuilder<SqlBool>) => sql<number>`case when ${condition} then 0 else 1 end`

/**
 * Why a draft is in an edition or not, as SQL. A person's placement overrides the machine's judgement, but
 * not a flag, and not that no release contains the change yet.
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

/**
 * The drafts that the edition may be made of: those merged since the account's editions began, and those that
 * a person placed in this edition. Reads no texts.
 */
function candidates(db: Reader, { id, accountId }: Entry, account: EditionAccount) {
  const isPlaced = sql<SqlBool>`(entry.edition_id = ${id} and coalesce(entry.edition_part, 'line') <> 'out')`
  // A writer that finds words for a change finds that customers notice it.
  const isUnsure = sql<SqlBool>`(decision.confidence = 'low' and entry.touched = 0
    and coalesce(pitch.writer, '') <> 'language-model')`
  return db
    .selectFrom('entry')
    .leftJoin('pull_request as pull', 'pull.id', 'entry.primary_pull_request_id')
    .leftJoin('decision', 'decision.id', 'pull.decision_id')
    .leftJoin('pitch', 'pitch.pull_request_id', 'pull.id')
    .select(['entry.id', 'pull.shipped_in', 'pull.title as written'])
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

/** The drafts of an edition, and those outside of it. */
interface RankedItems {
  items: EditionDraft[]
  /** How many further drafts outside of the edition were not read. */
  more: number
}

/**
 * Ranks the drafts of an edition: those that a person placed come first, in the order that the person gave;
 * then groups and illustrated drafts; then the others by weight. Drafts beyond the limit of an edition are
 * `full`. Of the drafts outside of the edition the first fifty for each reason are read.
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

/** The drafts with these ids that may be in the edition, by id. */
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

/** Adds to each row its rank among the rows with the same standing, and their number. */
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
    .select(['ranked.merged_at', 'ranked.shipped_in', 'ranked.standing', 'ranked.written'])
    .select(['ranked.by_breaking', 'ranked.by_sureness', 'ranked.lead', 'ranked.nth', 'ranked.many'])
}

type ItemRow = Awaited<ReturnType<ReturnType<typeof rankedRows>['execute']>>[number]

function itemFrom({ id, chosenStories }: Entry, row: ItemRow): EditionDraft {
  const entry = requireState(entryFrom(row), 'laid out', 'draft')
  const { title, kind, magnitude, origin, image, edition } = entry
  const { scope } = readTitle(row.written ?? '')
  const chosenAt = chosenStories.indexOf(entry.id)
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
    hasText: entry.body !== '',
    things: [...thingsIn(title), ...(scope === null ? [] : [scope])],
    chosenAt: chosenAt < 0 ? null : chosenAt,
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
