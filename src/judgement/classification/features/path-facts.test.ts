import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aPull } from '#testing/pulls.ts'
import { pathFacts } from './features.ts'

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
