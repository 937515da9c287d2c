import assert from 'node:assert/strict'
import { test } from 'node:test'
import { twoWritten } from '#testing/written.ts'
import { UnderWay } from './under-way.ts'

const merge = (number: number | null, mergedAt: number) => ({ number, mergedAt })

/** Numbers 1 to 40, each merged as it came. */
function inOrder(): UnderWay {
  const underWay = new UnderWay()
  for (let number = 1; number <= 40; number++) underWay.add(merge(number, number))
  return underWay
}

const written = (underWay: UnderWay, pull: ReturnType<typeof merge>): number[] =>
  twoWritten((into, at) => underWay.write(pull, into, at))

test('what was overtaken by many numbers was long under way, and farther from the usual', () => {
  const underWay = inOrder()
  const [atOnce, late] = [written(underWay, merge(41, 50)), written(underWay, merge(20, 50))]
  assert.deepEqual(atOnce, [0, 0])
  assert.deepEqual(late, [Math.fround(Math.log(21)), 5])
})

test('where all wait, waiting is usual', () => {
  const underWay = new UnderWay()
  underWay.add(merge(1_000, 0))
  for (let number = 1; number <= 60; number++) underWay.add(merge(number, number))
  const [overtaken = 0, away = 9] = written(underWay, merge(30, 99))
  assert.ok(overtaken > 6)
  assert.ok(Math.abs(away) < 0.5)
})

test('the number itself says nothing', () => {
  const shifted = new UnderWay()
  for (let number = 1; number <= 40; number++) shifted.add(merge(90_000 + number, number))
  assert.deepEqual(written(shifted, merge(90_020, 50)), written(inOrder(), merge(20, 50)))
})

test('of commits without a number, and of what was merged before all that is known, nothing is told', () => {
  const underWay = inOrder()
  assert.deepEqual(written(underWay, merge(null, 50)), [0, 0])
  assert.deepEqual(written(underWay, merge(20, 0)), [0, 0])
  assert.deepEqual(written(new UnderWay(), merge(20, 0)), [0, 0])
})

test('a history that is read backwards tells of none of its merges, and of those that follow', () => {
  const underWay = new UnderWay()
  for (let number = 40; number >= 1; number--) {
    assert.deepEqual(written(underWay, merge(number, number)), [0, 0])
    underWay.add(merge(number, number))
  }
  assert.equal(written(underWay, merge(20, 50))[0], Math.fround(Math.log(21)))
})

test('of a history that is read in parts, the newest part first, all but the first merge of each part is known', () => {
  const [forwards, inParts] = [new UnderWay(), new UnderWay()]
  const told = (underWay: UnderWay, pull: ReturnType<typeof merge>): number => {
    const [overtaken = 0] = written(underWay, pull)
    underWay.add(pull)
    return overtaken
  }
  const history = Array.from({ length: 40 }, (_, at) => merge(at % 2 === 0 ? at + 9 : at - 1, at))
  const expected = history.map(pull => told(forwards, pull))
  const newer = history.slice(20).map(pull => told(inParts, pull))
  const older = history.slice(0, 20).map(pull => told(inParts, pull))
  assert.deepEqual([...older, 0, ...newer.slice(1)], [...expected.slice(0, 20), 0, ...expected.slice(21)])
  assert.ok(expected.filter(overtaken => overtaken > 2).length > 15)
  assert.equal(written(inParts, merge(30, 99))[0], written(forwards, merge(30, 99))[0])
})
