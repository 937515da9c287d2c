import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aPull } from '#testing/pulls.ts'
import { bodyFacts, pathFacts } from './features.ts'

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

const told = (...files: string[]) =>
  pathFacts(aPull({ title: 'Anything', files })).map(({ detail }) => detail)

test('the areas with the most files are named', () => {
  const files = [
    'go.mod',
    'api/go.mod',
    'cli/go.mod',
    'go.sum',
    'api/go.sum',
    'room_test.go',
    'examples/a/main.go',
  ]
  assert.ok(told(...files).includes('only dependency lists, lockfiles and the like changed'))
})

test('an issue template is not a CI workflow', () => {
  const template = '.github/ISSUE_TEMPLATE/release.md'
  assert.deepEqual(
    new Set(told(template)),
    new Set(['only templates and settings of the repository changed']),
  )
  assert.ok(told(template, '.github/workflows/test.yml').includes('only CI workflows changed'))
})

test('the name of an issue template does not affect the model', () => {
  const names = (file: string) =>
    pathFacts(aPull({ title: 'Anything', files: [file] })).map(({ name }) => name)
  assert.deepEqual(names('.github/ISSUE_TEMPLATE/release.md'), names('.github/workflows/test.yml'))
})

test('a truncated file list gives no facts about all files', () => {
  const pull = aPull({ title: 'Anything', files: ['test/a.test.ts', 'test/b.test.ts'] })
  const names = (filesChanged: number) => pathFacts({ ...pull, filesChanged }).map(({ name }) => name)
  assert.deepEqual(names(2), ['only:test', 'backstage:all'])
  assert.deepEqual(names(300), [])
})
