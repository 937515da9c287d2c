import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { onBothEngines } from '#testing/databases.ts'
import { schemaOf } from '#testing/schema.ts'
import type { Engine } from './database.ts'
import { migrationsFor } from './migrations/index.ts'
import { type DatabaseLocation, migrateDatabase, openDatabase } from './open.ts'
import type { Schema } from './schema.ts'

/** What is in a database before it is upgraded, and what must be in it afterwards. */
interface Upgrade {
  before(db: Kysely<Schema>): Promise<unknown>
  after(db: Kysely<Schema>): Promise<void>
}

/** By the name of the migration. The database is made with those before it. */
const UPGRADES: Record<string, Upgrade> = {
  '0002-first-import': {
    async before(db) {
      for (const row of [
        sql`account (id, public_id, name, language, created_at) values ('a', 'p', 'Acme', 'en', 1)`,
        sql`repository (id, account_id, host, name, created_at) values ('r', 'a', 'github.com', 'acme/app', 1)`,
        sql`source (id, account_id, repository_id, provider, api_url, state, created_at)
          values ('s', 'a', 'r', 'github', 'https://api.github.com', 'active', 1)`,
        ...[0, 1].map(
          drafts => sql`backfill (id, account_id, source_id, drafts, state, seen, recorded, updated, user_facing, started_at)
            values (${`drafts ${drafts}`}, 'a', 's', ${drafts}, 'done', 2, 2, 0, 2, 1)`,
        ),
        sql`git_import (id, account_id, directory, state, seen, recorded, user_facing, announced, started_by, started_at)
          values ('g', 'a', '/srv/app', 'done', 2, 2, 2, 0, 'ada', 1)`,
        ...['drafted', 'passed over'].map(
          (
            id,
            at,
          ) => sql`pull_request (id, account_id, repository_id, number, merged_at, place, recorded_at, updated_at,
              author_is_bot, files_changed, additions, deletions, title, labels, linked_issues, body, commits, fragments, files)
            values (${id}, 'a', 'r', ${at}, 1, 'drafted', 1, 1, 0, 0, 0, 0, 'Add a dark theme', '[]', '[]', '', '[]', '[]', '[]')`,
        ),
        sql`entry (id, account_id, state, title, body, machine_title, machine_body, kind, magnitude, updated_at, created_at,
            primary_pull_request_id) values ('e', 'a', 'draft', '', '', '', '', 'feature', 'minor', 1, 1, 'drafted')`,
        sql`entry_pull_request (entry_id, pull_request_id, account_id, live) values ('e', 'drafted', 'a', 1)`,
      ])
        await sql`insert into ${row}`.execute(db)
    },
    async after(db) {
      const places = await db.selectFrom('pull_request').select(['id', 'place']).orderBy('id').execute()
      assert.deepEqual(
        places.map(({ id, place }) => [id, place]),
        [
          ['drafted', 'drafted'],
          ['passed over', 'history'],
        ],
      )
      const backfills = await db.selectFrom('backfill').select(['id', 'past']).orderBy('id').execute()
      assert.deepEqual(
        backfills.map(({ id, past }) => [id, past]),
        [
          ['drafts 0', 'history'],
          ['drafts 1', 'drafts'],
        ],
      )
      const { past } = await db.selectFrom('git_import').select('past').executeTakeFirstOrThrow()
      assert.equal(past, 'drafts')
    },
  },
  '0003-writer': {
    before: db =>
      sql`insert into account (id, public_id, name, language, created_at) values ('a', 'b', 'Acme', 'en', 1)`.execute(
        db,
      ),
    async after(db) {
      assert.equal((await db.selectFrom('account').select('name').executeTakeFirstOrThrow()).name, 'Acme')
      assert.deepEqual(await db.selectFrom('writer').selectAll().execute(), [])
    },
  },
  '0004-pitch-sources': {
    before: async db => {
      await sql`insert into account (id, public_id, name, language, created_at) values ('a', 'a', 'Acme', 'en', 1)`.execute(
        db,
      )
      await sql`insert into repository (id, account_id, host, name, created_at) values ('r', 'a', 'git', 'acme/app', 1)`.execute(
        db,
      )
      await sql`insert into pull_request (id, account_id, repository_id, number, title, body, author_is_bot, labels, merged_at, files, files_changed,
        additions, deletions, linked_issues, commits, fragments, place, recorded_at, updated_at)
        values ('p', 'a', 'r', 1, 'Export', '', 0, '[]', 1, '[]', 0, 0, 0, '[]', '[]', '[]', 'internal', 1, 1)`.execute(
        db,
      )
      await sql`insert into pitch (pull_request_id, account_id, headline, body, writer, written_at)
        values ('p', 'a', 'Export invoices', '', 'offline', 1)`.execute(db)
    },
    after: async db => {
      const pitch = await db
        .selectFrom('pitch')
        .select(['headline', 'written_by', 'passages'])
        .executeTakeFirst()
      assert.deepEqual({ ...pitch }, { headline: 'Export invoices', written_by: null, passages: null })
    },
  },
  '0005-rewording': {
    before: async db => {
      for (const row of [
        sql`account (id, public_id, name, language, created_at) values ('a', 'a', 'Acme', 'en', 1)`,
        sql`bulk_change (id, account_id, actor, action, at) values ('c', 'a', 'ada', 'edit', 1)`,
        sql`bulk_change_item (change_id, item_id, position, entry_id, entry_before, entry_version) values ('c', 'e', 0, 'e', '{}', 2)`,
      ])
        await sql`insert into ${row}`.execute(db)
    },
    after: async db => {
      const item = await db
        .selectFrom('bulk_change_item')
        .select(['item_id', 'pitch_before'])
        .executeTakeFirst()
      assert.deepEqual({ ...item }, { item_id: 'e', pitch_before: null })
      assert.deepEqual(await db.selectFrom('rewording').selectAll().execute(), [])
    },
  },
  '0006-writer-sources': {
    before: async db => {
      for (const row of [
        sql`account (id, public_id, name, language, created_at) values ('a', 'a', 'Acme', 'en', 1)`,
        sql`writer (account_id, provider, model, base_url, is_on, revision, changed_at)
          values ('a', 'ollama', 'small', 'http://127.0.0.1:11434/api', 1, 'r', 1)`,
        sql`language_model_answer (account_id, question, answer, answered_at) values ('a', 'q', '{}', 1)`,
      ])
        await sql`insert into ${row}`.execute(db)
    },
    after: async db => {
      const writer = await db.selectFrom('writer').select(['is_on', 'sends_diff']).executeTakeFirst()
      assert.deepEqual({ ...writer }, { is_on: 1, sends_diff: 0 })
      const known = await db
        .selectFrom('language_model_answer')
        .select(['answer', 'sampling'])
        .executeTakeFirst()
      assert.deepEqual({ ...known }, { answer: '{}', sampling: null })
      assert.deepEqual(await db.selectFrom('issue_title').selectAll().execute(), [])
    },
  },
  '0007-editions': {
    before: async db => {
      await sql`insert into account (id, public_id, name, language, created_at) values ('a', 'a', 'Acme', 'en', 1)`.execute(
        db,
      )
      await sql`insert into entry (id, account_id, state, title, body, machine_title, machine_body, kind, magnitude, updated_at, created_at,
        origin, span) values ('e', 'a', 'published', 'A week', '- Export', '', '', 'feature', 'minor', 1, 1, 'round-up', 'the week of 2 March')`.execute(
        db,
      )
    },
    after: async db => {
      const account = await db.selectFrom('account').select(['rhythm', 'rhythm_since']).executeTakeFirst()
      assert.deepEqual({ ...account }, { rhythm: 'one-by-one', rhythm_since: null })
      const entry = await db
        .selectFrom('entry')
        .select(['origin', 'span', 'body', 'edition_id'])
        .executeTakeFirst()
      assert.deepEqual(
        { ...entry },
        { origin: 'group', span: 'the week of 2 March', body: '- Export', edition_id: null },
      )
    },
  },
}

