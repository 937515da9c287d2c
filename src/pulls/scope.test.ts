import assert from 'node:assert/strict'
import { test } from 'node:test'
import { processorTime } from '#testing/processor-time.ts'
import { aPull } from '#testing/pulls.ts'
import { isInScope, type RepositoryScope, setFor, validateGlobs } from './scope.ts'

const scope = (more: Partial<RepositoryScope>): RepositoryScope => ({
  includePaths: [],
  excludePaths: [],
  setRules: [],
  ...more,
})
const files = (...paths: string[]) => aPull({ files: paths }).files

test('a merge belongs to the account when one of its files is included and not excluded', () => {
  const mobile = scope({ includePaths: ['apps/mobile/**', 'shared/**'], excludePaths: ['**/*.md'] })
  assert.equal(isInScope(mobile, files('apps/mobile/src/a.ts')), true)
  assert.equal(isInScope(mobile, files('apps/mobile/.config/a.json')), true)
  assert.equal(isInScope(mobile, files('apps/web/a.ts')), false)
  assert.equal(isInScope(mobile, files('apps/mobile/README.md')), false)
  assert.equal(isInScope(mobile, files('apps/mobile/README.md', 'shared/b.ts')), true)
  assert.equal(isInScope(scope({ excludePaths: ['docs/**'] }), files('docs/a.md')), false)
})

test('a merge without known files is in scope', () => {
  assert.equal(isInScope(scope({ includePaths: ['apps/**'] }), []), true)
})

test('the first matching rule decides the set', () => {
  const setRules = [
    { glob: 'apps/mobile/**', setId: 'mobile' },
    { glob: 'apps/**', setId: 'apps' },
  ]
  assert.equal(setFor(scope({ setRules }), files('apps/web/a.ts', 'apps/mobile/b.ts')), 'mobile')
  assert.equal(setFor(scope({ setRules }), files('apps/web/a.ts')), 'apps')
  assert.equal(setFor(scope({ setRules }), files('lib/a.ts')), null)
})

test('an invalid pattern is refused', () => {
  for (const bad of [
    '',
    '/etc/**',
    '!a',
    'a'.repeat(201),
    'a\nb',
    'src/{a,b',
    'src/[ab',
    '(([a-z/.]+)+)+!',
    '{a,b}'.repeat(6),
  ])
    assert.throws(() => validateGlobs([bad]), { code: 'invalid_parameter' })
  assert.deepEqual(validateGlobs(['a/**', 'a/**']), ['a/**'])
})

test('the slowest allowed pattern matches the longest path quickly', () => {
  const globs = ['**/*a*a*a*a*a*b', '**/*a*a/**/*a*a*b/**/*a*a*b', '((*a*)+)+!', `${'*a'.repeat(99)}b`]
  const stored = '(([a-z/.]+)+)+!'
  const evil = scope({ includePaths: [...validateGlobs(globs), stored] })
  const spent = processorTime()
  for (const path of ['a'.repeat(500), 'a/'.repeat(250), `${'a'.repeat(90)}/`.repeat(5), 'a'.repeat(4_000)])
    isInScope(evil, files(path))
  assert.ok(spent() < 1_000)
})
