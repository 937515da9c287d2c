import assert from 'node:assert/strict'
import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrationsFor } from '#platform/db/migrations/index.ts'
import type { DatabaseLocation } from '#platform/db/open.ts'
import type { Schema } from '#platform/db/schema.ts'

const DAY = 86_400_000

type Row = Record<string, string | number | null>

/** A database as it was before a migration, with rows put in by hand. */
export async function madeBefore(
  location: DatabaseLocation,
  migration: string,
  fill: (insert: (table: string, ...rows: Row[]) => Promise<void>) => Promise<void>,
): Promise<void> {
  const handle = (await (location.engine === 'sqlite'
    ? (await import('../src/platform/db/dialects/sqlite.ts')).openSqliteForMigration(location.file)
    : (
        await import('../src/platform/db/dialects/postgres.ts')
      ).openPostgresForMigration(location.url))) as Kysely<Schema>
  const migrations = migrationsFor(location.engine)
  const names = Object.keys(migrations)
  const migrator = new Migrator({ db: handle, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateTo(names[names.indexOf(migration) - 1] ?? '')
  assert.equal(error, undefined)
  await fill(async (table, ...rows) => {
    for (const row of rows)
      await sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map(key => sql.ref(key)))})
        values (${sql.join(Object.values(row))})`.execute(handle)
  })
  await handle.destroy()
}

export const account = {
  id: 'acc',
  public_id: 'pub',
  name: 'Acme',
  allowed_origins: null,
  language: 'en',
  created_at: 0,
}
export const feed = {
  id: 'feed',
  account_id: 'acc',
  set_id: null,
  revision: 7,
  changed_at: 1_000,
  created_at: 0,
}

export const repository = (
  id: string,
  host: string,
  name: string,
  created_at: number,
  more: Row = {},
): Row => ({
  ...{ id, account_id: 'acc', host, name, created_at },
  ...more,
})

export const source = (id: string, repository_id: string, more: Row = {}): Row => ({
  ...{ id, account_id: 'acc', repository_id, provider: 'github', api_url: 'https://api.github.com' },
  ...{ state: 'active', created_at: 0, ...more },
})

export const pull = (
  id: string,
  repository_id: string,
  number: number,
  recorded_at: number,
  more: Row = {},
): Row => ({
  ...{ id, account_id: 'acc', repository_id, number, merged_at: number * DAY, place: 'drafted' },
  ...{
    recorded_at,
    updated_at: recorded_at,
    author_is_bot: 0,
    decision_id: `decision-${id}`,
    title: `Title of ${id}`,
  },
  ...{ labels: '[]', linked_issues: '[]', body: '', commits: '[]', fragments: '[]', files: '[]' },
  ...{ files_changed: 0, additions: 0, deletions: 0, ...more },
})

export const decision = (pullId: string, more: Row = {}): Row => ({
  ...{ id: `decision-${pullId}`, account_id: 'acc', pull_request_id: pullId, made_at: 1, layer: 'model' },
  ...{ version: '1', input_hash: 'x', visibility: 'user-facing', kind: 'feature', magnitude: 'minor' },
  ...{ confidence: 'high', score: 1, reason: 'Said so.', evidence: '[]', ...more },
})

export const pitch = (pullId: string): Row => ({
  ...{ pull_request_id: pullId, account_id: 'acc', headline: `Pitch of ${pullId}`, body: '' },
  ...{ writer: 'offline', written_at: 1 },
})

export const entry = (id: string, pullId: string, state: string, more: Row = {}): Row => ({
  ...{
    id,
    account_id: 'acc',
    state,
    title: `Pitch of ${pullId}`,
    body: '',
    machine_title: `Pitch of ${pullId}`,
  },
  ...{ machine_body: '', kind: 'feature', magnitude: 'minor', primary_pull_request_id: pullId },
  ...{ published_at: state === 'published' ? 5 : null, updated_at: 1, created_at: 1, ...more },
})

export const link = (entry_id: string, pull_request_id: string, live = 1): Row => ({
  ...{ entry_id, pull_request_id, account_id: 'acc', live },
})

/** Each row of one pull request, as an import makes them. */
export const recorded = (id: string, repositoryId: string, number: number, at: number, more: Row = {}) => ({
  pull: pull(id, repositoryId, number, at, more),
  decision: decision(id),
  pitch: pitch(id),
})

/** What programs are told of a pull request. */
export const highlight = ({ id, repository_id, number, merged_at, title, url }: Row, more: Row = {}): Row => {
  const { magnitude = 'minor', pitch: words = `Pitch of ${id}` } = more
  const at = Number(merged_at)
  const content = {
    ...{ number, title, codehost_url: url, merged_at: new Date(at).toISOString(), kind: 'feature' },
    ...{ visibility: 'user-facing', magnitude, confidence: 'high', reason: 'Said so.', pitch: words },
    already_promoted: false,
  }
  return {
    ...{ pull_request_id: id ?? null, account_id: 'acc', repository_id: repository_id ?? null },
    ...{ kind: 'feature', magnitude, newest_first: -at, content: JSON.stringify(content) },
  }
}
