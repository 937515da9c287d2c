import assert from 'node:assert/strict'
import { createAccount } from '#accounts/account.ts'
import { signInMail } from '#accounts/mail/templates.ts'
import type { Database } from '#platform/db/database.ts'
import { randomIds } from '#platform/ids.ts'
import { mailAddressFrom } from '#platform/mail/address.ts'
import type { MailMessage, MailTransport } from '#platform/mail/mail.ts'
import { MailFailure, type MailFailureReason } from '#platform/mail/mail.ts'
import { withDatabase } from '#testing/databases.ts'
import { manualClock } from '#testing/world.ts'
import { sendMail } from './send.ts'
import {
  claimSummary,
  dueSummaries,
  subscribeToSummary,
  summaryRecipients,
  summarySubscription,
  unsubscribeByToken,
  unsubscribeFromSummary,
} from './summaries.ts'
import {
  applyMailEvent,
  liftSuppression,
  listSuppressions,
  type MailEvent,
  suppressionOf,
} from './suppressions.ts'

const ada = mailAddressFrom('ada@example.com')
const bob = mailAddressFrom('bob@example.com')
const WEEK_MS = 7 * 86_400_000

const mail = signInMail({ link: 'https://news.acme.example/app/auth/x', minutes: 15 })
const message = (to = ada): MailMessage => ({ ...mail, id: randomIds.next(), to })

/** A mail transport that keeps what it is given, and fails when told to. */
function outbox() {
  const sent: string[] = []
  const fails = new Map<string, MailFailureReason>()
  const transport: MailTransport = {
    name: 'outbox',
    async send({ to }) {
      const reason = fails.get(to)
      if (reason) throw new MailFailure(reason)
      sent.push(to)
    },
    check: async () => 'open',
  }
  return { sent, fails, transport }
}

const clock = manualClock()
const tell = (db: Database, outcome: MailEvent['outcome'], ...addresses: string[]) =>
  db.write(tx =>
    applyMailEvent(tx, clock, { type: 'mail', outcome, addresses: addresses.map(mailAddressFrom) }),
  )

withDatabase(
  'an address that bounced or complained gets no more mail, and the sender is told why',
  async db => {
    const { sent, transport } = outbox()
    const context = { db, clock, transport }
    assert.deepEqual(await sendMail(context, message()), { outcome: 'sent' })
    await tell(db, 'bounced', 'Ada@EXAMPLE.com')
    assert.deepEqual(await sendMail(context, message()), { outcome: 'suppressed', reason: 'bounced' })
    assert.deepEqual(await sendMail(context, message(bob)), { outcome: 'sent' })
    await tell(db, 'complained', 'bob@example.com')
    assert.deepEqual(await sendMail(context, message(bob)), { outcome: 'suppressed', reason: 'complained' })
    assert.deepEqual(sent, ['ada@example.com', 'bob@example.com'])
  },
)

withDatabase('mail events in any order, also repeated, give the same suppressions', async db => {
  const events = ['bounced', 'complained', 'delivered', 'bounced', 'delivered'] as const
  for (let turn = 0; turn < events.length; turn++) {
    const address = `person${turn}@example.com`
    for (const outcome of [...events.slice(turn), ...events.slice(0, turn)]) await tell(db, outcome, address)
    assert.equal(await suppressionOf(db.read, mailAddressFrom(address)), 'complained')
  }
  await tell(db, 'delivered', 'ada@example.com')
  assert.equal(await suppressionOf(db.read, ada), null)
  await Promise.all(
    Array.from({ length: 5 }, () => tell(db, 'bounced', 'ada@example.com', 'bob@example.com')),
  )
  assert.equal((await listSuppressions(db.read)).length, events.length + 2)
  assert.equal(await db.write(tx => liftSuppression(tx, ada)), true)
  assert.equal(await db.write(tx => liftSuppression(tx, ada)), false)
  assert.equal(await suppressionOf(db.read, ada), null)
})

withDatabase('an address that the server does not know is not retried; other failures are', async db => {
  const { fails, transport } = outbox()
  const context = { db, clock, transport }
  for (const reason of ['unreachable', 'try_later', 'misconfigured', 'refused'] as const) {
    fails.set(ada, reason)
    await assert.rejects(sendMail(context, message()), { name: 'MailFailure', reason })
  }
  assert.equal(await suppressionOf(db.read, ada), null)
  fails.set(ada, 'no_such_address')
  assert.deepEqual(await sendMail(context, message()), { outcome: 'suppressed', reason: 'bounced' })
  fails.clear()
  assert.deepEqual(await sendMail(context, message()), { outcome: 'suppressed', reason: 'bounced' })
})

withDatabase('the summary is opt-in, comes once a week and ends with one click', async db => {
  const clock = manualClock()
  const { id } = await db.write(tx => createAccount(tx, clock, randomIds, { name: 'Acme' }))
  const due = () => dueSummaries(db.read, clock.now(), 10)
  const recipients = () => summaryRecipients(db.read, id)
  assert.deepEqual(await recipients(), [])
  const subscribe = () => db.write(tx => subscribeToSummary(tx, clock, randomIds, id, ada))
  await Promise.all([subscribe(), subscribe()])
  assert.deepEqual(await recipients(), [ada])
  assert.deepEqual(await due(), [])

  clock.advance(WEEK_MS)
  const [first, second] = await due()
  assert.ok(first)
  assert.equal(second, undefined)
  const claims = await Promise.all([1, 2, 3].map(() => db.write(tx => claimSummary(tx, clock, first))))
  assert.deepEqual(claims.filter(Boolean), [true])
  assert.deepEqual(await due(), [])

  clock.advance(3 * WEEK_MS + 5)
  const [late] = await due()
  assert.ok(late)
  await db.write(tx => claimSummary(tx, clock, late))
  assert.deepEqual(await due(), [])
  assert.equal((await summarySubscription(db.read, late.id))?.dueAt, first.dueAt + 4 * WEEK_MS)

  await db.write(tx => unsubscribeByToken(tx, 'wrong'))
  assert.deepEqual(await recipients(), [ada])
  await db.write(tx => unsubscribeByToken(tx, first.token))
  await db.write(tx => unsubscribeByToken(tx, first.token))
  assert.equal(await summarySubscription(db.read, first.id), null)
  await subscribe()
  await db.write(tx => unsubscribeFromSummary(tx, id, ada))
  await db.write(tx => unsubscribeFromSummary(tx, id, ada))
  assert.deepEqual(await recipients(), [])
})

withDatabase('a summary that was put off while the clock was ahead comes at its next time', async db => {
  const clock = manualClock()
  const { id } = await db.write(tx => createAccount(tx, clock, randomIds, { name: 'Acme' }))
  await db.write(tx => subscribeToSummary(tx, clock, randomIds, id, ada))
  const claimDue = async () => {
    const due = await dueSummaries(db.read, clock.now(), 10)
    return Promise.all(due.map(one => db.write(tx => claimSummary(tx, clock, one))))
  }
  clock.advance(52 * WEEK_MS)
  assert.deepEqual(await claimDue(), [true])
  clock.advance(-52 * WEEK_MS)
  assert.deepEqual(await claimDue(), [false])
  assert.deepEqual(await claimDue(), [])
  clock.advance(WEEK_MS)
  assert.deepEqual(await claimDue(), [true])
})
