import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { recordReferences } from '#changelog/entries/promotion.ts'
import { importMerges } from '#pipeline/ingest/import.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { findOrCreateRepository } from '#pulls/repositories/repositories.ts'
import { answering, titleIn, wordsFrom } from '#testing/language-model-answers.ts'
import { type Behaviour, USAGE } from '#testing/language-model-server.ts'
import { aModel, judgeAsking, type Terms } from '#testing/model-judge.ts'
import { judgeWithoutContext } from '#testing/offline-judge.ts'
import { aPull, streamOf } from '#testing/pulls.ts'
import { until } from '#testing/until.ts'
import { aWorld, type World } from '#testing/world.ts'
import { monthOf, usageIn } from '#writing/connection/usage.ts'
import type { Copy } from '#writing/pitch.ts'
import { writerOf } from '#writing/prompts/instructions.ts'
import { isJudged, type Judge } from './judged.ts'

const model = aModel()
let world: World
beforeEach(async () => {
  world = await aWorld()
})
afterEach(() => world.close())

const UNSURE = aPull({
  title: 'Keep the cart when a guest signs in',
  body: 'The cart was lost.',
  files: [{ path: 'src/cart/session.ts', additions: 12, deletions: 3, status: 'modified' }],
})
const WORDS: Copy = { headline: 'Guests keep their cart when they sign in.', body: '' }
const SAYS: Behaviour = answering(WORDS)

const judgeWith = (terms: Terms = {}): Judge => judgeAsking({ ...model, world }, terms)

async function judgeOne(ask: Judge, pull: MergedPull) {
  const [judged] = await ask(world.account.id, [pull])
  assert.ok(judged && isJudged(judged))
  return judged
}

const usage = () => usageIn(world.db.read, world.account.id, monthOf(world.clock.now()))

test('one question gives the words with what they rest on, and no decision', async () => {
  model.server.behave(SAYS)
  const { classification, pitch } = await judgeOne(judgeWith(), UNSURE)
  assert.equal(model.server.asked.length, 1)
  assert.deepEqual(pitch, {
    headline: 'Guests keep their cart when they sign in',
    body: '',
    writer: 'language-model',
    by: writerOf('openai-compatible/test'),
    sampling: { temperature: 0, seed: 1 },
    passages: [
      { sentence: 'Guests keep their cart when they sign in', from: 'Keep the cart when a guest signs in' },
    ],
  })
  assert.deepEqual(classification, judgeWithoutContext(model.classifier, UNSURE).classification)
})

test('identical content is sent to the model once, also under another number', async () => {
  model.server.behave(SAYS)
  const ask = judgeWith()
  const first = await judgeOne(ask, UNSURE)
  const again = await judgeOne(judgeWith(), { ...UNSURE, number: 99 })
  assert.equal(model.server.asked.length, 1)
  assert.deepEqual(again.classification, first.classification)
  await judgeOne(ask, { ...UNSURE, body: 'The cart was lost on phones.' })
  assert.equal(model.server.asked.length, 2)
})

test('a change that needs no words is not sent to a model', async () => {
  model.server.behave(SAYS)
  const settled = [
    aPull({
      title: 'ci: cache',
      files: [{ path: '.github/workflows/ci.yml', additions: 1, deletions: 1, status: 'modified' }],
    }),
    aPull({
      title: 'Keep the cart',
      body: '```release-note\nGuests keep their cart when they sign in.\n```',
    }),
  ]
  const judged = await judgeWith()(world.account.id, settled)
  assert.deepEqual(
    judged,
    settled.map(pull => judgeWithoutContext(model.classifier, pull)),
  )
  assert.equal(model.server.asked.length, 0)
})

