import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bodyFacts } from './body-facts.ts'

const namesIn = (body: string) => bodyFacts({ body }).map(({ name }) => name)

const SAID: [phrase: string, ...texts: string[]][] = [
  ['closes', 'Closes #4', 'fixed: acme/app#12', 'Resolves https://x.example/a/b/issues/3'],
  ['screenshot', 'Screenshots\n', 'see ![picture](x)', '<img src="x">', 'a.png', 'a screen recording'],
  ['no-change', 'no functional changes', 'No behaviour change', 'not user facing', 'non-functional'],
  ['flaky', 'a test flakes', 'flakiness'],
  ['tidying', 'Refactoring', 'cleaned-up', 'technical debt', 'eslint'],
  ['follow-up', 'followup', 'in a later pull request', 'first step', 'part of #12'],
  ['gated', 'behind a flag', 'under an experiment', 'feature flag', 'not yet enabled', 'unreleased'],
  ['people', 'users', 'Customer', 'an admin'],
  ['regression', 'a bug report', 'reported by Ada', 'Steps to reproduce'],
  ['breaking', 'BREAKING CHANGE'],
  ['now', 'Now allow', 'can now', 'add support', 'a new API'],
  ['test-plan', 'Test plan', 'how to test', 'manually test'],
  ['pipeline', 'CI', 'GitHub Action', 'Dependabot'],
]

test('each way of putting a phrase is read as that phrase', () => {
  for (const [phrase, ...texts] of SAID)
    for (const text of texts)
      assert.ok(namesIn(`Before this.\n${text}\nAfter.`).includes(`body:${phrase}`), text)
})

test('a description of nothing but spaces is none', () => {
  assert.deepEqual(namesIn(' \n'), ['body:empty'])
})

test('what a template tells its authors is not what they wrote', () => {
  assert.deepEqual(namesIn('<!-- closes #12, for users -->\n'), ['body:empty'])
})
