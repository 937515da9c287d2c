import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cropText, largest, moved, sized, spanned } from './crop-rectangle.ts'

const WHOLE = { width: 400, height: 300 }
const CARD = 2

test('a part stays inside the picture, however far it is moved or sized', () => {
  const part = { x: 100, y: 100, width: 100, height: 100 }
  assert.deepEqual(moved(part, { x: 900, y: -900 }, WHOLE), { ...part, x: 300, y: 0 })
  assert.deepEqual(sized(part, { x: 900, y: 900 }, WHOLE, null), { ...part, width: 300, height: 200 })
  const { width, height } = sized(part, { x: -900, y: -900 }, WHOLE, null)
  assert.ok(width > 0 && height > 0)
})

test('a part can be drawn from any corner', () => {
  const part = { x: 100, y: 50, width: 200, height: 100 }
  assert.deepEqual(spanned({ x: 100, y: 50 }, { x: 300, y: 150 }, WHOLE, null), part)
  assert.deepEqual(spanned({ x: 300, y: 150 }, { x: 100, y: 50 }, WHOLE, null), part)
})

test('a part with an aspect keeps it', () => {
  assert.deepEqual(largest(WHOLE, CARD), { x: 0, y: 50, width: 400, height: 200 })
  for (const part of [
    spanned({ x: 350, y: 10 }, { x: 390, y: 290 }, WHOLE, CARD),
    spanned({ x: 30, y: 290 }, { x: 10, y: 0 }, WHOLE, CARD),
    sized({ x: 0, y: 0, width: 200, height: 100 }, { x: -40, y: 0 }, WHOLE, CARD),
    sized({ x: 0, y: 0, width: 200, height: 100 }, { x: 0, y: 40 }, WHOLE, CARD),
  ]) {
    assert.equal(part.width / part.height, CARD)
    assert.ok(part.x >= 0 && part.y >= 0 && part.x + part.width <= 400 && part.y + part.height <= 300)
  }
})

test('the server is told fractions', () => {
  assert.equal(
    cropText({ x: 100, y: 75, width: 300, height: 225 }, WHOLE),
    '0.250000,0.250000,0.750000,0.750000',
  )
})