test('each migration after the first has a test that upgrades rows from before it', () => {
  const [, ...later] = Object.keys(migrationsFor('sqlite'))
  assert.deepEqual(
    later.filter(name => !(name in UPGRADES)),
    [],
  )
})

for (const [name, { before, after }] of Object.entries(UPGRADES)) {
  onBothEngines(`an upgrade by ${name} keeps the rows and gives the schema of a new database`, location => {
    const names = Object.keys(migrationsFor(location.engine))
    const made = async (db: Kysely<Schema>) => {
      const { error } = await migratorOf(db, location.engine).migrateTo(names[names.indexOf(name) - 1] ?? '')
      assert.equal(error, undefined)
      await before(db)
    }
    return upgrade(location, made, after)
  })
}

/** The folder has what made a database of the last commit with a migration for each change, with rows that its commands wrote. */
onBothEngines(
  'a database from before the first release keeps its rows and gets the schema of a new one',
  async location => {
    const file = new URL(`./before-release/${location.engine}.sql`, import.meta.url)
    const statements = (await readFile(file, 'utf8')).split(/;\n/).filter(text => text !== '')
    let columns: Columns = []
    let rows: Rows = {}
    const made = async (db: Kysely<Schema>) => {
      for (const statement of statements) await sql.raw(statement).execute(db)
      columns = await columnsOf(db)
      rows = await rowsOf(db, columns)
      assert.equal(rows.entry?.length, 3)
    }
    await upgrade(location, made, async db => assert.deepEqual(await rowsOf(db, columns), rows))
  },
)

