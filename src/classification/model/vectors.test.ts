import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomOf } from './learning/example.ts'
import { Vectors } from './vectors.ts'

const LENGTHS = [1, 4, 5, 16, 17, 65]
/** Around the number that are handed over at once. */
const COUNTS = [0, 1, 127, 128, 129, 300]
const STORED = 40

/** So that numbers of either sign cancel out, and no place is like another. */
const random = randomOf(11)
const aNumber = () => Math.fround(2 * random() - 1)
const numbers = (count: number) => Array.from({ length: count }, aNumber)

/** What is written, and the same as plain lists. */
function written(length: number, count = STORED) {
  const vectors = new Vectors(count, length)
  const plain = Array.from({ length: count }, () => numbers(length))
  for (const [at, vector] of plain.entries()) vectors.at(at).set(vector)
  return { vectors, plain }
}

interface Added {
  vector: number
  times: number
}
/** In no order, and many of them more than once. */
const someOf = (count: number): Added[] =>
  Array.from({ length: count }, () => ({ vector: Math.floor(random() * STORED), times: aNumber() }))

function assertNear(actual: number | undefined, terms: readonly number[], what: string): void {
  const exact = terms.reduce((sum, term) => sum + term, 0)
  const size = terms.reduce((sum, term) => sum + Math.abs(term), 0)
  assert.ok(Math.abs((actual ?? Number.NaN) - exact) <= 1e-5 * size, `${what}: ${actual}, not ${exact}`)
}

function assertSum(
  vectors: Vectors,
  plain: readonly number[][],
  added: readonly Added[],
  what: string,
): void {
  const sum = vectors.sum()
  for (let j = 0; j < (plain[0]?.length ?? 0); j++) {
    const terms = added.map(({ vector, times }) => (plain[vector]?.[j] ?? 0) * times)
    assertNear(sum[j], terms, `${what}, place ${j}`)
  }
}

/** Numbers times the scalar products with the sum as it stands. */
function assertProducts(vectors: Vectors, plain: readonly number[][], asked: readonly number[]): void {
  const sum = [...vectors.sum()]
  const times = numbers(asked.length)
  const products = times.slice()
  vectors.multiply(asked, products)
  for (const [at, vector] of asked.entries()) {
    const terms = plain[vector]?.map((value, j) => (times[at] ?? 0) * value * (sum[j] ?? 0)) ?? []
    assertNear(products[at], terms, `product ${at} of ${asked.length}`)
  }
}

function addAll(vectors: Vectors, added: readonly Added[]): void {
  for (const { vector, times } of added) vectors.add(vector, times)
}

for (const length of LENGTHS)
  test(`vectors of ${length} are added up as in plain JavaScript, however many`, () => {
    const { vectors, plain } = written(length)
    for (const count of COUNTS) {
      const added = someOf(count)
      vectors.begin()
      addAll(vectors, added)
      assertSum(vectors, plain, added, `${count} added`)
    }
  })

for (const length of LENGTHS)
  test(`vectors of ${length} are multiplied by their sum as in plain JavaScript, however many`, () => {
    const { vectors, plain } = written(length)
    for (const count of COUNTS) {
      vectors.begin()
      addAll(vectors, someOf(5))
      assertProducts(
        vectors,
        plain,
        someOf(count).map(({ vector }) => vector),
      )
    }
  })

test('a sum may be changed before others are multiplied by it', () => {
  const { vectors, plain } = written(5)
  vectors.begin()
  addAll(vectors, someOf(3))
  vectors.sum().set(numbers(5))
  assertProducts(vectors, plain, [7, 0, 39])
})

test('a sum that was asked for goes on with what is added after', () => {
  const { vectors, plain } = written(17)
  const [before, after] = [someOf(130), someOf(3)]
  vectors.begin()
  addAll(vectors, before)
  vectors.sum()
  addAll(vectors, after)
  assertSum(vectors, plain, [...before, ...after], 'both')
})

test('another sum begins at zero, also after multiplying and with vectors waiting', () => {
  const { vectors, plain } = written(17)
  vectors.begin()
  addAll(vectors, someOf(129))
  assertProducts(vectors, plain, [3, 1, 2])
  addAll(vectors, someOf(10))
  vectors.begin()
  const added = someOf(2)
  addAll(vectors, added)
  assertSum(vectors, plain, added, 'anew')
})

test('adding and multiplying leave the vectors as they were written', () => {
  const { vectors, plain } = written(5)
  vectors.begin()
  addAll(vectors, someOf(300))
  assertProducts(vectors, plain, [0, 39])
  for (const [at, vector] of plain.entries()) assert.deepEqual([...vectors.at(at).subarray(0, 5)], vector)
})

for (const [length, count] of [
  [16, 1_024],
  [65, 2_000],
] as const)
  test(`${count} vectors of ${length}, a page of memory or more, are kept apart`, () => {
    const { vectors, plain } = written(length, count)
    const added = [count - 1, 0, 500].map(vector => ({ vector, times: aNumber() }))
    vectors.begin()
    addAll(vectors, added)
    assertSum(vectors, plain, added, 'far apart')
  })

test('two do not disturb each other', () => {
  const [one, other] = [written(16), written(16)]
  const [added, meanwhile] = [someOf(140), someOf(200)]
  one.vectors.begin()
  other.vectors.begin()
  for (let at = 0; at < 200; at++) {
    addAll(one.vectors, added.slice(at, at + 1))
    addAll(other.vectors, meanwhile.slice(at, at + 1))
  }
  const sum = one.vectors.sum()
  assertSum(other.vectors, other.plain, meanwhile, 'other')
  assertProducts(other.vectors, other.plain, [1, 2])
  assertSum(one.vectors, one.plain, added, 'one')
  assert.equal(one.vectors.sum(), sum)
})
