import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listEntries } from '#changelog/entries/list.ts'
import { aDraft } from '#testing/drafts.ts'
import { aWeeklyWorld, editionOf } from '#testing/editions.ts'
import { noModel } from '#testing/guidance.ts'
import { wordsFrom } from '#testing/language-model-answers.ts'
import { USAGE } from '#testing/language-model-server.ts'
import { aModel, modelsAt } from '#testing/model-judge.ts'
import { aWorld, type World } from '#testing/world.ts'
import { passagesOf } from '#writing/pitches.ts'
import type { WriterWords } from '#writing/prompts/questions.ts'
import type { WritingContext } from './judge.ts'
import { tryWriter, type WriterTrial } from './try-writer.ts'
import { proposeVariants, takeVariant } from './variants.ts'

const model = aModel()

const TITLE = 'Keep the cart when a guest signs in'
const BODY = 'The cart was lost whenever a guest signed in on the checkout page.'
const wordsOf = (headline: string, body = ''): WriterWords => {
  const {
    tellable: _,
    why: _why,
    ...words
  } = wordsFrom({ headline, body }, 'Keep the cart when a guest signs in')
  return words
}

async function withADraft(world: World) {
  world.merge(TITLE, { body: BODY, files: ['src/cart/session.ts'] })
  await world.settle({ publish: false })
  const [draft] = await listEntries(world.db.read, { accountId: world.account.id })
  assert.ok(draft)
  return draft.entry
}

const contextOf = (world: World): WritingContext => ({
  db: world.db,
  action: world.action,
  models: async () => modelsAt({ ...model, world }),
})

test('three other ways to say it are proposed, and the one that a person takes becomes the words', async () => {
  await using world = await aWorld()
  const draft = await withADraft(world)
  model.server.behave(() => ({
    text: JSON.stringify({
      shorter: wordsOf('Guests keep their cart'),
      plainer: wordsOf('Zorblax remembers what guests chose'),
      story: wordsOf(
        'Guests keep their cart when they sign in',
        'Until now, the cart was lost on the checkout page.',
      ),
    }),
  }))
  const { proposals, faults } = await proposeVariants(contextOf(world), draft.id)
  assert.deepEqual(
    proposals.map(({ variant, title }) => [variant, title]),
    [
      ['shorter', 'Guests keep their cart'],
      ['story', 'Guests keep their cart when they sign in'],
    ],
  )
  assert.match(faults[0]?.fault ?? '', /name "Zorblax"/)
  assert.match(model.server.asked[0]?.prompt ?? '', /What it says now/)
  const [, story] = proposals
  assert.ok(story)
  const other = { ...story, title: 'Something that nobody saw' }
  await assert.rejects(takeVariant(contextOf(world), draft.id, other, {}), {
    code: 'conflict',
  })
  const taken = await takeVariant(contextOf(world), draft.id, story, {})
  assert.equal(model.server.asked.length, 1, 'the same words are not paid for twice')
  assert.equal(taken.title, 'Guests keep their cart when they sign in')
  assert.equal(taken.machineTitle, taken.title)
  const { writer } = await world.db.read.selectFrom('pitch').select('writer').executeTakeFirstOrThrow()
  assert.equal(writer, 'language-model')
  const passages = await passagesOf(world.db.read, taken.primaryPullRequestId ?? '')
  assert.deepEqual(
    passages.map(({ sentence, from }) => [sentence, from]),
    [
      ['Guests keep their cart when they sign in', TITLE],
      ['Until now, the cart was lost on the checkout page.', TITLE],
    ],
  )
})

test('the opening of an edition is proposed from its stories alone, and its title stays', async () => {
  await using world = await aWeeklyWorld()
  for (const title of ['Add exports of reports as CSV', 'Add a dark theme', 'Add passkeys'])
    await aDraft(world, title)
  world.merge('fix: receipts show the right currency')
  await world.settle({ publish: false })
  const { edition } = await editionOf(world)
  assert.equal(edition.body, '')
  const opened = (body: string): WriterWords => ({
    headline: { text: 'Add passkeys', from: 'Add passkeys' },
    sentences: body === '' ? [] : [{ text: body, from: 'Add exports of reports as CSV' }],
    steps: [],
  })
  model.server.behave(() => ({
    text: JSON.stringify({
      shorter: opened('Add exports of reports as CSV, and add passkeys.'),
      plainer: opened('Add exports of reports for Zorblax, and add passkeys.'),
      story: opened(''),
    }),
  }))
  const { proposals, faults } = await proposeVariants(contextOf(world), edition.id)
  const [asked] = model.server.asked
  assert.doesNotMatch(asked?.prompt ?? '', /receipts show/, 'the source is the stories alone')
  assert.deepEqual(
    faults.map(({ variant, fault }) => `${variant}: ${fault}`),
    ['plainer: name "Zorblax", which the pull request does not', 'story: are only a headline'],
  )
  const [shorter] = proposals
  assert.ok(shorter)
  assert.equal(shorter.title, edition.title)
  await takeVariant(contextOf(world), edition.id, shorter, {})
  await aDraft(world, 'Add an audit log')
  const later = (await editionOf(world)).edition
  assert.deepEqual([later.title, later.body], [edition.title, shorter.body])
})

test('without a writer, and when it fails, a person is told what to do and nothing changes', async () => {
  await using world = await aWorld()
  const draft = await withADraft(world)
  const context = contextOf(world)
  const none = { ...context, models: async () => ({ ...(await context.models()), modelOf: noModel }) }
  await assert.rejects(proposeVariants(none, draft.id), {
    code: 'conflict',
    message: /An owner connects one in Settings/,
  })
  model.server.behave(() => (_, response) => response.writeHead(401).end('{}'))
  await assert.rejects(proposeVariants(context, draft.id), { code: 'unavailable' })
  assert.deepEqual(await world.entries(), [`draft ${draft.title}`])
})

test('a writer is tried on the newest merges, and nothing but its cost is kept', async () => {
  await using world = await aWorld()
  for (let at = 1; at <= 7; at++)
    world.merge(`Export ${at} kinds of invoices as CSV`, { body: BODY, files: ['src/a.tsx'] })
  await world.settle({ publish: false })
  model.server.behave(asked => {
    const title = /^Title: (.*)$/m.exec(asked.prompt)?.[1] ?? ''
    return {
      text: JSON.stringify(
        wordsFrom({ headline: title.replace('Export', 'You can export'), body: '' }, title),
      ),
    }
  })
  const models = modelsAt({ ...model, world })
  const before = await world.entries()
  const trials: WriterTrial[] = []
  for await (const trial of tryWriter(models, world.account.id, models.account)) trials.push(trial)
  assert.equal(trials.length, 5)
  assert.match(trials[0]?.after?.headline ?? '', /^You can export 7 kinds/)
  // The words, and their proofreading.
  assert.deepEqual(trials[0]?.usage, {
    inputTokens: 2 * USAGE.inputTokens,
    outputTokens: 2 * USAGE.outputTokens,
  })
  assert.deepEqual(await world.entries(), before)
})
