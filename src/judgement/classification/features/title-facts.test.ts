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

test('words are told in either case and with apostrophes, those in code spans are not', () => {
  assert.ok(namesIn("Rooms DON'T close").includes('word:guard'))
  assert.deepEqual(
    namesIn('Rename `fix` to `add`').filter(name => name.startsWith('word:')),
    [],
  )
})

test('what attackers do is told as security, a page of that name is not', () => {
  assert.ok(namesIn('Close a path traversal in uploads').includes('word:guarded'))
  assert.ok(!namesIn('Fix the injection of the sidebar').includes('word:guarded'))
})

test('what a reverted title speaks of speaks for no side', () => {
  const sides = titleFacts(readTitle('Revert "feat: support passkeys"')).map(({ name, side }) => [name, side])
  assert.deepEqual(
    sides.filter(([, side]) => side !== undefined),
    [['revert', 'internal']],
  )
})
