import { type Selectable, sql } from 'kysely'
import type { Kind } from '#judgement/classification/classification.ts'
import type { Database } from '#platform/db/database.ts'
import { type CursorPosition, pageOf } from '#platform/db/page-cursor.ts'
import type { Reader, Schema } from '#platform/db/schema.ts'
import type { Entry, EntryOrigin, EntryState } from './entry.ts'
import { entryFrom } from './store.ts'

/** A filter and page of an account's entries. */
interface EntrySearch {
  accountId: string
  state?: EntryState | undefined
  kind?: Kind | undefined
  /** A set's id; null for entries without a set. */
  setId?: string | null | undefined
  flagged?: boolean | undefined
  origin?: EntryOrigin | undefined
  /** Words in the title or the body. */
  words?: string | undefined
  after?: CursorPosition | undefined
  limit: number
}

interface EntryPage {
  entries: ListedEntry[]
  /** How many match. */
  total: number
  /** Null on the last page. */
  next: CursorPosition | null
}

/** The column that orders the entries of a state: queued ones ascending, all others newest first. */
const ORDER: Record<EntryState, 'created_at' | 'published_at' | 'queued_for'> = {
  draft: 'created_at',
  dismissed: 'created_at',
  queued: 'queued_for',
  published: 'published_at',
  withdrawn: 'published_at',
}

/** One page of entries; ties are ordered by id. */
export function entryPage(db: Database, search: EntrySearch): Promise<EntryPage> {
  const { accountId, words } = search
  if (words === undefined) return pageFrom(db.read, search)
  return db.search(accountId, reader => pageFrom(reader, search, db.matches(accountId, words)))
}

async function pageFrom(db: Reader, search: EntrySearch, matches?: Matches): Promise<EntryPage> {
  const { state, after, limit } = search
  const column = state === undefined ? 'created_at' : ORDER[state]
  const [order, beyond] = state === 'queued' ? (['asc', '>'] as const) : (['desc', '<'] as const)
  const time = sql.ref<number>(`entry.${column}`)
  const rows = await searched(db, search, matches)
    .leftJoin('pull_request', 'pull_request.id', 'entry.primary_pull_request_id')
    .selectAll('entry')
    .select(['pull_request.url', time.as('placed_at')])
    .$if(after !== undefined, query =>
      query.where(where =>
        where.or([
          where(time, beyond, after?.at ?? 0),
          where.and([where(time, '=', after?.at ?? 0), where('entry.id', '>', after?.id ?? '')]),
        ]),
      ),
    )
    .orderBy(time, order)
    .orderBy('entry.id')
    .limit(limit + 1)
    .execute()
  const { total } = await searched(db, search, matches)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const { shown, next } = pageOf(rows, limit, ({ placed_at: at, id }) => ({ at: Number(at), id }))
  return { entries: shown.map(listedFrom), total: Number(total), next }
}

type Matches = ReturnType<Database['matches']>

const searched = (
  db: Reader,
  { accountId, state, kind, setId, flagged, origin }: EntrySearch,
  matches?: Matches,
) =>
  db
    .selectFrom('entry')
    .where('entry.account_id', '=', accountId)
    .$call(query => (state === undefined ? query : query.where('entry.state', '=', state)))
    .$call(query => (kind === undefined ? query : query.where('entry.kind', '=', kind)))
    .$call(query => (origin === undefined ? query : query.where('entry.origin', '=', origin)))
    .$if(setId !== undefined, query =>
      query.where('entry.set_id', setId === null ? 'is' : '=', setId ?? null),
    )
    .$if(flagged === true, query =>
      query.where(where =>
        where.or([where('entry.flag', 'is not', null), where('entry.needs_words', 'is not', null)]),
      ),
    )
    .$call(query => (matches ? query.where(matches(sql`entry.id`)) : query))

/** The drafts of an account. */
interface WaitingDrafts {
  /** Titles of the newest drafts, up to the limit. */
  titles: string[]
  total: number
}

export async function waitingDrafts(db: Reader, accountId: string, limit: number): Promise<WaitingDrafts> {
  const drafts = db
    .selectFrom('entry')
    .where('account_id', '=', accountId)
    .where('state', '=', 'draft')
    .where('origin', '<>', 'edition')
  const { total } = await drafts
    .select(build => build.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await drafts.select('title').orderBy('created_at', 'desc').orderBy('id').limit(limit).execute()
  return { titles: rows.map(row => row.title), total: Number(total) }
}

/** An entry with its external URL. */
export interface ListedEntry {
  entry: Entry
  /** The primary pull request's page, or else the entry's original. */
  externalUrl: string | null
}

/** The account's entries, newest merge first, those of no pull request by their own time; ties are ordered by id. */
export async function listEntries(
  db: Reader,
  { accountId, state }: { accountId: string; state?: EntryState | undefined },
): Promise<ListedEntry[]> {
  const rows = await db
    .selectFrom('entry')
    .leftJoin('pull_request', 'pull_request.id', 'entry.primary_pull_request_id')
    .selectAll('entry')
    .select(['pull_request.url', 'pull_request.merged_at'])
    .where('entry.account_id', '=', accountId)
    .$call(query => (state === undefined ? query : query.where('entry.state', '=', state)))
    .orderBy(sql`coalesce(pull_request.merged_at, entry.published_at, entry.created_at)`, 'desc')
    .orderBy('entry.id')
    .execute()
  return rows.map(listedFrom)
}

const listedFrom = (row: Selectable<Schema['entry']> & { url: string | null }): ListedEntry => ({
  entry: entryFrom(row),
  externalUrl: row.url ?? row.page,
})

/** Adds the external URL to an entry. */
export async function listedEntry(db: Reader, entry: Entry): Promise<ListedEntry> {
  const primary = await db
    .selectFrom('pull_request')
    .select('url')
    .where('id', '=', entry.primaryPullRequestId)
    .executeTakeFirst()
  return { entry, externalUrl: primary?.url ?? entry.page }
}
