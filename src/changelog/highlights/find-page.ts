import { CompiledQuery, type RawBuilder, type Selectable, sql } from 'kysely'
import { MAGNITUDES } from '#judgement/classification/classification.ts'
import type { Database } from '#platform/db/database.ts'
import type { Reader, Schema } from '#platform/db/schema.ts'
import { asciiLowerCase, lowerNameColumn } from '#pulls/repositories/repositories.ts'
import type { PageQuery } from './cursor.ts'

/** The columns that are read of a stored highlight. */
export type FoundHighlight = Pick<
  Selectable<Schema['highlight']>,
  'pull_request_id' | 'newest_first' | 'content'
> & {
  repo: string
}

/** The indexed expressions. They must be written exactly as in the migration, or the database does not use the index. */
const INDEX_KEYS = {
  account: sql.raw('account_id'),
  accountKind: sql.raw("account_id || ' ' || kind"),
  accountMagnitude: sql.raw("account_id || ' ' || magnitude"),
  accountKindMagnitude: sql.raw("account_id || ' ' || kind || ' ' || magnitude"),
  repositoryMagnitude: sql.raw("repository_id || ' ' || magnitude"),
  repositoryKindMagnitude: sql.raw("repository_id || ' ' || kind || ' ' || magnitude"),
}

type IndexKey = keyof typeof INDEX_KEYS

/** Ranges of one index. Within each, all rows match and are in page order. */
interface IndexRanges {
  index: IndexKey
  values: string[]
}

const MAX_QUERIES = 500

type Readable = Pick<Database, 'read' | 'firstOfAll'>

/** The rows of a page, newest merge first; ties are ordered by id. */
type FindPage = (accountId: string, query: PageQuery, limit: number) => Promise<readonly FoundHighlight[]>

/**
 * Reads each combination of scope, kind and magnitude from its own range of an index, up to the page's limit, so that the cost depends
 * on the page size and not on the size of the table. The SQL is cached, because compiling a query takes longer than running it.
 */
export function createPageFinder(db: Readable): FindPage {
  const queries = new Map<string, string>()
  const textFor = (index: IndexKey, count: number, limit: number): string => {
    const shape = `${index} ${count} ${limit}`
    const known = queries.get(shape)
    if (known !== undefined) return known
    if (queries.size >= MAX_QUERIES) queries.clear()
    const text = pageQuery(db, index, count, limit).compile(db.read).sql
    queries.set(shape, text)
    return text
  }
  return async (accountId, query, limit) => {
    const { index, values } = await indexRanges(db.read, accountId, query)
    if (values.length === 0) return []
    const text = textFor(index, values.length, limit)
    const compiled = CompiledQuery.raw(text, parametersOf(values, query))
    return (await db.read.executeQuery<FoundHighlight>(compiled)).rows
  }
}

async function indexRanges(db: Reader, accountId: string, { filters }: PageQuery): Promise<IndexRanges> {
  const { repo, kinds, minMagnitude } = filters
  const magnitudes = MAGNITUDES.slice(MAGNITUDES.indexOf(minMagnitude))
  if (repo !== null) {
    const repositories = await repositoriesNamed(db, accountId, repo)
    return kinds
      ? rangesOf('repositoryKindMagnitude', repositories, kinds, magnitudes)
      : rangesOf('repositoryMagnitude', repositories, magnitudes)
  }
  const isAnySize = magnitudes.length === MAGNITUDES.length
  const account = [accountId]
  if (kinds && isAnySize) return rangesOf('accountKind', account, kinds)
  if (kinds) return rangesOf('accountKindMagnitude', account, kinds, magnitudes)
  return isAnySize ? rangesOf('account', account) : rangesOf('accountMagnitude', account, magnitudes)
}

/** The ranges of an index to be read: one for each combination of values. */
const rangesOf = (index: IndexKey, ...parts: readonly (readonly string[])[]): IndexRanges => ({
  index,
  values: parts.reduce((values, part) =>
    values.flatMap(value => part.map(word => `${value} ${word}`)),
  ) as string[],
})

/** The repositories of this name; there may be several, since a name can exist on more than one host. */
async function repositoriesNamed(db: Reader, accountId: string, name: string): Promise<string[]> {
  const rows = await db
    .selectFrom('repository')
    .select('id')
    .where('account_id', '=', accountId)
    .where(lowerNameColumn, '=', asciiLowerCase(name))
    .execute()
  return rows.map(({ id }) => id)
}

/** Builds the query of a page. Its values are placeholders; `parametersOf` gives the actual ones in the same order. */
function pageQuery(
  { firstOfAll }: Readable,
  index: IndexKey,
  count: number,
  limit: number,
): RawBuilder<FoundHighlight> {
  const range = sql`
    select pull_request_id, newest_first, content, (select name from repository where id = repository_id) as repo
    from highlight where ${INDEX_KEYS[index]} = ${''}
      and (newest_first, pull_request_id) > (${0}, ${''}) and newest_first <= ${0}`
  const ranges = Array.from({ length: count }, () => range)
  return firstOfAll(ranges, sql`newest_first, pull_request_id`, limit)
}

function parametersOf(values: readonly string[], { window, after }: PageQuery): unknown[] {
  // The empty string sorts before every id, so the first page starts at the end of the window.
  const [mergedAt, id] = after ? [after.mergedAt, after.id] : [window.to, '']
  return values.flatMap(value => [value, -mergedAt, id, -window.from])
}