const MISBEHAVIOURS: [string, Behaviour, RegExp, counted: boolean][] = [
  ['hangs', () => () => {}, /did not answer in time/, false],
  ['refuses', () => ({ text: 'No.', ends: 'refusal' }), /declined to answer/, true],
  ['talks', () => ({ text: 'It is a fix.' }), /gave an answer that cannot be used/, true],
  [
    'is cut off',
    () => ({ text: '{"grounds":["ti', ends: 'length' }),
    /stopped before its answer was complete/,
    true,
  ],
  [
    'is busy for long',
    () => (_, response) => response.writeHead(429, { 'retry-after': '900' }).end(),
    /had no capacity left for us/,
    false,
  ],
  [
    'rejects the key',
    () => (_, response) => response.writeHead(401).end('{}'),
    /did not accept the key/,
    false,
  ],
]

for (const [what, behaviour, words, counted] of MISBEHAVIOURS) {
  test(`when the model ${what}, the offline answer is used and says so`, async () => {
    model.server.behave(behaviour)
    const judge = judgeWith(what === 'hangs' ? { timeoutMs: 2_000 } : {})
    const { classification, pitch } = await judgeOne(judge, UNSURE)
    const offline = judgeWithoutContext(model.classifier, UNSURE)
    assert.deepEqual(pitch, offline.pitch)
    const { evidence, ...rest } = classification
    const { evidence: own, ...expected } = offline.classification
    assert.deepEqual(rest, expected)
    assert.match(evidence.at(-1)?.detail ?? '', words)
    assert.equal(evidence.length, own.length + 1)
    const [month] = await usage()
    assert.equal(month?.calls, 1)
    assert.equal(month?.inputTokens, counted ? USAGE.inputTokens : 0)
  })
}

test('when the budget is spent, nothing is sent, and the offline answer is used and says so', async () => {
  model.server.behave(SAYS)
  const pulls = Array.from({ length: 6 }, (_, at) => ({
    ...UNSURE,
    number: at,
    body: `The cart was lost, case ${at}.`,
  }))
  const judged = await judgeWith({ budget: { unit: 'tokens', limit: 12_000 } })(world.account.id, pulls)
  const silent = judged
    .filter(isJudged)
    .filter(one => one.classification.evidence.some(({ detail }) => /used up its budget/.test(detail)))
  assert.ok(silent.length > 0 && silent.length < 6, String(silent.length))
  const [month] = await usage()
  assert.equal(month?.calls, model.server.asked.length + model.server.proofread.length)
  assert.ok((month?.inputTokens ?? 0) + (month?.outputTokens ?? 0) <= 12_000)
})

test('a provider that is down is not called for a minute', async () => {
  model.server.behave(() => (_, response) => response.writeHead(404).end('{}'))
  const ask = judgeWith()
  const pulls = Array.from({ length: 20 }, (_, at) => ({ ...UNSURE, body: `The cart was lost, case ${at}.` }))
  const judged = await ask(world.account.id, pulls)
  assert.ok(model.server.asked.length < 8, String(model.server.asked.length))
  assert.match(
    judged.filter(isJudged).at(-1)?.classification.evidence.at(-1)?.detail ?? '',
    /was left alone for a while/,
  )
  world.clock.advance(60_000)
  model.server.behave(SAYS)
  assert.equal((await judgeOne(ask, UNSURE)).pitch?.writer, 'language-model')
})

test('an aborted import stops calling the model', async () => {
  model.server.behave(() => () => {})
  const controller = new AbortController()
  const pulls = Array.from({ length: 20 }, (_, at) => ({ ...UNSURE, body: `The cart was lost, case ${at}.` }))
  const judging = judgeWith({ timeoutMs: 60_000 })(world.account.id, pulls, controller.signal)
  await until(() => model.server.asked.length === 4)
  controller.abort(new Error('stopped'))
  await assert.rejects(judging, /stopped/)
  model.server.behave(SAYS)
  await judgeOne(judgeWith(), UNSURE)
  assert.equal(
    model.server.asked.filter(({ prompt }) => prompt.includes('The cart was lost, case')).length,
    4,
  )
})

