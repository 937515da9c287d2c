import assert from 'node:assert/strict'
import { aMemberWithRole } from '#testing/colleagues.ts'
import { titleIn } from '#testing/language-model-answers.ts'
import { supporting, USAGE } from '#testing/language-model-server.ts'
import { type NewWriter, newWriterStories, OFFLINE, REWORDED, reworded } from '#testing/new-writer.ts'

const story = newWriterStories()

/** Connects the writer with another key, as after a key that was refused, and rewords the drafts. */
async function rewordWithAnotherKey({ it, models, path, start }: NewWriter): Promise<void> {
  const owner = await aMemberWithRole(it, 'owner')
  const place = { provider: 'openai-compatible', url: `${models.address}/v1`, model: 'some' }
  await owner.post(`${path}/actions/account.writer`, { ...place, apiKey: 'sk-another-key' })
  await start()
  await it.settle()
}

story('a rewording that is stopped leaves the rest, and nothing starts it again', async writer => {
  const { it, models, shown, start, stop, titles } = writer
  const [asked, stopped] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  models.behave(async question => {
    asked.resolve()
    await stopped.promise
    return reworded(question)
  })
  await start()
  const settled = it.settle()
  await asked.promise
  const viewer = await aMemberWithRole(it, 'viewer')
  assert.equal((await shown(viewer)).last.state, 'running')
  assert.equal(await stop(viewer), 403)
  assert.equal(await stop(), 200)
  stopped.resolve()
  await settled
  assert.deepEqual(await titles(), OFFLINE)
  const { last, offer } = await shown()
  assert.deepEqual([last.state, last.reworded, last.left, offer.drafts], ['stopped', 0, 5, 5])
  const before = models.asked.length
  it.clock.advance(3_600_000)
  await it.settle()
  assert.equal(models.asked.length, before)
  assert.equal(await stop(), 409)
})

story('a stopped rewording ends its open questions, so that the next one asks at once', async writer => {
  const { it, models, shown, start, stop, titles } = writer
  const [asked, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  models.behave(() => (_, response) => {
    response.once('close', () => closed.resolve())
    asked.resolve()
  })
  await start()
  const settled = it.settle()
  await asked.promise
  assert.equal(await stop(), 200)
  await closed.promise
  await settled
  assert.equal((await shown()).last.state, 'stopped')
  models.behave(reworded)
  await start()
  await it.settle()
  assert.deepEqual(await titles(), REWORDED)
})

story('an undo while drafts are reworded stops that first', async writer => {
  const { it, models, shown, start, titles, undo } = writer
  const undone = Promise.withResolvers<void>()
  // The newest merge comes first.
  models.behave(async question => {
    if (!titleIn(question.prompt).includes('searches')) await undone.promise
    return reworded(question)
  })
  await start()
  const settled = it.settle()
  while ((await shown()).last.reworded === 0) await new Promise(resolve => setImmediate(resolve))
  assert.deepEqual(await undo(), ['undone'])
  undone.resolve()
  await settled
  assert.deepEqual(await titles(), OFFLINE)
  assert.equal((await shown()).last.state, 'stopped')
})

story(
  'a rewording ends when the budget is spent, and says what to do and what is left',
  async ({ it, models, shown, start }) => {
    await start()
    await it.settle()
    const { last, offer } = await shown()
    assert.equal(last.state, 'failed')
    assert.match(last.detail, /has used up its budget for this month\. Raise the monthly budget/)
    assert.ok(last.reworded > 0 && last.left > 0)
    assert.deepEqual([last.reworded + last.left, offer.drafts], [5, last.left])
    const measured = USAGE.inputTokens + USAGE.outputTokens
    // A draft takes two questions, one of them for proofreading.
    assert.equal(offer.tokens, 2 * measured * last.left, 'what was measured is the estimate')
    const questions = models.asked.length + models.proofread.length
    assert.deepEqual(offer.left, { unit: 'tokens', amount: 12_000 - measured * questions })
  },
  // The most that a question may use is reserved before it is asked, so this budget is enough for a few.
  { unit: 'tokens', limit: 12_000 },
)

story(
  'a rewording ends when the writer keeps failing, and the drafts can be reworded later',
  async writer => {
    const { it, models, shown, start, titles } = writer
    models.behave(() => (_, response) => void response.writeHead(401).end('{}'))
    await start()
    await it.settle()
    const { last, offer } = await shown()
    assert.equal(last.state, 'failed')
    assert.match(last.detail, /did not accept the key\. Create a new key/)
    assert.deepEqual([await titles(), last.left, offer.drafts], [OFFLINE, 5, 5])
    models.behave(reworded)
    await rewordWithAnotherKey(writer)
    assert.deepEqual(await titles(), REWORDED)
  },
)

story('drafts whose words could not be proofread are offered again', async writer => {
  const { it, models, shown, start, titles } = writer
  models.findIn(() => (_, response) => void response.writeHead(401).end('{}'))
  await start()
  await it.settle()
  const { last, offer } = await shown()
  assert.deepEqual([await titles(), last.reworded, last.kept, offer.drafts], [OFFLINE, 0, 0, 5])
  models.findIn(supporting)
  await rewordWithAnotherKey(writer)
  assert.deepEqual(await titles(), REWORDED)
})
