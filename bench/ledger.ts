import { CompiledQuery, sql } from 'kysely'
import { type HighlightRow, highlightRow } from '#changelog/ledger/highlight-projection.ts'
import { KINDS } from '#judgement/classification/classification.ts'
import type { Database, Engine } from '#platform/db/database.ts'
import type { Tx } from '#platform/db/schema.ts'

const DAY_MS = 86_400_000
/** Rows in one statement: about as many as both engines allow. */
const BATCH = 4_000
/** Statements in one transaction: enough that each page of an index is written a few times rather than a few hundred. */
const STATEMENTS = 25
const OTHERS = 40

/** The account that has a fifth of all pull requests. */
export const BIG_ACCOUNT = idOf(0)
/** The rarest kind: a hundred pull requests have it at any table size, so a page of it is as long in a small table as in a large one. */
export const RAREST = 'security'
const OF_RAREST = 100
const USUAL = ['feature', 'improvement', 'performance', 'fix', 'fix', 'fix', 'fix'] as const

/**
 * Fills the ledger with `count` pull requests, spread evenly over the year before `now`; two of three are highlights. To record a million
 * through the product's own code would take an hour, so only the rows that the query reads are written; decisions are not.
 */
export async function fillLedger(db: Database, count: number, now: number): Promise<void> {
  await db.write(accounts)
  const remake = await withoutIndexes(db)
  const step = Math.floor((364 * DAY_MS) / count)
  const starts = Array.from({ length: Math.ceil(count / BATCH) }, (_, n) => n * BATCH)
  for (let first = 0; first < starts.length; first += STATEMENTS) {
    await db.write(async tx => {
      // Foreign keys hold by construction; checking each would double the time.
      if (db.engine === 'postgres') await sql`set local session_replication_role = replica`.execute(tx)
      for (const from of starts.slice(first, first + STATEMENTS)) {
        const numbers = Array.from({ length: Math.min(BATCH, count - from) }, (_, n) => from + n)
        const pulls = numbers.map(n => pullOf(n, count, now - n * step))
        await insert(db.engine, tx, pulls)
      }
    })
  }
  for (const text of remake) await db.write(tx => sql.raw(text).execute(tx))
  if (db.engine === 'postgres') await sql`analyze`.execute(db.read)
}

const INDEXES = {
  sqlite: sql<Index>`select name, sql as text from sqlite_schema
    where type = 'index' and sql is not null and tbl_name in ('highlight', 'pull_request')`,
  postgres: sql<Index>`select indexname as name, indexdef as text from pg_indexes where schemaname = 'public'
    and tablename in ('highlight', 'pull_request') and indexname not in (select conname from pg_constraint)`,
}

interface Index {
  name: string
  text: string
}

/** Drops the indexes and gives the statements that create them: building an index at the end is faster than updating it for each row. */
async function withoutIndexes(db: Database): Promise<string[]> {
  const { rows } = await INDEXES[db.engine].execute(db.read)
  for (const { name } of rows) await db.write(tx => sql`drop index ${sql.ref(name)}`.execute(tx))
  return rows.map(({ text }) => text)
}

/** A random-looking UUID for each number below a million: neighbours in time are no neighbours in an index of ids. */
function idOf(n: number): string {
  return `00000000-0000-4000-8000-${String(1_000_000_000_000 + ((n * 7_919) % 1_000_003)).slice(1)}`
}

async function accounts(tx: Tx): Promise<void> {
  for (let n = 0; n <= OTHERS; n++) {
    const id = idOf(n)
    const account = {
      id,
      public_id: id,
      name: `Team ${n}`,
      allowed_origins: null,
      language: 'en',
      created_at: 0,
    }
    await tx.insertInto('account').values(account).execute()
    const repository = { id, account_id: id, host: 'github.com', name: 'acme/app', created_at: 0 }
    await tx.insertInto('repository').values(repository).execute()
  }
}

interface Pull {
  isRarest: boolean
  id: string
  owner: string
  number: number
  mergedAt: number
  url: string
  title: string
}

const pullOf = (number: number, count: number, mergedAt: number): Pull => ({
  isRarest: number % Math.ceil(count / OF_RAREST) === 0,
  id: idOf(number),
  owner: idOf(number % 5 === 0 ? 0 : 1 + (number % OTHERS)),
  number,
  mergedAt,
  url: `https://github.com/acme/app/pull/${number}`,
  title: `fix: receipts no longer lose their place after a refresh (${number})`,
})

async function insert(engine: Engine, tx: Tx, pulls: readonly Pull[]): Promise<void> {
  const given = pulls.flatMap(({ id, owner, number, mergedAt, url, title }) => [
    id,
    owner,
    owner,
    number,
    mergedAt,
    url,
    title,
  ])
  await tx.executeQuery(CompiledQuery.raw(`${PULLS} ${places(engine, pulls.length, 7, REST)}`, given))
  const highlights = pulls.filter(({ number }) => number % 3 !== 1).map(highlightOf)
  const values = highlights.flatMap(row => COLUMNS.map(column => row[column]))
  const text = `insert into highlight (${COLUMNS.join(', ')}) values ${places(engine, highlights.length, COLUMNS.length)}`
  await tx.executeQuery(CompiledQuery.raw(text, values))
}

const BODY = 'Customers told us that this part was hard to use on a slow connection. '.repeat(2)
const PULLS = `insert into pull_request (id, account_id, repository_id, number, merged_at, url, title, place, recorded_at,
  author_is_bot, files_changed, additions, deletions, labels, linked_issues, body, commits, fragments, files) values`
const REST = `, 'drafted', 0, 0, 3, 40, 2, '[]', '[]', '${BODY}', '[]', '[]', '[]'`
const COLUMNS = [
  'pull_request_id',
  'account_id',
  'repository_id',
  'kind',
  'magnitude',
  'newest_first',
  'content',
] as const

/** The placeholders of an insert: `(?, ?), (?, ?)`, or `($1, $2), ($3, $4)` for PostgreSQL. */
const places = (engine: Engine, rows: number, columns: number, rest = ''): string =>
  Array.from({ length: rows }, (_, row) => {
    const one = (column: number) => (engine === 'sqlite' ? '?' : `$${row * columns + column + 1}`)
    return `(${Array.from({ length: columns }, (_, column) => one(column)).join(', ')}${rest})`
  }).join(', ')

function highlightOf({ isRarest, id, owner, number, mergedAt, url, title }: Pull): HighlightRow {
  const told = {
    id,
    account_id: owner,
    repository_id: owner,
    number,
    url,
    title,
    merged_at: mergedAt,
    promoted_at: null,
    confidence: 'high' as const,
    reason: 'The title begins with "fix" and product code changed.',
  }
  return highlightRow(told, {
    kind: isRarest ? RAREST : (USUAL[number % USUAL.length] ?? KINDS[0]),
    magnitude: number % 50 === 0 ? 'major' : number % 4 === 0 ? 'minor' : 'patch',
    pitch: PITCH,
  })
}

const PITCH =
  'Receipts no longer lose their place after a refresh\n\nReceipts keep what was typed when the connection drops, show how long it will take, and let you stop it.'
