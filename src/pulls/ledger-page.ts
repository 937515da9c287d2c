import { type Selectable, sql } from 'kysely'
import type { Database } from '#platform/db/database.ts'
import { type CursorPosition, isAfter, pageOf } from '#platform/db/page-cursor.ts'
import type { Reader, Schema } from '#platform/db/schema.ts'

type Decision = Selectable<Schema['decision']>

/** Which pull requests of the ledger to read. Omitted fields do not filter. */
interface PullFilter {
  accountId?: string | undefined
  /** Only this pull request. */
  id?: string | undefined
  place?: string | undefined
  visibility?: Decision['visibility'] | undefined
  kind?: Decision['kind'] | undefined
  /** `owner/name`. */
  repo?: string | undefined
  promoted?: boolean | undefined
  /** Words, or beginnings of words, of the title; or a number. */
  text?: string | undefined
}

/** The filter and page of an account's ledger. */
interface LedgerSearch extends PullFilter {
  accountId: string
  after?: CursorPosition | undefined
  limit: number
}

/** One page of the ledger, newest merge first, ties by id, and how many match. `next` is null at the end. */
export function ledgerPage(db: Database, search: LedgerSearch) {
  const { accountId, text } = search
  if (text === undefined) return pageFrom(db.read, search)
  return db.search(accountId, reader => pageFrom(reader, search, db.matches(accountId, text)))
}

type Matches = ReturnType<Database['matches']>

async function pageFrom(db: Reader, search: LedgerSearch, matches?: Matches) {
  const { after, limit } = search
  const rows = await searched(db, search, matches)
    .$call(query => (after ? query.where(isAfter(after, 'pull.merged_at', 'pull.id')) : query))
    .orderBy('pull.merged_at', 'desc')
    .orderBy('pull.id')
    .limit(limit + 1)
    .execute()
  const { shown, next } = pageOf(rows, limit, ({ merged_at: at, id }) => ({ at, id }))
  return { pulls: shown, total: await countOf(db, search, matches), next }
}

async function countOf(db: Reader, search: LedgerSearch, matches?: Matches): Promise<number> {
  const { total } = await matching(db, search, matches)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** How many pull requests of an account are in each place of the ledger; places without any are left out. */
export async function countByPlace(db: Reader, accountId: string): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('pull_request')
    .select(['place', ({ fn }) => fn.countAll<number>().as('total')])
    .where('account_id', '=', accountId)
    .groupBy('place')
    .execute()
  return Object.fromEntries(rows.map(row => [row.place, Number(row.total)]))
}

/** The pull requests with their repository and decision. */
const described = (db: Reader, filter: PullFilter, matches?: Matches) =>
  matching(db, filter, matches)
    .innerJoin('repository', 'repository.id', 'pull.repository_id')
    .leftJoin('decision', 'decision.id', 'pull.decision_id')
    .select(['pull.id', 'repository.host', 'repository.name as repo', 'pull.number', 'pull.merge_commit'])
    .select(['pull.title', 'pull.url', 'pull.merged_at', 'pull.place', 'pull.promoted_at'])
    .select(['decision.visibility', 'decision.kind', 'decision.magnitude', 'decision.confidence'])
    .select(['decision.reason', 'decision.layer'])

const searched = (db: Reader, search: LedgerSearch, matches?: Matches) =>
  described(db, search, matches)
    .leftJoin('entry_pull_request as link', join =>
      join.onRef('link.pull_request_id', '=', 'pull.id').on('link.live', '=', 1),
    )
    .select(['pull.author', 'pull.files_changed', 'pull.additions', 'pull.deletions', 'pull.shipped_in'])
    .select(['pull.reverts_number', 'pull.reverts_commit', 'link.entry_id'])

/**
 * The filtered pull requests. Other tables are read only if a filter needs them, so that counting all merges
 * of an account uses only an index.
 */
function matching(
  db: Reader,
  { accountId, id, place, visibility, kind, repo, promoted, text = '' }: PullFilter,
  matches?: Matches,
) {
  return db
    .selectFrom('pull_request as pull')
    .$if(accountId !== undefined, query => query.where('pull.account_id', '=', accountId ?? ''))
    .$if(id !== undefined, query => query.where('pull.id', '=', id ?? ''))
    .$if(place !== undefined, query => query.where('pull.place', '=', place ?? ''))
    .$if(visibility !== undefined || kind !== undefined, query =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('decision as made')
            .select('made.id')
            .whereRef('made.id', '=', 'pull.decision_id')
            .$call(made => (visibility === undefined ? made : made.where('made.visibility', '=', visibility)))
            .$call(made => (kind === undefined ? made : made.where('made.kind', '=', kind))),
        ),
      ),
    )
    .$if(repo !== undefined, query =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('repository as home')
            .select('home.id')
            .whereRef('home.id', '=', 'pull.repository_id')
            .where('home.name', '=', repo ?? ''),
        ),
      ),
    )
    .$if(promoted !== undefined, query => query.where('pull.promoted_at', promoted ? 'is not' : 'is', null))
    .$call(query => (matches ? query.where(titleOrNumberMatches(text, matches)) : query))
}

/** Matches the title, and for `12` and `#12` also the number. */
function titleOrNumberMatches(words: string, matches: Matches) {
  const number = /^#?(\d{1,9})$/.exec(words)?.[1]
  const title = matches(sql`pull.id`)
  return number === undefined ? title : sql<boolean>`(pull.number = ${Number(number)} or ${title})`
}

/** All matching pull requests of the ledger, newest merge first, ties by id. */
export const listPulls = (db: Reader, filter: Pick<PullFilter, 'accountId' | 'id' | 'place'>) =>
  described(db, filter)
    .select('pull.classification_error')
    .orderBy('pull.merged_at', 'desc')
    .orderBy('pull.id')
    .execute()
