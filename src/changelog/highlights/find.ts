import { CompiledQuery, type RawBuilder, type Selectable, sql } from 'kysely'
import { MAGNITUDES } from '#judgement/classification/classification.ts'
import type { Database } from '#platform/db/database.ts'
import type { Reader } from '#platform/db/schema.ts'
import type { HighlightTable } from '#platform/db/tables/changelog.ts'
import { asciiLowerCase, lowerNameColumn } from '#pulls/repositories.ts'
import type { PageQuery } from './cursor.ts'

/** What is read of a stored highlight. */
export type FoundHighlight = Pick<
  Selectable<HighlightTable>,
  'pull_request_id' | 'newest_first' | 'content'
> & {
  repo: string
}

/** The indexed texts, as the migration has them: only in the very same words does an index fit. */
const INDEX_KEYS = {
  account: sql.raw('account_id'),
  accountKind: sql.raw("account_id || ' ' || kind"),
  accountMagnitude: sql.raw("account_id || ' ' || magnitude"),
  accountKindMagnitude: sql.raw("account_id || ' ' || kind || ' ' || magnitude"),
  repositoryMagnitude: sql.raw("repository_id || ' ' || magnitude"),
  repositoryKindMagnitude: sql.raw("repository_id || ' ' || kind || ' ' || magnitude"),
}

type IndexKey = keyof typeof INDEX_KEYS

/** Parts of one index: in each, everything that fits is in order already. */
interface IndexRanges {
  way: IndexKey
  values: string[]
}

const MAX_QUERIES = 500

type Readable = Pick<Database, 'read' | 'firstOfAll'>

/** The rows of a page, newest merge first, ties by id. */
export type FindPage = (
  accountId: string,
  reading: PageQuery,
  limit: number,
) => Promise<readonly FoundHighlight[]>

/**
 * Each combination of scope, kind and magnitude is looked up in its own stretch of an index, and no more is read of each than the
 * page can take: so the cost depends on the page and not on how many merges lie between the ones that match. The text of a query is
 * put together once for each shape, because that took longer than answering it.
 */
export function createPageFinder(db: Readable): FindPage {
  const texts = new Map<string, string>()
  const textFor = (way: IndexKey, count: number, limit: number): string => {
    const shape = `${way} ${count} ${limit}`
    const known = texts.get(shape)
    if (known !== undefined) return known
    if (texts.size >= MAX_QUERIES) texts.clear()
    const text = pageQuery(db, way, count, limit).compile(db.read).sql
    texts.set(shape, text)
    return text
  }
  return async (accountId, reading, limit) => {
    const { way, values } = await indexRanges(db.read, accountId, reading)
    if (values.length === 0) return []
    const text = textFor(way, values.length, limit)
    const query = CompiledQuery.raw(text, parametersOf(values, reading))
    return (await db.read.executeQuery<FoundHighlight>(query)).rows
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

/** One for each combination. */
const rangesOf = (way: IndexKey, ...parts: readonly (readonly string[])[]): IndexRanges => ({
  way,
  values: parts.reduce((texts, part) =>
    texts.flatMap(text => part.map(word => `${text} ${word}`)),
  ) as string[],
})

/** The same name on two hosts is two repositories. */
async function repositoriesNamed(db: Reader, accountId: string, name: string): Promise<string[]> {
  const rows = await db
    .selectFrom('repository')
    .select('id')
    .where('account_id', '=', accountId)
    .where(lowerNameColumn, '=', asciiLowerCase(name))
    .execute()
  return rows.map(({ id }) => id)
}

/** What stands for values here is exchanged at each question, in the order of `parametersOf`. */
function pageQuery(
  { firstOfAll }: Readable,
  way: IndexKey,
  count: number,
  limit: number,
): RawBuilder<FoundHighlight> {
  const stretch = sql`
    select pull_request_id, newest_first, content, (select name from repository where id = repository_id) as repo
    from highlight where ${INDEX_KEYS[way]} = ${''}
      and (newest_first, pull_request_id) > (${0}, ${''}) and newest_first <= ${0}`
  const stretches = Array.from({ length: count }, () => stretch)
  return firstOfAll(stretches, sql`newest_first, pull_request_id`, limit)
}

function parametersOf(values: readonly string[], { window, after }: PageQuery): unknown[] {
  // Before any id there is the empty text: so the first page begins right at the window's end.
  const [mergedAt, id] = after ? [after.mergedAt, after.id] : [window.to, '']
  return values.flatMap(value => [value, -mergedAt, id, -window.from])
}
