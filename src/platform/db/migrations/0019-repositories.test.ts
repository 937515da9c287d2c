import assert from 'node:assert/strict'
import { refreshHighlights } from '#changelog/ledger/highlight-projection.ts'
import { refreshPlaces } from '#changelog/ledger/places.ts'
import { onBothEngines } from '#testing/databases.ts'
import {
  account,
  decision,
  entry,
  feed,
  highlight,
  link,
  madeBefore,
  recorded,
  repository,
  source,
} from '#testing/old-rows.ts'
import type { Database } from '../database.ts'
import { type DatabaseLocation, openDatabase } from '../open.ts'

const NAME = '0019-repositories'

async function opened(location: DatabaseLocation, story: (db: Database) => Promise<void>): Promise<void> {
  const db = await openDatabase(location, { migrate: true })
  try {
    await story(db)
    await requireSettled(db)
  } finally {
    await db.close()
  }
}

/** The places and highlights are what the code that keeps them makes of the facts. */
async function requireSettled(db: Database): Promise<void> {
  const stored = async () => ({
    places: await db.read.selectFrom('pull_request').select(['id', 'place']).orderBy('id').execute(),
    highlights: await db.read.selectFrom('highlight').selectAll().orderBy('pull_request_id').execute(),
  })
  const migrated = await stored()
  const ids = migrated.places.map(({ id }) => id)
  await db.write(async tx => {
    await refreshPlaces(tx, ids)
    await refreshHighlights(tx, ids)
  })
  assert.deepEqual(migrated, await stored())
}

const repositories = async (db: Database) =>
  (await db.read.selectFrom('repository').selectAll().orderBy('created_at').execute()).map(
    row => `${row.id} ${row.host} ${row.name} ${row.external_id}`,
  )

onBothEngines('a repository imported and connected under two names becomes one', async location => {
  await madeBefore(location, NAME, async insert => {
    await insert('account', account)
    await insert('feed', feed)
    await insert(
      'repository',
      repository('imported', 'git', 'acme/app', 1),
      repository('lower', 'github.com', 'acme/app', 2),
      repository('connected', 'github.com', 'Acme/App', 3, { external_id: '5', announce_on: 'release' }),
      repository('other', 'github.com', 'acme/web', 4),
    )
    await insert('source', source('hook', 'connected'))
    const url = (number: number) => `https://github.com/Acme/App/pull/${number}`
    const files = JSON.stringify([{ path: 'a.ts', additions: 1, deletions: 1, status: 'modified' }])
    const all = [
      recorded('old-1', 'imported', 1, 10, {
        place: 'announced',
        promoted_at: 5,
        promoted_by: 'import',
        files,
      }),
      recorded('new-1', 'connected', 1, 30, { url: url(1), title: 'Edited', host_changed_at: 9 }),
      recorded('old-2', 'imported', 2, 10),
      recorded('new-2', 'connected', 2, 30, { url: url(2), decision_id: 'persons' }),
      recorded('old-3', 'lower', 3, 20),
      recorded('only-4', 'connected', 4, 30, { url: url(4) }),
      recorded('web-1', 'other', 1, 40, { url: 'https://github.com/acme/web/pull/1' }),
    ]
    await insert('pull_request', ...all.map(one => one.pull))
    await insert('decision', ...all.map(one => one.decision))
    await insert('pitch', ...all.map(one => one.pitch))
    const [, , , worded, , alone, web] = all.map(one => one.pull)
    await insert('highlight', highlight(worded ?? {}, { magnitude: 'major', pitch: 'A person wrote this' }))
    await insert('highlight', highlight(alone ?? {}), highlight(web ?? {}))
    const person = { layer: 'person', magnitude: 'major', made_at: 99 }
    await insert('decision', decision('new-2', { id: 'persons', ...person }))
    await insert(
      'entry',
      entry('published', 'old-1', 'published'),
      entry('double', 'new-1', 'draft'),
      entry('draft-2', 'old-2', 'draft'),
      entry('worded-2', 'new-2', 'draft', { touched: 1, title: 'A person wrote this' }),
      entry('draft-3', 'old-3', 'draft'),
      entry('draft-4', 'only-4', 'draft'),
    )
    await insert('entry_pull_request', link('published', 'old-1'), link('double', 'new-1'))
    await insert('entry_pull_request', link('draft-2', 'old-2'), link('worded-2', 'new-2'))
    await insert('entry_pull_request', link('draft-3', 'old-3'), link('draft-4', 'only-4'))
    const mention = { account_id: 'acc', reference: '#1', found_at: 1, entry_id: null }
    await insert('mention', { ...mention, repository_id: 'imported' })
    await insert('mention', { ...mention, repository_id: 'connected', entry_id: 'published' })
  })
  await opened(location, async db => {
    assert.deepEqual(await repositories(db), [
      'imported github.com Acme/App 5',
      'other github.com acme/web null',
    ])
    const pulls = await db.read.selectFrom('pull_request').selectAll().orderBy('id').execute()
    assert.deepEqual(
      pulls.map(row => [row.id, row.repository_id, row.place, row.decision_id]),
      [
        ['old-1', 'imported', 'announced', 'decision-old-1'],
        ['old-2', 'imported', 'unshipped', 'persons'],
        ['old-3', 'imported', 'unshipped', 'decision-old-3'],
        ['only-4', 'imported', 'unshipped', 'decision-only-4'],
        ['web-1', 'other', 'drafted', 'decision-web-1'],
      ],
    )
    const [first] = pulls
    assert.deepEqual(
      [first?.title, first?.url, JSON.parse(first?.files ?? '').length],
      ['Edited', 'https://github.com/Acme/App/pull/1', 1],
    )
    assert.deepEqual(
      (
        await db.read
          .selectFrom('entry')
          .select(['id', 'state', 'primary_pull_request_id'])
          .orderBy('id')
          .execute()
      ).map(row => `${row.id} ${row.state} ${row.primary_pull_request_id}`),
      [
        'double dismissed old-1',
        'draft-2 dismissed old-2',
        'draft-3 draft old-3',
        'draft-4 draft only-4',
        'published published old-1',
        'worded-2 draft old-2',
      ],
    )
    const highlights = await db.read.selectFrom('highlight').selectAll().orderBy('pull_request_id').execute()
    assert.deepEqual(
      highlights.map(row => [row.pull_request_id, row.repository_id, row.magnitude]),
      [
        ['old-1', 'imported', 'minor'],
        ['old-2', 'imported', 'major'],
        ['only-4', 'imported', 'minor'],
        ['web-1', 'other', 'minor'],
      ],
    )
    const { revision } = await db.read.selectFrom('feed').select('revision').executeTakeFirstOrThrow()
    assert.equal(revision, 8)
    assert.deepEqual(
      (await db.read.selectFrom('mention').select(['repository_id', 'entry_id']).execute()).map(row => ({
        ...row,
      })),
      [{ repository_id: 'imported', entry_id: 'published' }],
    )
    const { repository_id } = await db.read
      .selectFrom('source')
      .select('repository_id')
      .executeTakeFirstOrThrow()
    assert.equal(repository_id, 'imported')
  })
})

