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

test('patterns that take too long on a merge with many files let it in, within a moment', () => {
  const globs = Array.from({ length: 50 }, (_, n) => `*${'a'.repeat(168)}${'{b,c}'.repeat(5)}${10 + n}`)
  const setRules = globs.map(glob => ({ glob, setId: 'mobile' }))
  const slow = scope({ includePaths: validateGlobs(globs), setRules })
  const merge = files(...Array.from({ length: 1_000 }, (_, n) => `${'a'.repeat(490)}${n}`))
  const spent = processorTime()
  assert.equal(isInScope(slow, merge), true)
  assert.equal(setFor(slow, merge), null)
  assert.ok(spent() < 1_000)
})

test('ten usual patterns are matched with a thousand files', () => {
  const globs = ['apps/{mobile,web}/**', '**/*.{ts,tsx}', 'docs/**', 'packages/*/src/**', 'README.md']
  const usual = scope({
    includePaths: validateGlobs(globs),
    excludePaths: validateGlobs(globs.map(one => `x/${one}`)),
  })
  const path = (n: number) => `services/billing/internal/handlers/deep/er/file-number-${n}.go`
  assert.equal(isInScope(usual, files(...Array.from({ length: 1_000 }, (_, n) => path(n)))), false)
})
