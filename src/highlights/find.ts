import { type RawBuilder, type Selectable, sql } from 'kysely'
import { MAGNITUDES } from '#classification/classification.ts'
import type { Reader } from '#db/schema.ts'
import type { HighlightTable } from '#db/tables/highlights.ts'
import type { Reading } from './cursor.ts'

/** What is read of a stored highlight. */
export type FoundHighlight = Pick<
  Selectable<HighlightTable>,
  'pull_request_id' | 'newest_first' | 'content'
> & {
  repo: string
}

/** The indexed texts, as the migration has them: only in the very same words does an index fit. */
const WAYS = {
  account: sql.raw('account_id'),
  accountKind: sql.raw("account_id || ' ' || kind"),
  accountMagnitude: sql.raw("account_id || ' ' || magnitude"),
  accountKindMagnitude: sql.raw("account_id || ' ' || kind || ' ' || magnitude"),
  repositoryMagnitude: sql.raw("repository_id || ' ' || magnitude"),
  repositoryKindMagnitude: sql.raw("repository_id || ' ' || kind || ' ' || magnitude"),
}

/** One stretch of an index, in which everything that fits is in order already. */
interface Stretch {
  way: keyof typeof WAYS
  value: string
}

/**
 * The rows of a page, newest merge first, ties by id. Each combination of scope, kind and magnitude is looked up in its own
 * stretch of an index, at most a page of each, and these are merged: so the cost depends on the page and not on how many merges lie
 * between the ones that match.
 */
export async function findHighlights(
  db: Reader,
  accountId: string,
  reading: Reading,
  limit: number,
): Promise<FoundHighlight[]> {
  const stretches = await stretchesOf(db, accountId, reading)
  if (stretches.length === 0) return []
  const { rows } = await pageQuery(stretches, reading, limit).execute(db)
  return rows
}

async function stretchesOf(db: Reader, accountId: string, { filters }: Reading): Promise<Stretch[]> {
  const { repo, kinds, minMagnitude } = filters
  const magnitudes = MAGNITUDES.slice(MAGNITUDES.indexOf(minMagnitude))
  if (repo !== null) {
    const repositories = await repositoriesNamed(db, accountId, repo)
    return kinds
      ? stretchesFor('repositoryKindMagnitude', repositories, kinds, magnitudes)
      : stretchesFor('repositoryMagnitude', repositories, magnitudes)
  }
  const isAnySize = magnitudes.length === MAGNITUDES.length
  const account = [accountId]
  if (kinds && isAnySize) return stretchesFor('accountKind', account, kinds)
  if (kinds) return stretchesFor('accountKindMagnitude', account, kinds, magnitudes)
  return isAnySize ? stretchesFor('account', account) : stretchesFor('accountMagnitude', account, magnitudes)
}

/** One for each combination. */
const stretchesFor = (way: Stretch['way'], ...parts: readonly (readonly string[])[]): Stretch[] =>
  parts
    .reduce((texts, part) => texts.flatMap(text => part.map(word => (text ? `${text} ${word}` : word))), [''])
    .map(value => ({ way, value }))

/** The same name on two hosts is two repositories. */
async function repositoriesNamed(db: Reader, accountId: string, name: string): Promise<string[]> {
  const rows = await db
    .selectFrom('repository')
    .select('id')
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .execute()
  return rows.map(({ id }) => id)
}

/** The query is text, because putting it together from parts took longer than answering it. */
function pageQuery(
  stretches: readonly Stretch[],
  reading: Reading,
  limit: number,
): RawBuilder<FoundHighlight> {
  const parts = stretches.map(
    stretch => sql`select * from (${stretchQuery(stretch, reading, limit)}) as stretch`,
  )
  return sql`
    select pull_request_id, newest_first, content, repository.name as repo
    from (${sql.join(parts, sql` union all `)} order by newest_first, pull_request_id limit ${limit}) as page
    join repository on repository.id = page.repository_id
    order by newest_first, pull_request_id`
}

const COLUMNS = sql.raw('pull_request_id, repository_id, newest_first, content')

/** With an order and a limit of its own: PostgreSQL would otherwise read and sort the whole of each. */
function stretchQuery({ way, value }: Stretch, { window, after }: Reading, limit: number) {
  // Before any id there is the empty text: so the first page begins right at the window's end.
  const [mergedAt, id] = after ? [after.mergedAt, after.id] : [window.to, '']
  return sql`
    select ${COLUMNS} from highlight
    where ${WAYS[way]} = ${value}
      and (newest_first, pull_request_id) > (${-mergedAt}, ${id}) and newest_first <= ${-window.from}
    order by newest_first, pull_request_id limit ${limit}`
}
