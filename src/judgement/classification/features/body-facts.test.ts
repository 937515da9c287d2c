import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bodyFacts } from './features.ts'

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

test('each variant of a phrase is recognised', () => {
  for (const [phrase, ...texts] of SAID)
    for (const text of texts)
      assert.ok(namesIn(`Before this.\n${text}\nAfter.`).includes(`body:${phrase}`), text)
})

test('a blank description counts as missing', () => {
  assert.deepEqual(namesIn(' \n'), ['body:empty'])
})

test('template text is ignored', () => {
  assert.deepEqual(namesIn('<!-- closes #12, for users -->\n'), ['body:empty'])
})
