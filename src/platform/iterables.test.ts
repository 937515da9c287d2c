import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linesIn } from './iterables.ts'

async function* inPieces(text: string, size: number) {
  const bytes = Buffer.from(text)
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}

const linesOf = async (text: string, size: number) =>
  (await Array.fromAsync(linesIn(inPieces(text, size)))).flat()

test('lines do not depend on chunk boundaries, also within a character', async () => {
  for (const size of [1, 2, 3, 7, 100])
    assert.deepEqual(
      await linesOf('one\r\n\nzwölf 🎉\nlast', size),
      ['one', '', 'zwölf 🎉', 'last'],
      `${size}`,
    )
})

test('a trailing newline adds no empty line, and an empty text has no lines', async () => {
  assert.deepEqual(await linesOf('one\ntwo\n', 4), ['one', 'two'])
  assert.deepEqual(await linesOf('', 4), [])
})

test('other separators do not end a line', async () => {
  assert.deepEqual(await linesOf('{"title":"a\u2028b\rc"}\n', 100), ['{"title":"a\u2028b\rc"}'])
})

test('a byte order mark at the start is no part of the first line, and anywhere else a character', async () => {
  for (const size of [1, 4, 100])
    assert.deepEqual(await linesOf('\ufeff{"number":1}\n\ufeff', size), ['{"number":1}', '\ufeff'])
})

test('a line in another encoding is no text, and those beside it are', async () => {
  async function* bytes() {
    yield Buffer.from('Größe\nGr')
    yield Buffer.from('öße\nmore\n', 'latin1')
  }
  assert.deepEqual((await Array.fromAsync(linesIn(bytes()))).flat(), ['Größe', '\uFFFD', 'more'])
})
