import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { newPlace, onBothEngines, withDatabase } from '#testing/databases.ts'
import { migrationsFor } from './migrations/index.ts'
import { migrateDatabase, openDatabase, openReadOnlyDatabase } from './open.ts'

const account = (id: string) => ({
  id,
  public_id: id,
  name: 'Acme',
  allowed_origins: null,
  language: 'en',
  created_at: 1_700_000_000_000,
})

onBothEngines('several processes may migrate the same empty database at once', async location => {
  const applied = await Promise.all(Array.from({ length: 4 }, () => migrateDatabase(location)))
  assert.deepEqual(applied.flat(), Object.keys(migrationsFor('sqlite')))
  assert.deepEqual(await migrateDatabase(location), [])
})

onBothEngines(
  'an empty database is migrated, and an older one is refused with what to do',
  async location => {
    const db = await openDatabase(location, { migrate: false })
    await db.write(tx => sql`delete from kysely_migration`.execute(tx))
    await db.close()
    await assert.rejects(openDatabase(location, { migrate: false }), {
      code: 'unavailable',
      message: /run "tidings migrate"/,
    })
  },
)

onBothEngines(
  'a command that creates none leaves an empty database empty, and says what to do',
  async location => {
    for (const _ of [1, 2])
      await assert.rejects(openDatabase(location, { migrate: false, creates: false }), {
        code: 'not_found',
        message: /never written to this database: start the server/,
      })
  },
)

onBothEngines('a database of a newer version is refused unchanged', async location => {
  const db = await openDatabase(location, { migrate: true })
  await db.write(tx =>
    sql`insert into kysely_migration (name, timestamp) values ('9999-later', 'now')`.execute(tx),
  )
  await db.close()
  await assert.rejects(openDatabase(location, { migrate: true }), {
    code: 'unavailable',
    message: /newer version/,
  })
})

test('a PostgreSQL database that is not in UTF-8 is refused', async () => {
  for (const encoding of ['SQL_ASCII', 'LATIN1']) {
    const place = await newPlace(`encoding '${encoding}' locale 'C' template template0`)
    await assert.rejects(openDatabase(place.location, { migrate: true }), {
      code: 'unavailable',
      message: new RegExp(`must have the encoding UTF8; this one has ${encoding}\\. Create another`),
    })
    await place.remove()
  }
})

withDatabase('timestamps and counts are returned as numbers', async db => {
  await db.write(tx => tx.insertInto('account').values(account('a')).execute())
  const row = await db.read.selectFrom('account').select('created_at').executeTakeFirstOrThrow()
  assert.equal(row.created_at, 1_700_000_000_000)
  const { n } = await db.read
    .selectFrom('account')
    .select(b => b.fn.countAll().as('n'))
    .executeTakeFirstOrThrow()
  assert.equal(n, 1)
})

withDatabase('a write that throws is rolled back', async db => {
  const failed = db.write(async tx => {
    await tx.insertInto('account').values(account('a')).execute()
    throw new Error('afterwards')
  })
  await assert.rejects(failed, /afterwards/)
  assert.deepEqual(await db.read.selectFrom('account').selectAll().execute(), [])
})

withDatabase('concurrent writers on two handles lose nothing', async (db, location) => {
  const other = await openDatabase(location, { migrate: false })
  const insert = (target: typeof db, id: string) =>
    target.write(async tx => {
      const before = await tx.selectFrom('account').select('id').execute()
      await tx
        .insertInto('account')
        .values(account(`${id}-${before.length}`))
        .execute()
    })
  await Promise.all(Array.from({ length: 40 }, (_, i) => insert(i % 2 ? db : other, `x${i}`)))
  const rows = await db.read.selectFrom('account').select('id').execute()
  await other.close()
  assert.equal(rows.length, 40)
})

withDatabase('text is sorted by bytes', async db => {
  for (const id of ['b', 'a', 'B', 'ä'])
    await db.write(tx => tx.insertInto('account').values(account(id)).execute())
  const rows = await db.read.selectFrom('account').select('id').orderBy('id').execute()
  assert.deepEqual(
    rows.map(row => row.id),
    ['B', 'a', 'b', 'ä'],
  )
})

withDatabase(
  'SQLite: the read handle cannot write, objects cannot be bound, and changes by others are noticed',
  async (db, location) => {
    if (db.engine !== 'sqlite') return
    await assert.rejects(sql`delete from account`.execute(db.read), /readonly/)
    const date = new Date() as unknown as string
    await assert.rejects(
      db.read.selectFrom('account').where('id', '=', date).selectAll().execute(),
      /not \[object Date\]/,
    )
    const before = db.dataVersion()
    const other = await openDatabase(location, { migrate: false })
    await other.write(tx => tx.insertInto('account').values(account('a')).execute())
    await other.close()
    assert.notEqual(db.dataVersion(), before)
  },
)

onBothEngines('a database that is opened for reading refuses every change', async location => {
  await assert.rejects(openReadOnlyDatabase(location), /never written|unable to open/)
  const made = await openDatabase(location, { migrate: true })
  await made.write(tx => tx.insertInto('account').values(account('a')).execute())
  const db = await openReadOnlyDatabase(location)
  assert.equal((await db.read.selectFrom('account').select('name').executeTakeFirst())?.name, 'Acme')
  await assert.rejects(
    db.write(tx => tx.insertInto('account').values(account('b')).execute()),
    /read-?only/i,
  )
  await assert.rejects(sql`delete from account`.execute(db.read), /read-?only/i)
  await db.close()
  await made.write(tx => sql`delete from kysely_migration`.execute(tx))
  await made.close()
  await assert.rejects(openReadOnlyDatabase(location), {
    code: 'unavailable',
    message: /run "tidings migrate"/,
  })
})
