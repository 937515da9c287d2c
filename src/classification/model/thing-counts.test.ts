import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomOf } from './learning/example.ts'
import { ThingCounts } from './thing-counts.ts'

const DAY_MS = 24 * 60 * 60 * 1000

interface Plain {
  merges: number
  leans: number
}

/** Things with keys of either sign, many of them met again, counted here and in a Map. */
function counted(rounds: number) {
  const random = randomOf(5)
  const counts = new ThingCounts()
  const plain = new Map<number, Plain>()
  for (let round = 0; round < rounds; round++) {
    const key = Math.imul(Math.floor((rounds / 3) * random()), 0x01000193)
    const lean = Math.round(4 * random() - 2) / 2
    const { merges, leans } = plain.get(key) ?? { merges: 0, leans: 0 }
    plain.set(key, { merges: merges + 1, leans: leans + lean })
    counts.count(key, lean, round)
  }
  return { counts, plain }
}

function assertCounts(counts: ThingCounts, plain: ReadonlyMap<number, Plain>): void {
  assert.equal(counts.size, plain.size)
  for (const [key, { merges, leans }] of plain) {
    const place = counts.placeOf(key)
    assert.deepEqual([counts.mergesAt(place), counts.leansAt(place)], [merges, leans], `thing ${key}`)
  }
}

test('things are counted each under its key, however many there are', () => {
  for (const rounds of [0, 1, 300, 20_000]) {
    const { counts, plain } = counted(rounds)
    assertCounts(counts, plain)
  }
})

test('of a thing that is not known all counts are zero, also where its key is', () => {
  const counts = new ThingCounts()
  const assertNothing = (key: number) => {
    const place = counts.placeOf(key)
    const all = [counts.mergesAt(place), counts.leansAt(place), counts.latelyAt(place, DAY_MS)]
    assert.deepEqual(all, [0, 0, 0])
  }
  assertNothing(0)
  counts.count(7, 1, 0)
  for (const key of [0, 8, -7]) assertNothing(key)
  counts.count(0, 1, 0)
  assert.equal(counts.mergesAt(counts.placeOf(0)), 1)
})

test('where all fades, merges and leans count half, and what is left of less than one is forgotten', () => {
  const { counts, plain } = counted(20_000)
  counts.fade()
  const halved = [...plain].map(
    ([key, { merges, leans }]) => [key, { merges: merges / 2, leans: leans / 2 }] as const,
  )
  assertCounts(counts, new Map(halved.filter(([, { merges }]) => merges >= 1)))
})

test('what was done of late counts a third after two weeks, read forwards or backwards', () => {
  const counts = new ThingCounts()
  counts.count(3, 1, 14 * DAY_MS)
  counts.count(3, 1, 14 * DAY_MS)
  for (const [day, lately] of [
    [14, 2],
    [28, 2 / Math.E],
    [0, 2 / Math.E],
  ] as const)
    assert.ok(Math.abs(counts.latelyAt(counts.placeOf(3), day * DAY_MS) - lately) < 1e-9, `day ${day}`)
})
