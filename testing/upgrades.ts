import assert from 'node:assert/strict'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#platform/db/schema.ts'

/** What is in a database before it is upgraded, and what must be in it afterwards. */
interface Upgrade {
  before(db: Kysely<Schema>): Promise<unknown>
  after(db: Kysely<Schema>): Promise<void>
}

/** By the name of the migration. The database is made with those before it. */
export const UPGRADES: Record<string, Upgrade> = {
  '0019-released-branches': {
    async before(db) {
      for (const row of [
        sql`account (id, public_id, name, language, created_at) values ('a', 'p', 'Acme', 'en', 1)`,
        sql`repository (id, account_id, host, name, created_at) values ('r', 'a', 'github.com', 'acme/app', 1)`,
        ...[2, 99].map(
          mergedAt => sql`pull_request (id, account_id, repository_id, number, merged_at, place, recorded_at, updated_at,
              author_is_bot, files_changed, additions, deletions, title, labels, linked_issues, body, commits, fragments, files)
            values (${`merged ${mergedAt}`}, 'a', 'r', ${mergedAt}, ${mergedAt}, 'internal', 5, 5, 0, 0, 0, 0, 'Add a dark theme', '[]',
              '[]', '', '[]', '[]', '[]')`,
        ),
      ])
        await sql`insert into ${row}`.execute(db)
    },
    async after(db) {
      const pulls = await db
        .selectFrom('pull_request')
        .select(['merged_at', 'waits_for_merge'])
        .orderBy('merged_at')
        .execute()
      assert.deepEqual(
        pulls.map(pull => [pull.merged_at, pull.waits_for_merge]),
        [
          [2, 0],
          [5, 0],
        ],
      )
    },
  },
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
  '0011-request-ids': {
    before: db =>
      sql`insert into job (id, kind, payload, priority, turn, available_at, attempts, created_at)
        values ('j', 'delivery', '{}', 0, 1, 0, 0, 1)`.execute(db),
    async after(db) {
      const job = await db.selectFrom('job').select(['kind', 'request_id']).executeTakeFirst()
      assert.deepEqual({ ...job }, { kind: 'delivery', request_id: null })
    },
  },
  '0016-joining-domains': {
    before: db =>
      sql`insert into account (id, public_id, name, language, created_at) values ('a', 'b', 'Acme', 'en', 1)`.execute(
        db,
      ),
    async after(db) {
      assert.equal((await db.selectFrom('account').select('name').executeTakeFirstOrThrow()).name, 'Acme')
      assert.deepEqual(await db.selectFrom('joining_domain').selectAll().execute(), [])
    },
  },
  '0008-translations': {
    before: db =>
      sql`insert into account (id, public_id, name, language, created_at) values ('a', 'b', 'Acme', 'en', 1)`.execute(
        db,
      ),
    async after(db) {
      const account = await db
        .selectFrom('account')
        .select(['language', 'translated_into'])
        .executeTakeFirst()
      assert.deepEqual({ ...account }, { language: 'en', translated_into: '[]' })
      assert.deepEqual(await db.selectFrom('entry_translation').selectAll().execute(), [])
    },
  },
  '0009-recordings': {
    before: async db => {
      await sql`insert into account (id, public_id, name, language, created_at) values ('a', 'a', 'Acme', 'en', 1)`.execute(
        db,
      )
      const bytes = Buffer.from('picture')
      await sql`insert into image (sha256, account_id, media_type, width, height, size, uploaded_at, uploaded_by, bytes)
        values ('s', 'a', 'image/png', 3, 2, 7, 1, 'ann', ${bytes})`.execute(db)
    },
    after: async db => {
      const image = await db.selectFrom('image').select(['sha256', 'poster']).executeTakeFirst()
      assert.deepEqual({ ...image }, { sha256: 's', poster: null })
    },
  },
  '0012-passkeys': {
    before: db =>
      sql`insert into person (id, name, email, email_verified, created_at, updated_at)
        values ('p', 'Ada', 'ada@example.com', 1, 1, 1)`.execute(db),
    async after(db) {
      assert.equal((await db.selectFrom('person').select('name').executeTakeFirstOrThrow()).name, 'Ada')
      assert.deepEqual(await db.selectFrom('passkey').selectAll().execute(), [])
    },
  },
  '0013-used-challenges': {
    before: async db => {
      await sql`insert into person (id, name, email, email_verified, created_at, updated_at)
        values ('p', 'Ada', 'ada@example.com', 1, 1, 1)`.execute(db)
      await sql`insert into passkey (id, person_id, public_key, algorithm, counter, transports, device, created_at)
        values ('k', 'p', 'der', -7, 0, '[]', 'Firefox', 1)`.execute(db)
    },
    async after(db) {
      assert.equal((await db.selectFrom('person').select('name').executeTakeFirstOrThrow()).name, 'Ada')
      assert.deepEqual(await db.selectFrom('passkey').selectAll().execute(), [])
      assert.deepEqual(await db.selectFrom('used_challenge').selectAll().execute(), [])
    },
  },
  '0017-source-reviews': {
    before: async db => {
      for (const row of [
        sql`account (id, public_id, name, language, created_at) values ('a', 'p', 'Acme', 'en', 1)`,
        sql`repository (id, account_id, host, name, created_at) values ('r', 'a', 'github.com', 'acme/app', 1)`,
        sql`source (id, account_id, repository_id, provider, api_url, state, created_at)
          values ('s', 'a', 'r', 'github', 'https://api.github.com', 'active', 1)`,
      ])
        await sql`insert into ${row}`.execute(db)
    },
    async after(db) {
      const source = await db.selectFrom('source').select(['reviews', 'reviews_reason']).executeTakeFirst()
      assert.deepEqual({ ...source }, { reviews: 'off', reviews_reason: null })
      assert.deepEqual(await db.selectFrom('review').selectAll().execute(), [])
    },
  },
  '0014-required-sign-on': {
    before: async db => {
      for (const row of [
        sql`account (id, public_id, name, language, created_at) values ('a', 'b', 'Acme', 'en', 1)`,
        sql`person (id, name, email, email_verified, created_at, updated_at)
          values ('p', 'Ada', 'ada@example.com', 1, 1, 1)`,
        sql`session (id, person_id, token, expires_at, created_at, updated_at) values ('s', 'p', 't', 2, 1, 1)`,
      ])
        await sql`insert into ${row}`.execute(db)
    },
    async after(db) {
      const account = await db.selectFrom('account').select('requires_sign_on').executeTakeFirst()
      assert.deepEqual({ ...account }, { requires_sign_on: 0 })
      const session = await db.selectFrom('session').select('by_sign_on').executeTakeFirst()
      assert.deepEqual({ ...session }, { by_sign_on: 0 })
    },
  },
  '0015-second-factor': {
    before: db =>
      sql`insert into person (id, name, email, email_verified, created_at, updated_at)
        values ('p', 'Ada', 'ada@example.com', 1, 1, 1)`.execute(db),
    async after(db) {
      assert.equal((await db.selectFrom('person').select('name').executeTakeFirstOrThrow()).name, 'Ada')
      for (const table of ['second_factor', 'recovery_code', 'unfinished_sign_in'] as const)
        assert.deepEqual(await db.selectFrom(table).selectAll().execute(), [], table)
    },
  },
  '0018-search': {
    before: async db => {
      for (const row of [
        sql`account (id, public_id, name, language, created_at) values ('a', 'b', 'Acme', 'en', 1)`,
        sql`repository (id, account_id, host, name, created_at) values ('r', 'a', 'git', 'acme/app', 1)`,
        sql`pull_request (id, account_id, repository_id, number, merged_at, place, recorded_at, updated_at,
            author_is_bot, files_changed, additions, deletions, title, labels, linked_issues, body, commits, fragments, files)
          values ('p', 'a', 'r', 1, 1, 'drafted', 1, 1, 0, 0, 0, 0, 'Add a dark theme', '[]', '[]', '', '[]', '[]', '[]')`,
        ...Array.from(
          { length: 201 },
          (
            _,
            n,
          ) => sql`entry (id, account_id, state, title, body, machine_title, machine_body, kind, magnitude, updated_at, created_at)
            values (${`e${n}`}, 'a', 'draft', ${`Chart ${n}`}, '', '', '', 'feature', 'minor', 1, 1)`,
        ),
        sql`entry_translation (entry_id, language, account_id, title, body, by_machine, source_hash, version, updated_at)
          values ('e0', 'de', 'a', 'Diagramme', '', 0, '', 1, 1)`,
      ])
        await sql`insert into ${row}`.execute(db)
    },
    async after(db) {
      const texts = await db.selectFrom('search_text').select(['id', 'terms']).execute()
      assert.equal(texts.length, 203)
      const termsOf = (id: string) => texts.find(text => text.id === id)?.terms
      assert.match(termsOf('p') ?? '', /dark/)
      assert.match(termsOf('e200') ?? '', /chart/)
      assert.match(termsOf('e0 de') ?? '', /diagramme/)
    },
  },
}
