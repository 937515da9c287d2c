import { randomBytes } from 'node:crypto'
import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'
import type { Columns } from './columns.ts'

/** Who may ask by program, and what they ask most: tokens, and what answers their question. */
export async function up(db: Kysely<unknown>, columns: Columns): Promise<void> {
  await tokens(db, columns)
  await serverSecrets(db, columns)
  await highlights(db, columns)
  await fillHighlights(db)
}

async function tokens(db: Kysely<unknown>, { text, integer, table }: Columns): Promise<void> {
  await db.schema
    .createTable('token')
    .addColumn('id', text, c => c.primaryKey())
    .addColumn('account_id', text, c => c.notNull().references('account.id'))
    .addColumn('name', text, c => c.notNull())
    .addColumn('audience', text, c => c.notNull())
    .addColumn('scope', text, c => c.notNull())
    .addColumn('hash', text, c => c.notNull().unique())
    .addColumn('prefix', text, c => c.notNull())
    .addColumn('created_at', integer, c => c.notNull())
    .addColumn('expires_at', integer)
    .addColumn('last_used_at', integer)
    .addColumn('revoked_at', integer)
    .modifyEnd(table)
    .execute()
  await db.schema.createIndex('token_account').on('token').columns(['account_id', 'created_at']).execute()
}

/** Made here and not when first needed: so one is there for a process that may only read, and all share it. */
async function serverSecrets(db: Kysely<unknown>, { text, table }: Columns): Promise<void> {
  await db.schema
    .createTable('server_secret')
    .addColumn('name', text, c => c.primaryKey())
    .addColumn('secret', text, c => c.notNull())
    .modifyEnd(table)
    .execute()
  const secret = randomBytes(32).toString('base64url')
  await sql`insert into server_secret (name, secret) values ('highlights-cursor', ${secret})`.execute(db)
}

/**
 * The ways in: each puts what is asked for into one text, so that a question fits exactly one index. Where several would do, both
 * engines at times took the one that reads a whole account. What is asked most, everything of an account, has the shortest ones.
 */
const WAYS: Readonly<Record<string, string>> = {
  account: 'account_id',
  account_kind: "account_id || ' ' || kind",
  account_magnitude: "account_id || ' ' || magnitude",
  account_kind_magnitude: "account_id || ' ' || kind || ' ' || magnitude",
  repository_magnitude: "repository_id || ' ' || magnitude",
  repository_kind_magnitude: "repository_id || ' ' || kind || ' ' || magnitude",
}

async function highlights(db: Kysely<unknown>, { text, integer, table }: Columns): Promise<void> {
  await db.schema
    .createTable('highlight')
    .addColumn('pull_request_id', text, c => c.primaryKey().references('pull_request.id').onDelete('cascade'))
    .addColumn('account_id', text, c => c.notNull())
    .addColumn('repository_id', text, c => c.notNull())
    .addColumn('kind', text, c => c.notNull())
    .addColumn('magnitude', text, c => c.notNull())
    .addColumn('newest_first', integer, c => c.notNull())
    .addColumn('content', text, c => c.notNull())
    .modifyEnd(table)
    .execute()
  for (const [name, way] of Object.entries(WAYS)) {
    await sql`create index ${sql.ref(`highlight_${name}`)}
      on highlight ((${sql.raw(way)}), newest_first, pull_request_id)`.execute(db)
  }
}

interface Recorded {
  id: string
  account_id: string
  repository_id: string
  number: number
  title: string
  url: string
  merged_at: number
  promoted_at: number | null
  kind: string
  magnitude: string
  confidence: string
  reason: string
  headline: string
  body: string
}

const BATCH = 500

/** What was recorded before: its words were cleaned when they came, and no person has changed any yet. */
export async function fillHighlights(db: QueryExecutorProvider): Promise<void> {
  let last = ''
  for (;;) {
    const { rows } = await sql<Recorded>`
      select pull_request.id, pull_request.account_id, repository_id, number, title, url, merged_at, promoted_at,
        kind, magnitude, confidence, reason, headline, pitch.body
      from pull_request
      join decision on decision.id = pull_request.decision_id and decision.visibility = 'user-facing'
      join pitch on pitch.pull_request_id = pull_request.id
      where pull_request.id > ${last} and number is not null and url is not null
        and place not in ('dismissed', 'reverted')
      order by pull_request.id limit ${BATCH}`.execute(db)
    if (rows.length === 0) return
    last = rows.at(-1)?.id ?? ''
    await sql`insert into highlight
      (pull_request_id, account_id, repository_id, kind, magnitude, newest_first, content)
      values ${sql.join(rows.map(valuesOf))}`.execute(db)
  }
}

const valuesOf = (row: Recorded) =>
  sql`(${row.id}, ${row.account_id}, ${row.repository_id}, ${row.kind}, ${row.magnitude}, ${-row.merged_at},
    ${contentOf(row)})`

const contentOf = (row: Recorded): string =>
  JSON.stringify({
    number: row.number,
    title: row.title,
    codehost_url: row.url,
    merged_at: new Date(row.merged_at).toISOString(),
    kind: row.kind,
    visibility: 'user-facing',
    magnitude: row.magnitude,
    confidence: row.confidence,
    reason: row.reason,
    pitch: row.body === '' ? row.headline : `${row.headline}\n\n${row.body}`,
    already_promoted: row.promoted_at !== null,
  })
