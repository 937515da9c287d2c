import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type ActionContext, recordActivity } from '#accounts/activity.ts'
import { keepErased } from '#accounts/erased.ts'
import { touchFeeds } from '#accounts/feed-revision.ts'
import { appConnectionKey } from '#pipeline/webhooks/host-events.ts'
import type { Database } from '#platform/db/database.ts'
import type { Reader, Schema, Tx } from '#platform/db/schema.ts'
import { indexTexts } from '#platform/db/search-text.ts'
import { AppError } from '#platform/errors.ts'
import { type ErasedAuthors, erasedAuthors, withoutWord } from '#pulls/erased-authors.ts'
import { rowsOf } from './rows.ts'

const ROWS_AT_ONCE = 200
/** Tables that are handled separately, or that contain no text of others. */
const APART: readonly (keyof Schema)[] = ['delivery', 'search_text', 'erased', 'job', 'ticket', 'token']

/**
 * Erases an author's name from everything recorded in an account, and keeps a hash of it, so that the name is removed from whatever is read
 * later. Returns the number of rows that contained the name, and whether it is a login that texts keep as an ordinary word. After an
 * interruption it can be run again.
 */
export async function eraseAuthor(
  db: Database,
  context: ActionContext,
  accountId: string,
  given: string,
): Promise<{ changed: number; staysAsWord: boolean }> {
  const name = given.trim().replace(/^@/, '')
  if (name === '') throw new AppError('invalid_parameter', 'A name needs at least one character.')
  await db.write(tx => keepErased(tx, 'author', accountId, name, name.split(/\s+/).length))
  const erased = await erasedAuthors(db.read, accountId)
  if (erased === null) return { changed: 0, staysAsWord: false }
  const like = patternOf(name)
  const word = await wordOf(db.read, accountId, name, like)
  let changed = 0
  const columns = await textColumns(db.read)
  for (const { table, isOwn } of rowsOf(accountId))
    if (!APART.includes(table))
      changed += await eraseIn(db, { table, isOwn, columns: columns.get(table) ?? [] }, like, value =>
        without(value, erased, word),
      )
  changed += await emptyDeliveries(db, accountId, like)
  await db.write(async tx => {
    await indexAgain(tx, accountId, name)
    await touchFeeds(tx, context.clock, accountId, 'all')
    await recordActivity(tx, context, 'author erased', { accountId })
  })
  return { changed, staysAsWord: word === null && !/[\s@]/.test(name) }
}

/**
 * The pattern of a name for `like`. Databases differ in which letters they fold, and an accent may be a character of its own, so any letter
 * with an accent or outside ASCII matches everything.
 */
const patternOf = (name: string): string =>
  `%${name
    .normalize('NFC')
    .toLowerCase()
    .replace(/\s+|[^\x20-\x7e]/g, '%')}%`

async function textColumns(db: Reader): Promise<Map<string, string[]>> {
  const tables = await db.introspection.getTables()
  const isText = ({ dataType, name }: { dataType: string; name: string }) =>
    dataType.toLowerCase() === 'text' && !/^id$|_id$|hash/.test(name)
  return new Map(tables.map(({ name, columns }) => [name, columns.filter(isText).map(column => column.name)]))
}

const names = (columns: readonly string[], like: string): RawBuilder<SqlBool> =>
  sql`(${sql.join(
    columns.map(column => sql`lower(${sql.ref(column)}) like ${like}`),
    sql` or `,
  )})`

/** Erases the name from the rows of a table that may contain it, in storage order and in a few transactions. */
async function eraseIn(
  db: Database,
  { table, isOwn, columns }: { table: keyof Schema; isOwn: RawBuilder<SqlBool>; columns: readonly string[] },
  like: string,
  without: (value: Value) => string | null,
): Promise<number> {
  if (columns.length === 0) return 0
  const isSqlite = db.engine === 'sqlite'
  const key = isSqlite ? sql`rowid` : sql`ctid`
  const asKey = (text: string) => (isSqlite ? sql`cast(${text} as integer)` : sql`${text}::tid`)
  const [shown, lock] = isSqlite ? [sql`cast(rowid as text)`, sql``] : [sql`ctid::text`, sql`for update`]
  let [changed, last] = [0, isSqlite ? '-1' : '(0,0)']
  for (;;) {
    const rows = await db.write(async tx => {
      const found = await sql<Record<string, string | null> & { key: string }>`
        select ${shown} as key, ${sql.join(columns.map(column => sql.ref(column)))} from ${sql.table(table)}
        where ${isOwn} and ${key} > ${asKey(last)} and ${names(columns, like)}
        order by ${key} limit ${sql.lit(ROWS_AT_ONCE)} ${lock}`.execute(tx)
      for (const row of found.rows) {
        const after = changesOf(row, columns, without)
        if (after.length === 0) continue
        changed++
        await sql`update ${sql.table(table)} set ${sql.join(after)} where ${key} = ${asKey(row.key)}`.execute(
          tx,
        )
      }
      return found.rows
    })
    if (rows.length < ROWS_AT_ONCE) return changed
    last = rows.at(-1)?.key ?? last
  }
}