onBothEngines(
  'a database from long before the first release is left alone, and the version that can upgrade it is named',
  async location => {
    await withHandle(location, async db => {
      await migratorOf(db, location.engine).migrateToLatest()
      await sql`update kysely_migration set name = '0001-changelog' where name = '0001-initial'`.execute(db)
    })
    const refused = {
      message: /made before the first release of Tidings\. Migrate it with commit 38949da0 first/,
    }
    await assert.rejects(migrateDatabase(location), refused)
    await assert.rejects(openDatabase(location, { migrate: false }), refused)
  },
)

async function upgrade(
  location: DatabaseLocation,
  made: (db: Kysely<Schema>) => Promise<void>,
  after: (db: Kysely<Schema>) => Promise<void>,
): Promise<void> {
  const fresh = await freshSchema(location)
  await withHandle(location, made)
  await assert.rejects(openDatabase(location, { migrate: false }), { message: /run "tidings migrate"/ })
  await Promise.all([migrateDatabase(location), migrateDatabase(location)])
  const opened = await openDatabase(location, { migrate: false })
  await opened.close()
  await withHandle(location, async db => {
    assert.deepEqual(await schemaOf(db, location.engine), fresh)
    await after(db)
  })
}

type Rows = Record<string, string[]>

/** Tables with their columns. */
type Columns = { table: string; columns: string[] }[]

const columnsOf = async (db: Kysely<Schema>): Promise<Columns> =>
  (await db.introspection.getTables()).map(({ name, columns }) => ({
    table: name,
    columns: columns.map(column => column.name).filter(column => !DROPPED.has(`${name}.${column}`)),
  }))

/** Columns of the first release that a migration replaced. */
const DROPPED = new Set(['backfill.drafts'])

/** The rows of these tables as JSON, whatever their order, without columns that came later. */
async function rowsOf(db: Kysely<Schema>, tables: Columns): Promise<Rows> {
  const read = async ({ table, columns }: Columns[number]) => {
    const named = sql.join(columns.map(column => sql.ref(column)))
    const { rows } = await sql`select ${named} from ${sql.table(table)}`.execute(db)
    return [table, rows.map(row => JSON.stringify(row)).toSorted()] as const
  }
  return Object.fromEntries(await Promise.all(tables.map(read)))
}

const migratorOf = (db: Kysely<Schema>, engine: Engine) =>
  new Migrator({ db, provider: { getMigrations: async () => migrationsFor(engine) } })

/** The schema of a new database, which is made at this place and taken away again. */
const freshSchema = (location: DatabaseLocation): Promise<string[]> =>
  withHandle(location, async db => {
    let schema: string[] = []
    const undone = db.transaction().execute(async tx => {
      for (const { up } of Object.values(migrationsFor(location.engine))) await up(tx)
      schema = await schemaOf(tx, location.engine)
      throw new Error('Enough was seen.')
    })
    await assert.rejects(undone, /Enough was seen/)
    return schema
  })

async function withHandle<T>(
  location: DatabaseLocation,
  work: (db: Kysely<Schema>) => Promise<T>,
): Promise<T> {
  const db = await (location.engine === 'sqlite'
    ? (await import('./dialects/sqlite.ts')).openSqliteForMigration(location.file)
    : (await import('./dialects/postgres.ts')).openPostgresForMigration(location.url))
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}
