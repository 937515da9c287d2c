import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FAMILIES, type Family, SCALES, Tokens, tokenOf } from './token.ts'

const FAMILY_NAMES = Object.keys(FAMILIES) as Family[]
const titleWord = (id: number) => tokenOf(id, 'title', `word${id}`)

/** With a first row begun. */
function begun(): Tokens {
  const tokens = new Tokens()
  tokens.begin()
  return tokens
}

test('what occurs twice counts once, in the order in which it was met', () => {
  const tokens = begun()
  const [seven, zero] = [titleWord(7), titleWord(0)]
  for (const token of [seven, zero, seven, titleWord(7), zero]) tokens.add(token)
  tokens.addOnce(7, 0.25, seven)
  const { ids, values, tokens: collected } = tokens.collected()
  assert.deepEqual(ids, [7, 0])
  assert.deepEqual(values, [1, 1])
  assert.equal(collected[0], seven)
  assert.equal(collected[1], zero)
})

test('what is unknown is passed over', () => {
  const tokens = begun()
  tokens.add(titleWord(-1))
  tokens.add(titleWord(3))
  tokens.add(titleWord(-1))
  assert.deepEqual(tokens.collected().ids, [3])
})

test('a token counts as much as its family, as a 32-bit number', () => {
  const tokens = begun()
  for (const [id, family] of FAMILY_NAMES.entries()) tokens.add(tokenOf(id, family, 'x'))
  assert.deepEqual(
    tokens.collected().values,
    FAMILY_NAMES.map(family => Math.fround(FAMILIES[family])),
  )
})

test('who tells id and scale adds the same', () => {
  const [told, added] = [begun(), begun()]
  for (const [id, family] of FAMILY_NAMES.entries()) {
    const token = tokenOf(id, family, 'x')
    told.addOnce(id, SCALES[family], token)
    added.add(token)
  }
  assert.deepEqual(told.collected(), added.collected())
})

test('shares add up, scaled by the family', () => {
  for (const [id, family] of FAMILY_NAMES.entries()) {
    const tokens = begun()
    const [token, other] = [tokenOf(id, family, 'x'), tokenOf(id + 100, family, 'y')]
    tokens.addShare(token, 0.25)
    tokens.addShare(other, 0.125)
    tokens.addShare(token, 0.5)
    const { ids, values } = tokens.collected()
    assert.deepEqual(ids, [id, id + 100])
    assert.deepEqual(values, [0.75 * SCALES[family], 0.125 * SCALES[family]])
  }
})

test('each row begins afresh, however many were before it', () => {
  const tokens = new Tokens()
  for (let row = 0; row < 50; row++) {
    tokens.begin()
    assert.deepEqual(tokens.collected(), { ids: [], values: [], tokens: [] })
    const own = [row % 7, 100 + row, row % 3].filter((id, at, all) => all.indexOf(id) === at)
    for (const id of [...own, ...own]) tokens.add(titleWord(id))
    tokens.addShare(tokenOf(5_000, 'path', 'src'), 0.5)
    const { ids, values } = tokens.collected()
    assert.deepEqual(ids, [...own, 5_000])
    assert.deepEqual(values, [...own.map(() => 1), 0.5])
  }
})

test('what was collected stays as it is when others follow', () => {
  const tokens = begun()
  tokens.add(titleWord(1))
  tokens.addShare(tokenOf(2, 'path', 'src'), 0.5)
  const collected = tokens.collected()
  const before = structuredClone(collected)
  tokens.addShare(tokenOf(2, 'path', 'src'), 0.25)
  tokens.add(titleWord(3))
  tokens.begin()
  for (const id of [9, 8, 7, 6]) tokens.add(tokenOf(id, 'body', 'other'))
  assert.deepEqual(collected, before)
})

test('there is room for ids of any size, and what was met before it grew is still met', () => {
  const tokens = begun()
  const ids = [0, 1_023, 1_024, 1_025, 2_047, 2_048, 100_000, 99_999, 5]
  for (const id of ids) tokens.add(titleWord(id))
  for (const id of ids) tokens.add(titleWord(id))
  assert.deepEqual(tokens.collected().ids, ids)
})
