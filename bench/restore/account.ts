import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#platform/db/database.ts'
import { ask } from '../load.ts'

/** How long a feed may lag behind a change on PostgreSQL, in milliseconds. */
const CAUGHT_UP_MS = 250

/** What an account had at one moment: its ledger, and its feeds byte by byte. */
export interface State {
  ledger: string
  feeds: string
}

/** The rows that make the ledger: what was merged and decided, the entries as they are, and the revisions of the feeds. */
export async function ledgerOf(db: Database, publicId: string): Promise<string> {
  const { id } = await db.read
    .selectFrom('account')
    .select('id')
    .where('public_id', '=', publicId)
    .executeTakeFirstOrThrow()
  const pulls = await db.read
    .selectFrom('pull_request')
    .select(['id', 'number', 'title', 'merged_at', 'place', 'decision_id', 'promoted_at'])
    .where('account_id', '=', id)
    .orderBy('number')
    .execute()
  const entries = await db.read
    .selectFrom('entry')
    .select(['id', 'state', 'title', 'body', 'version', 'published_at', 'updated_at', 'queued_for'])
    .where('account_id', '=', id)
    .orderBy('id')
    .execute()
  const feeds = await db.read
    .selectFrom('feed')
    .select(['id', 'revision'])
    .where('account_id', '=', id)
    .execute()
  return JSON.stringify({ pulls, entries, feeds })
}

export async function feedsOf(port: number, publicId: string): Promise<string> {
  const answers = await Promise.all(
    ['', '.json'].map(end => ask(port, { path: `/changelog/${publicId}${end}`, headers: {} })),
  )
  return JSON.stringify(answers.map(({ status, headers: { etag }, body }) => ({ status, etag, body })))
}

export async function stateOf(db: Database, port: number, publicId: string): Promise<State> {
  if (db.engine === 'postgres') await sleep(CAUGHT_UP_MS)
  return { ledger: await ledgerOf(db, publicId), feeds: await feedsOf(port, publicId) }
}
