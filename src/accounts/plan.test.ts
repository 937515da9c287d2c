import assert from 'node:assert/strict'
import type { Database } from '#platform/db/database.ts'
import type { Tx } from '#platform/db/schema.ts'
import { randomIds } from '#platform/ids.ts'
import { withDatabase } from '#testing/databases.ts'
import { manualClock } from '#testing/world.ts'
import { createAccount } from './account.ts'
import { invite } from './invitations.ts'
import { addMember } from './members.ts'
import { applyPlanEvent, type PlanEvent } from './payments/subscriptions.ts'
import { createPerson } from './people.ts'
import { type Billing, type Plan, planOf, requireRoom, type SubscriptionStatus } from './plan.ts'

const clock = manualClock()
const anAccount = (db: Database) =>
  db.write(tx => createAccount(tx, clock, randomIds, { name: 'Acme' })).then(account => account.id)

/** An event at Stripe; `at` is in seconds. */
type Told = [at: number, status: SubscriptionStatus, more?: Partial<PlanEvent>]

const eventOf = (accountId: string, subscriptionId: string, [at, status, more]: Told): PlanEvent => ({
  type: 'plan',
  source: 'subscription',
  subscriptionId,
  customerId: 'cus_1',
  accountId,
  status,
  at: at * 1000,
  ...more,
})

const apply = (db: Database, events: readonly PlanEvent[]) =>
  db.write(async tx => {
    for (const event of events) await applyPlanEvent(tx, clock, randomIds, event)
  })

/** Sequences of events of whole subscriptions, and the plan that each ends in. */
const LIVES: { name: string; ends: Plan; told: Told[] }[] = [
  {
    name: 'subscribes, in one second',
    ends: 'active',
    told: [
      [10, 'incomplete'],
      [10, 'active'],
      [10, 'active', { source: 'checkout' }],
      [10, 'active', { source: 'invoice', accountId: null }],
    ],
  },
  {
    name: 'never pays',
    ends: 'free',
    told: [
      [10, 'incomplete'],
      [11, 'incomplete', { source: 'invoice' }],
      [90, 'incomplete_expired'],
    ],
  },
  {
    name: 'falls behind',
    ends: 'past_due',
    told: [
      [10, 'active', { source: 'checkout' }],
      [11, 'active'],
      [50, 'past_due', { source: 'invoice' }],
      [50, 'past_due'],
    ],
  },
  {
    name: 'falls behind and pays',
    ends: 'active',
    told: [
      [11, 'active'],
      [50, 'past_due', { source: 'invoice', accountId: null, customerId: null }],
      [50, 'past_due'],
      [70, 'active', { source: 'invoice' }],
      [70, 'active'],
    ],
  },
  {
    name: 'cancels',
    ends: 'cancelled',
    told: [
      [11, 'active', { accountId: null }],
      [12, 'active', { source: 'checkout' }],
      [50, 'past_due'],
      [60, 'canceled'],
      [60, 'active', { source: 'invoice' }],
    ],
  },
  {
    name: 'pays an older bill in the second in which a newer one fails',
    ends: 'past_due',
    told: [
      [11, 'active'],
      [50, 'active', { source: 'invoice' }],
      [50, 'past_due'],
    ],
  },
  {
    name: 'stops paying',
    ends: 'cancelled',
    told: [
      [11, 'active'],
      [50, 'past_due'],
      [80, 'unpaid'],
    ],
  },
]

function* orders<T>(items: readonly T[]): Generator<T[]> {
  if (items.length === 0) yield []
  for (const [i, item] of items.entries())
    for (const rest of orders(items.toSpliced(i, 1))) yield [item, ...rest]
}

withDatabase('events in any order, also repeated, give the same plan', async db => {
  for (const { name, ends, told } of LIVES) {
    // On PostgreSQL only every seventh order is tried, so that it takes seconds.
    const every = db.engine === 'sqlite' ? 1 : 7
    for (const [n, order] of [...orders(told)].entries()) {
      if (n % every !== 0) continue
      const accountId = await anAccount(db)
      const events = order.map(one => eventOf(accountId, `sub_${accountId}`, one))
      const repeated = events.flatMap((event, i) => [event, ...(i % 2 === n % 2 ? [event] : [])])
      await apply(db, [...repeated, ...events.slice(0, n % 3)])
      assert.equal(await planOf(db.read, accountId), ends, `${name}, order ${n}`)
    }
  }
})

withDatabase('events that arrive at the same time give the same plan', async db => {
  for (const { ends, told } of LIVES) {
    const accountId = await anAccount(db)
    const events = told.map(one => eventOf(accountId, `sub_${accountId}`, one))
    await Promise.all([...events, ...events].map(event => apply(db, [event])))
    assert.equal(await planOf(db.read, accountId), ends)
  }
})

