import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linesIn } from './iterables.ts'

async function* inPieces(text: string, size: number) {
  const bytes = Buffer.from(text)
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}

const linesOf = async (text: string, size: number) =>
  (await Array.fromAsync(linesIn(inPieces(text, size)))).flat()

test('lines are the same however the text is cut into pieces, also within a character', async () => {
  for (const size of [1, 2, 3, 7, 100])
    assert.deepEqual(
      await linesOf('one\r\n\nzwölf 🎉\nlast', size),
      ['one', '', 'zwölf 🎉', 'last'],
      `${size}`,
    )
})

test('a text that ends with a line end has no line after it, and an empty one has none at all', async () => {
  assert.deepEqual(await linesOf('one\ntwo\n', 4), ['one', 'two'])
  assert.deepEqual(await linesOf('', 4), [])
})

test('a separator that is no line end stays in its line', async () => {
  assert.deepEqual(await linesOf('{"title":"a\u2028b\rc"}\n', 100), ['{"title":"a\u2028b\rc"}'])
})
