import assert from 'node:assert/strict'
import { withDatabase } from '#testing/databases.ts'
import { manualClock } from '#testing/world.ts'
import { pruneTickets, Tickets } from './tickets.ts'

const LIFE = { data: null, lifetimeMs: 1_000 }
const LINKS = new Tickets('sign-in link')
const CODES = new Tickets('oauth code', 5_000)

withDatabase('of many concurrent uses of a ticket one succeeds, whether it is kept or not', async db => {
  const clock = manualClock()
  for (const tickets of [LINKS, CODES]) {
    const { secret } = await db.write(tx => tickets.issue(tx, clock, LIFE))
    const uses = Array.from({ length: 8 }, () => db.write(tx => tickets.use(tx, clock, secret)))
    assert.equal((await Promise.all(uses)).filter(Boolean).length, 1)
    assert.equal(await tickets.open(db.read, clock, secret), null)
  }
})

withDatabase('a ticket works for its purpose and person, until it expires', async db => {
  const clock = manualClock()
  const { secret } = await db.write(tx => LINKS.issue(tx, clock, { ...LIFE, subject: 'ada@example.com' }))
  assert.equal(await db.write(tx => CODES.use(tx, clock, secret)), null)
  assert.equal(await db.write(tx => LINKS.use(tx, clock, secret, 'somebody')), null)
  const stored = JSON.stringify(await db.read.selectFrom('ticket').selectAll().execute())
  assert.ok(!stored.includes(secret))
  clock.advance(999)
  assert.equal((await LINKS.open(db.read, clock, secret))?.subject, 'ada@example.com')
  clock.advance(1)
  assert.equal(await LINKS.open(db.read, clock, secret), null)
  assert.equal(await db.write(tx => LINKS.use(tx, clock, secret)), null)
})

withDatabase('what was never stored is used up once', async db => {
  const clock = manualClock()
  const spend = () => db.write(tx => LINKS.spend(tx, clock, 'a challenge', 1_000))
  assert.deepEqual((await Promise.all([spend(), spend(), spend()])).filter(Boolean), [true])
  assert.equal(await LINKS.open(db.read, clock, 'a challenge'), null)
})

withDatabase('tickets are deleted once their time is over, those that are kept later', async db => {
  const clock = manualClock()
  await db.write(async tx => {
    await LINKS.issue(tx, clock, LIFE)
    await CODES.issue(tx, clock, LIFE)
    await LINKS.issue(tx, clock, { data: null, lifetimeMs: null })
  })
  const left = async () => {
    await db.write(tx => pruneTickets(tx, clock.now()))
    const rows = await db.read.selectFrom('ticket').select('purpose').orderBy('purpose').execute()
    return rows.map(({ purpose }) => purpose)
  }
  assert.equal((await left()).length, 3)
  clock.advance(1_000)
  assert.deepEqual(await left(), ['oauth code', 'sign-in link'])
  clock.advance(5_000)
  assert.deepEqual(await left(), ['sign-in link'])
})