withDatabase('the end of an old subscription does not affect a newer one', async db => {
  const accountId = await anAccount(db)
  const old = (told: Told) => eventOf(accountId, 'sub_old', told)
  const next = (told: Told) => eventOf(accountId, 'sub_new', told)
  await apply(db, [old([10, 'active']), next([50, 'active']), old([60, 'canceled'])])
  assert.equal(await planOf(db.read, accountId), 'active')
  await apply(db, [next([70, 'past_due'])])
  assert.equal(await planOf(db.read, accountId), 'past_due')
  await apply(db, [next([80, 'canceled']), old([20, 'active'])])
  assert.equal(await planOf(db.read, accountId), 'cancelled')
})

withDatabase('two subscriptions that change at the same time both count', async db => {
  for (let round = 0; round < 10; round++) {
    const accountId = await anAccount(db)
    const [old, next] = [`sub_old_${accountId}`, `sub_new_${accountId}`]
    await apply(db, [eventOf(accountId, old, [10, 'active'])])
    await Promise.all([
      apply(db, [eventOf(accountId, old, [20, 'canceled'])]),
      apply(db, [eventOf(accountId, next, [20, 'active'])]),
    ])
    assert.equal(await planOf(db.read, accountId), 'active')
  }
})

withDatabase('the activity of an account lists each change of its own plan once', async db => {
  const [mine, other] = [await anAccount(db), await anAccount(db)]
  const events = [
    eventOf(mine, 'sub_1', [10, 'active']),
    eventOf(mine, 'sub_1', [20, 'past_due']),
    eventOf(mine, 'sub_1', [10, 'active']),
    eventOf(randomIds.next(), 'sub_foreign', [10, 'active']),
    eventOf(mine, 'sub_unlinked', [10, 'active', { accountId: null }]),
    // A subscription stays with the account that it was made for.
    eventOf(other, 'sub_1', [30, 'active']),
  ]
  await apply(db, events)
  assert.deepEqual([await planOf(db.read, mine), await planOf(db.read, other)], ['active', 'free'])
  const changes = await db.read
    .selectFrom('activity')
    .select(['account_id', 'before', 'after'])
    .where('action', '=', 'plan changed')
    .execute()
  assert.deepEqual(
    changes.map(change => [change.account_id, change.before, change.after].join(' ')).sort(),
    [`${mine} "active" "past_due"`, `${mine} "free" "active"`, `${mine} "past_due" "active"`].sort(),
  )
})

const addRepository = (tx: Tx, accountId: string) =>
  tx
    .insertInto('repository')
    .values({
      id: randomIds.next(),
      account_id: accountId,
      host: 'github.com',
      name: `acme/${randomIds.next()}`,
      created_at: clock.now(),
    })
    .execute()

withDatabase('a plan limits additions, also concurrent ones, and never what exists', async db => {
  const accountId = await anAccount(db)
  const watch = (billing: Billing = 'paid') =>
    db.write(async tx => {
      await requireRoom(tx, billing, accountId, 'repositories')
      await addRepository(tx, accountId)
    })
  const tried = await Promise.allSettled(Array.from({ length: 6 }, () => watch()))
  assert.equal(tried.filter(one => one.status === 'fulfilled').length, 3)
  await assert.rejects(watch(), {
    code: 'conflict',
    message: /On the free plan an account has room for 3 repositories, .* can be read as before/,
  })
  await watch('none')
  const tell = (told: Told) => apply(db, [eventOf(accountId, 'sub_1', told)])
  await tell([10, 'active'])
  await watch()
  await tell([20, 'past_due'])
  await watch()
  await tell([30, 'canceled'])
  await assert.rejects(watch(), { code: 'conflict', message: /^Since the subscription ended/ })
  const rows = await db.read.selectFrom('repository').select('id').execute()
  assert.equal(rows.length, 6)
})

withDatabase('members and invitations take the places of a plan', async db => {
  const accountId = await anAccount(db)
  const action = { clock, ids: randomIds, actor: 'test' }
  const inviteOne = (email: string, billing: Billing = 'paid') =>
    db.write(tx => invite(tx, action, billing, accountId, { email, role: 'viewer', byMail: false }))
  await db.write(async tx => {
    const given = { name: '', email: 'ada@example.com', passwordHash: null }
    await addMember(tx, action, accountId, await createPerson(tx, clock, randomIds, given), 'owner')
  })
  await inviteOne('bo@example.com')
  await inviteOne('cy@example.com')
  await assert.rejects(inviteOne('di@example.com'), { code: 'conflict', message: /room for 3 members/ })
  await inviteOne('di@example.com', 'none')
})
