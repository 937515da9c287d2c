import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isJudged } from '#pipeline/judging/judged.ts'
import { answering, wordsFrom } from '#testing/language-model-answers.ts'
import { type Behaviour, type Says, supporting } from '#testing/language-model-server.ts'
import { aModel, judgeAsking } from '#testing/model-judge.ts'
import { aPull } from '#testing/pulls.ts'
import { aWorld } from '#testing/world.ts'
import { NO_SURROUNDINGS } from '../excerpt.ts'

const model = aModel()

const PASSAGE = 'The cart was lost whenever a guest signed in'
const CART = aPull({ title: 'Keep the cart when a guest signs in', body: `${PASSAGE}.` })
const wordsOf = (headline: string) => wordsFrom({ headline, body: '' }, PASSAGE)
const KEEP = wordsOf('Guests keep their cart when they sign in')

/** What becomes of a change whose words are proofread so. */
async function told(words: ReturnType<typeof wordsOf>[], behaviour: Behaviour, diff = '') {
  await using world = await aWorld()
  for (const questions of [model.server.asked, model.server.proofread]) questions.length = 0
  model.server.behave(asked => answering(words[model.server.asked.length - 1] ?? KEEP)(asked))
  model.server.findIn(behaviour)
  const [judged] = await judgeAsking(
    { ...model, world },
    { surroundings: async () => ({ ...NO_SURROUNDINGS, diff }) },
  )(world.account.id, [CART])
  assert.ok(judged && isJudged(judged))
  return judged
}

const found = (sentence: number, verdict: string, compared: string): Says => ({
  text: JSON.stringify({ sentences: [{ sentence, compared, verdict }] }),
})

test('words are proofread in a question of their own, and the second try is told what was found', async () => {
  const { pitch } = await told([wordsOf('Guests lose their cart when they sign in'), KEEP], asked =>
    asked.prompt.includes('Guests lose')
      ? found(1, 'contrary', 'lost until now; lost from now on')
      : supporting(asked),
  )
  assert.equal(pitch?.headline, 'Guests keep their cart when they sign in')
  assert.match(
    model.server.proofread[0]?.prompt ?? '',
    /=\nTitle: Keep the cart when a guest signs in\n\nDescription: The cart was lost whenever a guest signed in\.\n\n1\. Sentence: Guests lose their cart when they sign in\n {3}Passage: The cart was lost whenever a guest signed in\n=/,
  )
  assert.match(
    model.server.asked[1]?.prompt ?? '',
    /- they say "Guests lose .*", which is not what its passage says \(lost until now; lost from now on\) \(rule: 7\)\n=/,
  )
})

test('words are used only where every sentence is supported', async () => {
  const findings: [Behaviour, RegExp][] = [
    [
      () => found(1, 'more', 'nothing of guests'),
      /"Guests .*", which is more than its passage says \(nothing of guests\)/,
    ],
    [() => found(1, 'contrary', ''), /"Guests .*", which is not what its passage says, so/],
    // Of the only sentence nothing is said.
    [() => found(2, 'supported', ''), /"Guests .*", which is not what its passage says, so/],
    [() => ({ text: '', ends: 'refusal' }), /could not be proofread/],
  ]
  for (const [behaviour, fault] of findings) {
    const { classification, pitch } = await told([KEEP, KEEP], behaviour)
    assert.equal(pitch?.writer, 'offline')
    assert.match(classification.evidence.at(-1)?.detail ?? '', fault)
  }
  assert.equal((await told([KEEP], supporting)).pitch?.writer, 'language-model')
})

test('words that nobody could proofread are those of a model that did not answer', async () => {
  const { classification, pitch } = await told(
    [KEEP],
    () => (_, response) => void response.writeHead(401).end('{}'),
  )
  assert.equal(pitch?.writer, 'offline')
  assert.equal(pitch?.by, undefined, 'the model may be asked again')
  assert.equal(classification.evidence.at(-1)?.detail, 'the language model did not accept the key')
})

test('the proofreader sees forty lines of the diff', async () => {
  const lines = Array.from({ length: 50 }, (_, at) => `+ line ${at + 1}`)
  await told([KEEP], supporting, ['src/cart.ts', ...lines].join('\n'))
  const [{ prompt } = { prompt: '' }] = model.server.proofread
  assert.match(prompt, /A part of the diff:\nsrc\/cart\.ts\n\+ line 1\n/)
  assert.ok(prompt.includes('line 39') && !prompt.includes('line 40'))
})

test('a sentence with a fault is left out where another is left, and else asked about once more', async () => {
  const [lost, more] = ['Until now, they lost it.', 'The cart is kept for days.'].map(text => ({
    text,
    from: PASSAGE,
  }))
  assert.ok(lost && more)
  const refusingMore: Behaviour = asked =>
    asked.prompt.includes(more.text)
      ? {
          text: JSON.stringify({
            sentences: [1, 2, 3].map(sentence => ({
              sentence,
              compared: '',
              verdict: asked.prompt.includes(`${sentence}. Sentence: ${more.text}`) ? 'more' : 'supported',
            })),
          }),
        }
      : supporting(asked)
  const left = await told([{ ...KEEP, sentences: [lost, more] }], refusingMore)
  assert.equal(left.pitch?.body, lost.text)
  assert.equal(model.server.asked.length, 1)

  // The second sentence leans on the first, and would lose what "It" is.
  const leaning = { text: 'It was a cart of a guest who signed in.', from: PASSAGE }
  const again = await told(
    [
      { ...KEEP, sentences: [more, leaning] },
      { ...KEEP, sentences: [lost] },
    ],
    refusingMore,
  )
  assert.equal(again.pitch?.body, lost.text)

  const bare = await told([{ ...KEEP, sentences: [more] }], refusingMore)
  assert.deepEqual([bare.pitch?.writer, bare.pitch?.body], ['language-model', ''])
  assert.equal(model.server.asked.length, 2)
})
