import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aPull } from '#testing/pulls.ts'
import { unsupportedIn } from './grounding.ts'

const pull = aPull({
  title: 'Do not double the total',
  fragments: [
    {
      path: 'newsfragments/1.bugfix.rst',
      text: 'Fixed ``Cart.total`` not closing the connection to the pool -- by :user:`ann`.',
    },
  ],
})
const faultOf = async (line: string, diff = '') =>
  (await unsupportedIn(line, [pull], 'acme/shop', async () => diff))?.fault ?? null

test('a line that says what the team wrote is supported', async () => {
  assert.equal(await faultOf('Fixed `Cart.total` not closing the connection to the pool'), null)
})

test('a line that loses the "not" says the contrary', async () => {
  assert.equal(await faultOf('Fixed `Cart.total` closing the connection to the pool'), 'say the contrary')
})

test('another name in the same sentence is wrong, though the diff has it', async () => {
  const fault = await faultOf('Fixed `Shelf.items` not closing the connection to the pool', 'Shelf.items()')
  assert.match(fault ?? '', /"Shelf\.items" where the merge names something else/)
})

test('a number that neither the words nor the diff have is unsupported', async () => {
  assert.match((await faultOf('Totals have 12 digits')) ?? '', /"12"/)
  assert.equal(await faultOf('Totals have 12 digits', 'digits = 12'), null)
})