onBothEngines(
  'of two connections to a repository the working one stays, with the deliveries of both',
  async location => {
    const waiting = {
      account_id: 'acc',
      provider: 'github',
      event: 'pull_request',
      headers: '{}',
      received_at: 1,
      body: '{}',
    }
    await madeBefore(location, NAME, async insert => {
      await insert('account', account)
      await insert(
        'repository',
        repository('one', 'github.com', 'acme/app', 1),
        repository('two', 'github.com', 'Acme/app', 2),
      )
      await insert('source', source('broken', 'one', { state: 'needs reconnecting' }), source('well', 'two'))
      await insert(
        'delivery',
        { ...waiting, id: 'a', connection: 'broken', delivery_id: 'x', state: 'received' },
        { ...waiting, id: 'b', connection: 'broken', delivery_id: 'y', state: 'processed' },
      )
    })
    await opened(location, async db => {
      assert.deepEqual(await repositories(db), ['one github.com Acme/app null'])
      const sources = await db.read.selectFrom('source').select(['id', 'repository_id']).execute()
      assert.deepEqual(
        sources.map(row => ({ ...row })),
        [{ id: 'well', repository_id: 'one' }],
      )
      const { connection } = await db.read
        .selectFrom('delivery')
        .select('connection')
        .where('id', '=', 'a')
        .executeTakeFirstOrThrow()
      assert.equal(connection, 'well')
    })
  },
)

onBothEngines(
  'repositories with different host ids stay separate, and only the last one keeps the name',
  async location => {
    await madeBefore(location, NAME, async insert => {
      await insert('account', account)
      await insert(
        'repository',
        repository('deleted', 'github.com', 'acme/app', 1, { external_id: '5' }),
        repository('reborn', 'github.com', 'Acme/App', 2, { external_id: '6' }),
        repository('mirror', 'gitlab.com', 'acme/app', 3),
        repository('unplaced', 'git', 'acme/app', 4),
      )
    })
    await opened(location, async db => {
      assert.deepEqual(await repositories(db), [
        'deleted github.com acme/app~1 5',
        'reborn github.com Acme/App 6',
        'mirror gitlab.com acme/app null',
        'unplaced git acme/app null',
      ])
    })
  },
)

onBothEngines(
  'a merge published twice stays published once, and a group keeps its other merges',
  async location => {
    await madeBefore(location, NAME, async insert => {
      await insert('account', account)
      await insert('feed', feed)
      await insert(
        'repository',
        repository('one', 'github.com', 'acme/app', 1),
        repository('two', 'github.com', 'ACME/app', 2),
      )
      const all = [
        ...[1, 2].map(number => recorded(`one-${number}`, 'one', number, 10)),
        ...[1, 2, 3].map(number => recorded(`two-${number}`, 'two', number, 20)),
      ]
      await insert(
        'pull_request',
        ...all.map(({ pull: row }) => ({ ...row, promoted_at: 5, place: 'announced' })),
      )
      await insert('decision', ...all.map(one => one.decision))
      await insert('pitch', ...all.map(one => one.pitch))
      await insert(
        'entry',
        entry('first', 'one-1', 'published', { published_at: 5 }),
        entry('again', 'two-1', 'published', { published_at: 6 }),
        entry('alone', 'one-2', 'published', { published_at: 5 }),
        entry('group', 'two-2', 'published', { published_at: 6 }),
      )
      await insert(
        'entry_pull_request',
        link('first', 'one-1'),
        link('again', 'two-1'),
        link('alone', 'one-2'),
      )
      await insert('entry_pull_request', link('group', 'two-2'), link('group', 'two-3'))
    })
    await opened(location, async db => {
      const entries = await db.read
        .selectFrom('entry')
        .select(['id', 'state', 'primary_pull_request_id'])
        .orderBy('id')
        .execute()
      assert.deepEqual(
        entries.map(row => `${row.id} ${row.state} ${row.primary_pull_request_id}`),
        ['again withdrawn one-1', 'alone published one-2', 'first published one-1', 'group published two-3'],
      )
      const acts = await db.read.selectFrom('activity').select(['action', 'subject']).execute()
      assert.deepEqual(
        acts.map(row => `${row.action} ${row.subject}`),
        ['withdrawn again'],
      )
    })
  },
)