test('a backfill limits concurrent calls and keeps the order', async () => {
  let atOnce = 0
  let most = 0
  model.server.behave(asked => async (_, response) => {
    most = Math.max(most, ++atOnce)
    // The first questions stay open until as many are open as are allowed.
    await until(() => most >= 4)
    atOnce--
    const message = {
      role: 'assistant',
      content: JSON.stringify(wordsFrom(WORDS, titleIn(asked.prompt))),
    }
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] }))
  })
  const pulls = Array.from({ length: 20 }, (_, at) => ({ ...UNSURE, number: at, body: `Lost cart ${at}.` }))
  const judged = await judgeWith()(world.account.id, pulls)
  assert.equal(most, 4)
  assert.deepEqual(
    judged.map(one => one.pull),
    pulls,
  )
  assert.equal(model.server.asked.length, 20)
})

test('nothing is asked about merges before it is known which of them become drafts', async () => {
  model.server.behave(SAYS)
  const { db, action, account } = world
  await importMerges({ db, action, judge: judgeWith() }, account, streamOf([UNSURE]), { past: 'month' })
  assert.deepEqual(await world.entries(), ['draft Keep the cart when a guest signs in'])
  assert.equal(model.server.asked.length, 0)
})

for (const [past, asked] of [
  ['drafts', 1],
  ['publish', 2],
] as const)
  test(`of merges that the team announced, the model is asked only where the past is published (${past})`, async () => {
    model.server.behave(SAYS)
    const { db, action, account } = world
    const pulls = [7, 8].map(number => ({ ...UNSURE, number, mergeCommit: `${number}`.repeat(40) }))
    await db.write(async tx => {
      const repository = await findOrCreateRepository(tx, action.clock, action.ids, account.id, UNSURE)
      await recordReferences(tx, repository, { numbers: [7], commits: [] }, null)
    })
    await importMerges({ db, action, judge: judgeWith() }, account, streamOf(pulls), { past })
    assert.equal(model.server.asked.length, asked)
    assert.equal((await world.entries()).length, asked)
  })

for (const [what, tellable, headline] of [
  ['doubts', 'nothing that customers notice', 'Keep the cart'],
  ['cannot word', 'tell', 'Zorblax keeps the cart'],
] as const)
  test(`what the writer ${what} is not published with the past, but waits for a person`, async () => {
    const words = {
      ...wordsFrom({ headline, body: '' }, UNSURE.title),
      tellable,
      why: 'Only a helper changed.',
    }
    model.server.behave(() => ({ text: JSON.stringify(words) }))
    const { db, action, account } = world
    await importMerges({ db, action, judge: judgeWith() }, account, streamOf([UNSURE]), { past: 'publish' })
    assert.deepEqual(await world.entries(), ['draft Keep the cart when a guest signs in'])
  })

for (const [tellable, reason] of [
  ['tell', /would tell customers: “Tweak the cart logic”/],
  ['nothing that customers notice', /doubts that customers notice it: Only a helper changed/],
] as const)
  test(`a recent merge that is unsure stays a question, with the model's answer (${tellable})`, async () => {
    const mergedAt = world.clock.now()
    const pull = aPull({ title: 'Tweak the cart logic', files: ['src/cart.ts'], mergedAt })
    const words = wordsFrom({ headline: pull.title, body: '' }, pull.title)
    const text = JSON.stringify({ ...words, tellable, why: 'Only a helper changed.' })
    model.server.behave(() => ({ text }))
    const before = { ...pull, number: 8, mergedAt: mergedAt - 8 * 86_400_000 }
    const [old, recent] = (await judgeWith()(world.account.id, [before, pull])).filter(isJudged)
    assert.deepEqual(old?.classification, model.classifier.classify(before))
    const { visibility, confidence } = recent?.classification ?? {}
    assert.deepEqual([visibility, confidence, recent?.pitch], ['internal', 'low', null])
    assert.match(recent?.classification.reason ?? '', reason)
    assert.equal(model.server.asked.length, 1)
  })

test('a merge is worded by the model before it is recorded, and the feed has its copy', async () => {
  model.server.behave(SAYS)
  const { db, action, account } = world
  await importMerges({ db, action, judge: judgeWith() }, account, streamOf([UNSURE]), { past: 'publish' })
  assert.deepEqual(await world.entries(), ['published Guests keep their cart when they sign in'])
})
