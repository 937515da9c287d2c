import { sql } from 'kysely'
import type { Kind } from '#judgement/classification/classification.ts'
import type { Reader } from '#platform/db/schema.ts'
import { type CursorPosition, searchPattern } from '#platform/page-cursor.ts'
import type { EntryState } from './entry.ts'
import { type ListedEntry, listedFrom } from './store.ts'

/** Which entries of an account are looked at. */
export interface EntrySearch {
  accountId: string
  state?: EntryState | undefined
  kind?: Kind | undefined
  /** Null: of no set. */
  setId?: string | null | undefined
  flagged?: boolean | undefined
  /** Words in the title or the body. */
  words?: string | undefined
  after?: CursorPosition | undefined
  limit: number
}

export interface EntryPage {
  entries: ListedEntry[]
  /** Null at the end. */
  next: CursorPosition | null
}

/** By what entries of a state are ordered: what is queued by its time, the next first, all others the newest first. */
const ORDER: Record<EntryState, 'created_at' | 'published_at' | 'queued_for'> = {
  draft: 'created_at',
  dismissed: 'created_at',
  queued: 'queued_for',
  published: 'published_at',
  withdrawn: 'published_at',
}

/** One page; ties are in the order of ids. */
export async function entryPage(db: Reader, search: EntrySearch): Promise<EntryPage> {
  const { accountId, state, kind, setId, flagged, words, after, limit } = search
  const column = state === undefined ? 'created_at' : ORDER[state]
  const [order, beyond] = state === 'queued' ? (['asc', '>'] as const) : (['desc', '<'] as const)
  const time = sql.ref<number>(`entry.${column}`)
  const rows = await db
    .selectFrom('entry')
    .leftJoin('pull_request', 'pull_request.id', 'entry.primary_pull_request_id')
    .selectAll('entry')
    .select(['pull_request.url', time.as('placed_at')])
    .where('entry.account_id', '=', accountId)
    .$if(state !== undefined, query => query.where('entry.state', '=', state ?? ''))
    .$if(kind !== undefined, query => query.where('entry.kind', '=', kind ?? ''))
    .$if(setId !== undefined, query =>
      query.where('entry.set_id', setId === null ? 'is' : '=', setId ?? null),
    )
    .$if(flagged === true, query => query.where('entry.flag', 'is not', null))
    .$if(words !== undefined, query => query.where(holds(words ?? '')))
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
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    entries: shown.map(listedFrom),
    next: last ? { at: Number(last.placed_at), id: last.id } : null,
  }
}

/** Letters of ASCII in either case. */
const holds = (words: string) => {
  const pattern = searchPattern(words)
  return sql<boolean>`(lower(entry.title) like ${pattern} escape '\\' or lower(entry.body) like ${pattern} escape '\\')`
}