const changesOf = (
  row: Record<string, string | null>,
  columns: readonly string[],
  without: (value: Value) => string | null,
): RawBuilder<unknown>[] =>
  columns.flatMap(column => {
    const before = row[column] ?? null
    if (before === null) return []
    const after = without({ column, text: before })
    return after === before ? [] : [sql`${sql.ref(column)} = ${after}`]
  })

interface Value {
  column: string
  text: string
}

function without({ column, text }: Value, erased: ErasedAuthors, word: string | null): string | null {
  if (column === 'author' && erased.has(text)) return null
  if (column === 'head_branch' || column === 'base_branch') return erased.branch(text)
  if (!/^[[{]/.test(text)) return erased.text(text, word)
  try {
    const before = JSON.parse(text)
    const after = JSON.stringify(erased.json(before, word))
    return after === JSON.stringify(before) ? text : after
  } catch {
    return erased.text(text, word)
  }
}

/**
 * The name as a word that refers to nobody else, since texts about a pull request leave out the sign of a
 * mention. Null if pull requests contain it as an ordinary word.
 */
async function wordOf(db: Reader, accountId: string, name: string, like: string): Promise<string | null> {
  const word = name.toLowerCase()
  const rows = await db
    .selectFrom('pull_request')
    .select(['title', 'body'])
    .where('account_id', '=', accountId)
    .where(names(['title', 'body'], like))
    .execute()
  const isOther = rows.some(({ title, body }) =>
    [title, ...body.split('\n').filter(line => !/^[ \t]*[a-z-]+-by:/i.test(line))].some(
      text => withoutWord(text, word) !== text,
    ),
  )
  return isOther ? null : word
}

/**
 * Empties the bodies of processed deliveries. They come from a host and contain more about a person than the
 * name; once processed they are not needed.
 */
async function emptyDeliveries(db: Database, accountId: string, like: string): Promise<number> {
  const apps = await db.read
    .selectFrom('installation')
    .select('app_id')
    .where('account_id', '=', accountId)
    .execute()
  const connections = apps.map(app => appConnectionKey(app.app_id))
  const { numUpdatedRows } = await db.write(tx =>
    tx
      .updateTable('delivery')
      .set({ body: '{}' })
      .where('state', '<>', 'received')
      .where(({ or, eb }) =>
        or([eb('account_id', '=', accountId), eb('connection', 'in', ['', ...connections])]),
      )
      .where(names(['body'], like))
      .executeTakeFirst(),
  )
  return Number(numUpdatedRows)
}

/** Updates the search index of the pull requests that are found by the name. */
async function indexAgain(tx: Tx, accountId: string, name: string): Promise<void> {
  const parts = name.toLowerCase().match(/[a-z0-9]+/g) ?? ['']
  const longest = parts.reduce((one, other) => (other.length > one.length ? other : one))
  const rows = await tx
    .selectFrom('search_text as found')
    .leftJoin('entry', 'entry.id', 'found.entry_id')
    .leftJoin('entry_translation as translation', join =>
      join
        .onRef('translation.entry_id', '=', 'found.entry_id')
        .onRef('translation.language', '=', 'found.language'),
    )
    .leftJoin('pull_request as pull', 'pull.id', 'found.pull_request_id')
    .select(['found.entry_id', 'found.language', 'found.pull_request_id'])
    .select([
      'entry.title',
      'entry.body',
      'translation.title as translated',
      'translation.body as translation',
    ])
    .select('pull.title as pull_title')
    .where('found.account_id', '=', accountId)
    .where(sql<SqlBool>`cast(found.terms as text) like ${`%${longest}%`}`)
    .execute()
  await indexTexts(
    tx,
    rows.map(row =>
      row.pull_request_id !== null
        ? { accountId, pullRequestId: row.pull_request_id, text: row.pull_title ?? '' }
        : {
            accountId,
            entryId: row.entry_id ?? '',
            ...(row.language !== null && { language: row.language }),
            text: row.language === null ? `${row.title} ${row.body}` : `${row.translated} ${row.translation}`,
          },
    ),
  )
}
