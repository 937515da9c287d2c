import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTitle } from '#judgement/classification/record/title.ts'
import { titleFacts } from './title-facts.ts'

const namesIn = (title: string) => titleFacts(readTitle(title)).map(({ name }) => name)

test('the first word is the verb, unless an adverb stands before it', () => {
  assert.ok(namesIn('Fix the order of rooms').includes('verb:fix'))
  assert.ok(namesIn('Properly fix the order of rooms').includes('verb:fix'))
  assert.ok(namesIn('Rooms fix themselves').includes('word:fix'))
})

test('words match in any case and with apostrophes, but not in code spans', () => {
  assert.ok(namesIn("Rooms DON'T close").includes('word:guard'))
  assert.deepEqual(
    namesIn('Rename `fix` to `add`').filter(name => name.startsWith('word:')),
    [],
  )
})

test('a vulnerability is security; a page with that name is not', () => {
  assert.ok(namesIn('Close a path traversal in uploads').includes('word:guarded'))
  assert.ok(!namesIn('Fix the injection of the sidebar').includes('word:guarded'))
})

test('the title inside a revert gives no evidence', () => {
  const sides = titleFacts(readTitle('Revert "feat: support passkeys"')).map(({ name, side }) => [name, side])
  assert.deepEqual(
    sides.filter(([, side]) => side !== undefined),
    [['revert', 'internal']],
  )
})
