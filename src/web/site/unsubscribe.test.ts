import assert from 'node:assert/strict'
import { createAccount } from '#accounts/account.ts'
import { subscribeToSummary } from '#accounts/mail/summaries.ts'
import { systemClock } from '#platform/clock.ts'
import { randomIds } from '#platform/ids.ts'
import { mailAddressFrom } from '#platform/mail/address.ts'
import { withServer } from '#testing/served.ts'

withServer('one click unsubscribes from the summary; opening the link alone does not', async (served, db) => {
  const { ask, logged } = served
  const { id } = await db.write(tx => createAccount(tx, systemClock, randomIds, { name: 'Acme' }))
  await db.write(tx => subscribeToSummary(tx, systemClock, randomIds, id, mailAddressFrom('ada@example.com')))
  const subscriptions = () => db.read.selectFrom('summary_subscription').selectAll().execute()
  const token = (await subscriptions())[0]?.token ?? ''
  const path = `/mail/unsubscribe/${token}`

  const page = await ask(path)
  assert.equal(page.status, 200)
  assert.match(page.text, /<form method="post">/)
  assert.equal(page.headers['cache-control'], 'no-store')
  assert.equal((await subscriptions()).length, 1)

  const wrong = await ask('/mail/unsubscribe/wrong', { method: 'POST' })
  assert.equal((await subscriptions()).length, 1)
  const ended = await ask(path, { method: 'POST' })
  assert.equal((await subscriptions()).length, 0)
  const again = await ask(path, { method: 'POST' })
  assert.deepEqual([ended.status, again.status, wrong.status], [200, 200, 200])
  assert.equal(wrong.text, ended.text)
  assert.ok(!logged.join('').includes(token))
})

withServer('an address that no token can be in is answered like an unknown one', async ({ ask }) => {
  for (const token of ['%00', 'a%2Fb', '%F0%9F%98%80', 'a'.repeat(5_000)]) {
    const { status, text } = await ask(`/mail/unsubscribe/${token}`, { method: 'POST' })
    assert.equal(status, 200, token)
    assert.match(text, /You are unsubscribed/)
  }
})
