import { sql } from 'kysely'
import pg from 'pg'
import { createAccount } from '#accounts/account.ts'
import { changePage } from '#changelog/page/settings.ts'
import { systemClock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { randomIds } from '#platform/ids.ts'
import { findOrCreateRepository } from '#pulls/repositories/repositories.ts'

/** How many merges, published entries and drafts each account of the installation has. */
export const MERGES_EACH = 400
const PUBLISHED_EACH = 55
const DRAFTS_EACH = 5

const TABLES = ['pull_request', 'decision', 'entry', 'entry_pull_request', 'highlight', 'pitch']
const BODY =
  'Customers told us that this part was hard to use on a slow connection, and support answered it weekly. '.repeat(
    4,
  )
const FILES = JSON.stringify(
  Array.from({ length: 6 }, (_, n) => ({
    path: `src/part-${n}.ts`,
    additions: 9,
    deletions: 2,
    status: 'modified',
  })),
)

/**
 * Fills an empty PostgreSQL database, which is at this address, with so many accounts, each with a page, a repository, merges over the last two years, published
 * entries and drafts, as its product would have stored them. Gives the accounts' internal and public ids.
 */
export async function fillInstallation(
  db: Database,
  url: string,
  accounts: number,
): Promise<{ id: string; publicId: string }[]> {
  const created = []
  for (let n = 0; n < accounts; n++) created.push(await anAccount(db, n))
  const indexes = await withoutIndexes(db)
  const filling = STATEMENTS.map(statement => statement.compile(db.read).sql)
  await atLeisure(url, [...filling, ...indexes, 'vacuum analyze'])
  return created
}

/** Runs the statements over a connection of its own, without the time limits that the product sets on each statement. */
async function atLeisure(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    // Foreign keys hold by construction; checking each would double the time.
    for (const text of ['set session_replication_role = replica', ...statements]) await client.query(text)
  } finally {
    await client.end()
  }
}

function anAccount({ write }: Database, n: number) {
  const context = {
    clock: systemClock,
    ids: randomIds,
    actor: 'bench',
    hostRules: { operatorHosts: [], proof: 'dns' as const },
  }
  return write(async tx => {
    const account = await createAccount(tx, systemClock, randomIds, { name: `Team ${n}` })
    await findOrCreateRepository(tx, systemClock, randomIds, account.id, {
      host: 'github.com',
      repo: 'acme/app',
    })
    await changePage(tx, context, account.id, { isOn: true, name: `team-${n}` })
    return { id: account.id, publicId: account.publicId }
  })
}

/** Drops the indexes and gives the statements that create them: building an index at the end is faster than updating it for each row. */
async function withoutIndexes(db: Database): Promise<string[]> {
  const { rows } = await sql<{
    name: string
    text: string
  }>`select indexname as name, indexdef as text from pg_indexes
    where schemaname = 'public' and tablename in (${sql.join(TABLES)}) and indexname not in (select conname from pg_constraint)`.execute(
    db.read,
  )
  for (const { name } of rows) await db.write(tx => sql`drop index ${sql.ref(name)}`.execute(tx))
  return rows.map(({ text }) => text)
}

/** An id that looks random (UUID, version 4), made of the account and a number. */
const id = (prefix: string) =>
  sql`(overlay(overlay(md5(${sql.lit(prefix)} || repository.account_id || i) placing '4' from 13) placing '8' from 17)::uuid)::text`
const each = (count: number) => sql`from repository cross join generate_series(1, ${sql.lit(count)}) as i`

/** The time of merge `i`, in milliseconds: the merges are spread evenly over the last two years, the newest first. */
const at = sql`(extract(epoch from now()) * 1000)::bigint - i::bigint * ${sql.lit(Math.floor((730 * 86_400_000) / MERGES_EACH))}`
const state = sql`case when i <= ${sql.lit(DRAFTS_EACH)} then 'draft' else 'published' end`
const ENTRIES = PUBLISHED_EACH + DRAFTS_EACH
const title = sql`'Receipts no longer lose their place after a refresh (' || i || ')'`

const STATEMENTS = [
  sql`insert into pull_request (id, account_id, repository_id, number, merged_at, url, title, place, decision_id, recorded_at,
      author_is_bot, files_changed, additions, deletions, labels, linked_issues, body, commits, fragments, files)
    select ${id('p')}, account_id, repository.id, i, ${at}, 'https://github.com/acme/app/pull/' || i, 'fix: ' || ${title},
      case when i <= ${sql.lit(DRAFTS_EACH)} then 'drafted' when i <= ${sql.lit(ENTRIES)} then 'announced' else 'internal' end,
      ${id('d')}, ${at}, 0, 6, 54, 12, '[]', '[]', ${sql.lit(BODY)}, '[]', '[]', ${sql.lit(FILES)} ${each(MERGES_EACH)}`,
  sql`insert into decision (id, account_id, pull_request_id, made_at, layer, version, input_hash, visibility, kind, magnitude,
      confidence, score, reason, evidence)
    select ${id('d')}, account_id, ${id('p')}, ${at}, 'model', '1', '',
      case when i <= ${sql.lit(ENTRIES)} then 'user-facing' else 'internal' end, 'fix', 'patch', 'high', 0.9,
      'The title begins with "fix" and product code changed.', '[]' ${each(MERGES_EACH)}`,
  sql`insert into entry (id, account_id, state, title, body, machine_title, machine_body, kind, magnitude, primary_pull_request_id,
      decision_id, published_at, updated_at, ingest_mode, created_at)
    select ${id('e')}, account_id, ${state}, ${title}, ${sql.lit(BODY)}, ${title}, ${sql.lit(BODY)},
      case when i % 9 = 0 then 'security' else 'fix' end, 'patch', ${id('p')}, ${id('d')},
      case when i > ${sql.lit(DRAFTS_EACH)} then ${at} end, ${at}, 'live', ${at} ${each(ENTRIES)}`,
  sql`insert into entry_pull_request (entry_id, pull_request_id, account_id, live)
    select ${id('e')}, ${id('p')}, account_id, 1 ${each(ENTRIES)}`,
  sql`insert into pitch (pull_request_id, account_id, headline, body, writer, written_at)
    select ${id('p')}, account_id, ${title}, ${sql.lit(BODY)}, 'offline', ${at} ${each(ENTRIES)}`,
  sql`insert into highlight (pull_request_id, account_id, repository_id, kind, magnitude, newest_first, content)
    select ${id('p')}, account_id, repository.id, 'fix', 'patch', -(${at}), json_build_object('title', ${title}, 'pitch', ${sql.lit(BODY)})::text
    ${each(ENTRIES)}`,
  sql`insert into job (id, account_id, kind, payload, priority, turn, available_at, attempts, created_at)
    select ${id('j')}, account_id, 'delivery', '{}', 0, i, ${at}, 0, ${at} ${each(2)}`,
]
