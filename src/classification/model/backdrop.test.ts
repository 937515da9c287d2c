import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aPull, type PullSketch } from '#testing/pulls.ts'
import { type Added, BACKDROP_NUMBERS, Backdrops } from './backdrop.ts'

/** Where numbers stand: the most, the least and the mean by folder, and so on. */
const SHARED_LEAN = { folder: 0, root: 3, word: 9 }
const COMMON = { most: 15, least: 16, mean: 17 }
const LATELY = 30
const MERGES = BACKDROP_NUMBERS - 2

let merged = 0
/** A merge of its own. */
const aMerge = (sketch: PullSketch) => aPull({ number: ++merged, ...sketch })

const inLabs = (at: number) => aMerge({ title: `Try idea ${at}`, files: [`labs/idea${at}.ts`] })
const inApp = (at: number) => aMerge({ title: `Show page ${at}`, files: [`app/page${at}.ts`] })

/** As many merges of either sort: what is in `labs` was taken for internal, what is in `app` for news. */
function after(each: number): Backdrops {
  const backdrops = new Backdrops()
  for (let at = 0; at < each; at++) {
    backdrops.add(inLabs(at), -0.8)
    backdrops.add(inApp(at), 0.8)
  }
  return backdrops
}

const leaning = (numbers: Float32Array) => Object.values(SHARED_LEAN).map(at => Math.sign(numbers[at] ?? 0))

test('a change leans as those did that share its folder, its root and its words', () => {
  const backdrops = after(50)
  assert.deepEqual(leaning(backdrops.against(inLabs(99))), [-1, -1, -1])
  assert.deepEqual(leaning(backdrops.against(inApp(99))), [1, 1, 1])
})

test('a merge that was asked about and added counts when it is asked about again', () => {
  const backdrops = after(50)
  const pull = aMerge({ title: 'Open the vault', files: ['vault/door.ts'] })
  const before = backdrops.against(pull)
  backdrops.add(pull, 0.8)
  const again = backdrops.against(pull)
  assert.deepEqual(leaning(before), [0, 0, 0])
  assert.deepEqual(leaning(again), [1, 1, 1])
  assert.equal(again[MERGES], Math.fround(Math.log(102)))
})

test('a merge that comes twice counts once, by its number or its commit', () => {
  const isCounted = (first: PullSketch, second: PullSketch): number => {
    const backdrops = after(50)
    for (const sketch of [first, second]) backdrops.add(aPull({ title: 'Open the vault', ...sketch }), 0.8)
    return Math.round(Math.expm1(backdrops.against(inApp(99))[MERGES] ?? 0)) - 100
  }
  assert.equal(isCounted({ number: 7_001 }, { number: 7_001 }), 1)
  assert.equal(isCounted({ number: 7_001 }, { number: 7_002 }), 2)
  const [one, other] = [
    { number: null, mergeCommit: 'a1' },
    { number: null, mergeCommit: 'b2' },
  ]
  assert.equal(isCounted(one, one), 1)
  assert.equal(isCounted(one, other), 2)
  const unnamed = { number: null, mergeCommit: null }
  assert.equal(isCounted(unnamed, unnamed), 2)
})

test('what is seldom touched is rarer than usual', () => {
  const backdrops = after(50)
  const usual = backdrops.against(inApp(99))
  const odd = backdrops.against(aMerge({ title: 'Show page 7', files: ['tools/one.ts'] }))
  for (const at of Object.values(COMMON)) assert.ok((odd[at] ?? 0) < (usual[at] ?? 0) - 1)
})

test('few merges, and those of other repositories, show nothing', () => {
  const isBlank = (numbers: Float32Array) => numbers.every(value => value === 0)
  assert.ok(isBlank(after(9).against(inLabs(99))))
  const backdrops = after(50)
  assert.ok(isBlank(backdrops.against({ ...inLabs(99), repo: 'acme/other' })))
  assert.ok(!isBlank(backdrops.against(inLabs(99))))
})

test('what was touched of late is told from what was touched long ago', () => {
  const backdrops = after(50)
  const [now, later] = [0, 300 * 86_400_000].map(mergedAt => backdrops.against({ ...inApp(99), mergedAt }))
  for (const at of [LATELY, LATELY + 1, LATELY + 2]) assert.ok((later?.[at] ?? 0) < (now?.[at] ?? 0))
})

test('titles without words and changes without files stand before a backdrop too', () => {
  const numbers = after(50).against(aMerge({ title: '修复', files: [] }))
  assert.ok(numbers.every(Number.isFinite))
})

test('an endless title does not crowd out what is usual', () => {
  const backdrops = after(50)
  const before = backdrops.against(inApp(99))
  const title = Array.from(
    { length: 60_000 },
    (_, at) => `w${'abcdefghij'[at % 10]}${'klmnop'[at % 6]} `,
  ).join('')
  backdrops.add(aMerge({ title, files: ['app/page1.ts'] }), 0)
  const merges = [before, backdrops.against(inApp(99))].map(numbers => Math.expm1(numbers[MERGES] ?? 0))
  assert.deepEqual(merges.map(Math.round), [100, 101])
})

test('however long a history is, what is kept of it stays bounded', () => {
  const backdrops = new Backdrops()
  const folders = (round: number) => Array.from({ length: 200 }, (_, at) => `d${round}/e${at}/f.ts`)
  for (let round = 0; round < 1_000; round++)
    backdrops.add(aMerge({ title: 'Tidy', files: folders(round) }), 0)
  const merges = Math.expm1(backdrops.against(inApp(1))[MERGES] ?? 0)
  assert.ok(merges > 100 && merges < 500, String(merges))
})

test('how much a repository seems to announce goes by what people merged there', () => {
  const shareAfter = (authorIsBot: boolean) => {
    const backdrops = after(20)
    for (let at = 0; at < 200; at++) backdrops.add({ ...inLabs(at), authorIsBot }, -0.95)
    return backdrops.usualShare(inApp(1))
  }
  assert.equal(shareAfter(true), after(20).usualShare(inApp(1)))
  assert.ok(shareAfter(false) < shareAfter(true))
  assert.equal(after(20).usualShare({ ...inApp(1), repo: 'other/repository' }), 0)
})

test('what is ahead is added as time comes to it, and all of it for who goes backwards', () => {
  const noted: Added[] = []
  const first = new Backdrops([], noted)
  for (let at = 0; at < 100; at++) first.add({ ...inApp(at), mergedAt: at }, 0.8)
  const again = new Backdrops(noted)
  const mergesAt = (mergedAt: number) =>
    Math.round(Math.expm1(again.against({ ...inApp(99), mergedAt })[MERGES] ?? 0))
  assert.deepEqual([30, 60, 60].map(mergesAt), [30, 60, 60])
  assert.equal(mergesAt(40), 100)
})
