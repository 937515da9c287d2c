import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dice } from '#testing/dice.ts'
import { aPull, type PullSketch } from '#testing/pulls.ts'
import { AnnouncedShare, RepositoryContexts } from './contexts.ts'
import { CONTEXT_SIZE } from './features/repository-context.ts'
import { probability } from './score.ts'

/** Where the greatest score stands among the features, by kind of thing; and the number of merges. */
const SCORE = { folder: 0, root: 9, word: 27 }
const LATELY = 6
const MERGES = CONTEXT_SIZE - 2

let merged = 0
/** A merge of its own. */
const aMerge = (sketch: PullSketch) => aPull({ number: ++merged, ...sketch })
const inLabs = (at: number) => aMerge({ title: `Try idea ${at}`, files: [`labs/idea${at}.ts`] })
const inApp = (at: number) => aMerge({ title: `Show page ${at}`, files: [`app/page${at}.ts`] })

const add = (contexts: RepositoryContexts, pull: ReturnType<typeof aPull>, score: number) =>
  contexts.add(pull, { score, record: null, signals: [], logOddsWithoutRecord: 0 })

/** As many merges of either sort: those in `labs` scored low, those in `app` high. */
function after(each: number): RepositoryContexts {
  const contexts = new RepositoryContexts()
  for (let at = 0; at < each; at++) {
    add(contexts, inLabs(at), 0.1)
    add(contexts, inApp(at), 0.9)
  }
  return contexts
}

const featuresOf = (contexts: RepositoryContexts, pull: ReturnType<typeof aPull>) =>
  contexts.viewOf(pull).features
const mergesIn = (contexts: RepositoryContexts) =>
  Math.round(Math.expm1(featuresOf(contexts, inApp(99))[MERGES] ?? 0))
const isBlank = (features: Float32Array) => features.every(value => value === 0)

test('a change is compared with those that share its folder, root or words', () => {
  const contexts = after(50)
  const signs = (pull: ReturnType<typeof aPull>) =>
    Object.values(SCORE).map(at => Math.sign(featuresOf(contexts, pull)[at] ?? 0))
  assert.deepEqual(signs(inLabs(99)), [-1, -1, -1])
  assert.deepEqual(signs(inApp(99)), [1, 1, 1])
})

test('a repeated merge counts once, by its number or commit', () => {
  const countedOf = (first: PullSketch, second: PullSketch): number => {
    const contexts = after(50)
    for (const sketch of [first, second]) add(contexts, aPull({ title: 'Open the vault', ...sketch }), 0.9)
    return mergesIn(contexts) - 100
  }
  assert.equal(countedOf({ number: 7_001 }, { number: 7_001 }), 1)
  assert.equal(countedOf({ number: 7_001 }, { number: 7_002 }), 2)
  const [one, other] = ['a1', 'b2'].map(mergeCommit => ({ number: null, mergeCommit }))
  assert.equal(countedOf(one ?? {}, one ?? {}), 1)
  assert.equal(countedOf(one ?? {}, other ?? {}), 2)
})

test('a few merges, or merges of other repositories, give no context', () => {
  assert.ok(isBlank(featuresOf(after(9), inLabs(99))))
  const contexts = after(50)
  assert.ok(isBlank(featuresOf(contexts, { ...inLabs(99), repo: 'acme/other' })))
  assert.ok(!isBlank(featuresOf(contexts, inLabs(99))))
})

test('recent changes are distinguished from old ones', () => {
  const contexts = after(50)
  const [now, later] = [0, 300 * 86_400_000].map(mergedAt => featuresOf(contexts, { ...inApp(99), mergedAt }))
  for (const at of [LATELY, LATELY + 1, LATELY + 2]) assert.ok((later?.[at] ?? 0) < (now?.[at] ?? 0))
})

test('titles without words and changes without files have a context', () => {
  assert.ok(featuresOf(after(50), aMerge({ title: '修复', files: [] })).every(Number.isFinite))
})

test('the stored context stays bounded for any length of history', () => {
  const contexts = new RepositoryContexts()
  const folders = (round: number) => Array.from({ length: 200 }, (_, at) => `d${round}/e${at}/f.ts`)
  for (let round = 0; round < 1_000; round++)
    add(contexts, aMerge({ title: 'Tidy', files: folders(round) }), 0.5)
  assert.ok(mergesIn(contexts) > 100 && mergesIn(contexts) < 500, String(mergesIn(contexts)))
})

test('the estimated announced share ignores merges by bots', () => {
  const priorAfter = (authorIsBot: boolean) => {
    const contexts = after(20)
    for (let at = 0; at < 200; at++)
      add(contexts, { ...inLabs(at), authorIsBot, author: authorIsBot ? 'renovate[bot]' : 'ann' }, 0.03)
    return contexts.viewOf(inApp(1)).prior
  }
  assert.equal(priorAfter(true), after(20).viewOf(inApp(1)).prior)
  assert.ok(priorAfter(false) < priorAfter(true))
  assert.equal(after(20).viewOf({ ...inApp(1), repo: 'other/repository' }).prior, 0)
})

/** Of width one around zero (Box and Muller 1958). */
const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/** The prior after so many merges, a share of them announced, that the model tells apart about as well as on most repositories. */
function priorAfter(merges: number, announced: number): number {
  const chance = dice(1)
  const random = () => chance.roll(2 ** 32) / 2 ** 32
  const share = new AnnouncedShare()
  for (let at = 0; at < merges; at++) {
    const side = random() < announced ? 1 : -1
    share.add(probability(1.5 * (0.75 * side + normal(random))))
  }
  return share.logOdds
}

test('before the first merge both sides are equally likely', () =>
  assert.equal(new AnnouncedShare().logOdds, 0))

test('the share is estimated from uncertain scores, and few merges change it little', () => {
  for (const announced of [0.2, 0.5, 0.8]) {
    const whole = 0.3 * Math.log(announced / (1 - announced))
    assert.ok(Math.abs(priorAfter(1_500, announced) - whole) < 0.15)
  }
  const [few, many] = [priorAfter(10, 0.8), priorAfter(1_500, 0.8)]
  assert.ok(0 < few && few < many / 2, `${few} ${many}`)
})

test('the estimated share stays bounded, however many merges are alike', () => {
  const share = new AnnouncedShare()
  for (let at = 0; at < 100_000; at++) share.add(1)
  assert.ok(share.logOdds < 1.2, `${share.logOdds}`)
})
