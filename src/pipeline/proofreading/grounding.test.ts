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

test('"prevent" and "does not" say the same, and a "not" in an example says nothing', async () => {
  const faultFor = async (line: string, title: string) =>
    (await unsupportedIn(line, [aPull({ title })], '', async () => ''))?.fault ?? null
  const crash = 'Deleting watched files should not crash the reload'
  assert.equal(await faultFor('Prevent deleting watched files from crashing the reload', crash), null)
  const inline = 'Keep inline style attributes of templates'
  assert.equal(await faultFor('Keep inline style attributes of templates (e.g. not this one)', inline), null)
  assert.equal(await faultFor('Do not keep inline style attributes of templates', inline), 'say the contrary')
  assert.equal(
    await faultFor('Do not prevent watched files from crashing', 'Prevent watched files from crashing'),
    'say the contrary',
  )
})

test('a further pull request that a line names is no number of its words', async () => {
  assert.equal(await faultOf('Do not double the total (#19624, #19675 by @fisker)'), null)
})

test('another name in the same sentence is wrong, though the diff has it', async () => {
  const fault = await faultOf('Fixed `Shelf.items` not closing the connection to the pool', 'Shelf.items()')
  assert.match(fault ?? '', /"Shelf\.items" where the merge names something else/)
})

test('a number that neither the words nor the diff have is unsupported', async () => {
  assert.match((await faultOf('Totals have 12 digits')) ?? '', /"12"/)
  assert.equal(await faultOf('Totals have 12 digits', 'digits = 12'), null)
})
