import assert from 'node:assert/strict'
import { subscribeToSummary, unsubscribeByToken } from '#accounts/mail/summaries.ts'
import { randomIds } from '#platform/ids.ts'
import { mailAddressFrom } from '#platform/mail/address.ts'
import { MailFailure } from '#platform/mail/mail.ts'
import { onBothEngines } from '#testing/databases.ts'
import { aJobRun } from '#testing/jobs.ts'
import { publishInEditions } from '#testing/schedule.ts'
import { aWorld } from '#testing/world.ts'
import { enqueueSummaries, summaryJob, summaryJobs, summaryMessage } from './weekly-summary.ts'

const ada = mailAddressFrom('ada@example.com')

onBothEngines('a summary lists waiting drafts, and none is sent when nothing waits', async location => {
  await using world = await aWorld(location.engine)
  const { db, clock, account } = world
  await db.write(tx => subscribeToSummary(tx, clock, randomIds, account.id, ada))
  const { id: subscriptionId, token } = await db.read
    .selectFrom('summary_subscription')
    .select(['id', 'token'])
    .executeTakeFirstOrThrow()
  const summary = () => summaryMessage(db.read, 'https://t.example', { id: 'm1', subscriptionId })
  assert.equal(await summary(), null)

  world.merge('feat: add CSV export for <b>reports</b>')
  world.merge('fix: show the right `currency` on receipts')
  await world.settle({ publish: false })
  const drafts = (await world.entries()).map(line => line.replace(/^draft /, '').replaceAll('`', ''))
  assert.equal(drafts.length, 2)
  const message = await summary()
  assert.equal(message?.to, 'ada@example.com')
  assert.equal(message.subject, '2 drafts wait in Acme')
  for (const title of drafts) assert.ok(message.text.includes(`- ${title}`), title)
  assert.doesNotMatch(message.html, /<b>/)
  assert.equal(message.unsubscribe, `https://t.example/mail/unsubscribe/${token}`)

  assert.match(message.text, /Open Review[\s\S]+\/review/)
  await db.write(tx => publishInEditions(tx, world.action, account.id))
  const weekly = await summary()
  assert.equal(weekly?.subject, '2 drafts wait in Acme', 'an edition is no draft that waits')
  assert.match(weekly.text, /Open the edition[\s\S]+\/edition/)

  await db.write(tx => unsubscribeByToken(tx, token))
  assert.equal(await summary(), null)
})

onBothEngines('each subscriber gets one summary a week, also with concurrent workers', async location => {
  await using world = await aWorld(location.engine)
  const { db, clock, account } = world
  await db.write(tx => subscribeToSummary(tx, clock, randomIds, account.id, ada))
  world.merge('feat: add CSV export for reports')
  await world.settle({ publish: false })
  const look = async () => {
    const { run } = enqueueSummaries({ db, clock, ids: randomIds })
    await Promise.all([1, 2, 3].map(() => run(new AbortController().signal)))
    return (await db.read.selectFrom('job').select('kind').execute()).length
  }
  assert.equal(await look(), 0)
  clock.advance(7 * 86_400_000)
  assert.equal(await look(), 1)
  assert.equal(await look(), 1)

  const [job] = await db.read.selectFrom('job').selectAll().execute()
  assert.equal(job?.kind, summaryJob.name)
  const tried: string[] = []
  let failure: MailFailure | null = new MailFailure('try_later')
  const transport = {
    name: 'outbox',
    async send({ id }: { id: string }) {
      tried.push(id)
      if (failure) throw failure
    },
    check: async () => 'open',
  }
  const { run: send } = summaryJobs({
    db,
    clock,
    baseUrl: 'https://t.example',
    transport: async () => transport,
  })
  const run = () => send(JSON.parse(job.payload), aJobRun(account.id))
  await assert.rejects(run(), { name: 'MailFailure' })
  failure = new MailFailure('refused')
  await assert.rejects(run(), { name: 'PermanentError' })
  failure = null
  await run()
  assert.equal(tried.length, 3)
  assert.equal(new Set(tried).size, 1)
})
