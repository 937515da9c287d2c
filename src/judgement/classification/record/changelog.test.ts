import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aPull, type PullSketch } from '#testing/pulls.ts'
import { changelogSignals } from './changelog.ts'
import { recordIn } from './signal.ts'
import { signalsOf } from './signals.ts'

const FILES = ['src/cart.ts', 'CHANGELOG.md']
const isTold = (sketch: PullSketch) => changelogSignals(aPull({ files: FILES, ...sketch })).length > 0

test('a change that adds its own changelog entry is announced', () => {
  const [told] = changelogSignals(aPull({ files: FILES }))
  assert.ok(told?.binding && told.weight > 0)
  assert.deepEqual(recordIn([told]), { announces: true, form: 'changelog' })
  assert.ok(isTold({ files: ['packages/cart/src/total.ts', 'packages/cart/CHANGES.rst'] }))
  const line = { path: 'CHANGELOG.md', additions: 2, deletions: 0, status: 'modified' as const }
  assert.ok(
    isTold({ title: 'Drop the old runtime', files: ['pyproject.toml', '.github/workflows/a.yml', line] }),
  )
})

test('a release, a bot, corrected lines and internal files do not announce a change', () => {
  for (const title of [
    'Release 2.1.0',
    'Release/v2.1.0',
    '2.1.0 release',
    'v2.1',
    'Version 2.1.0',
    'Release notes for Acme 2.1',
    'Update the changelog',
    ':tada: Add 2.1 release slides',
  ])
    assert.ok(!isTold({ title }), title)
  const gathered = { path: 'NEWS.rst', additions: 200, deletions: 0, status: 'modified' as const }
  assert.ok(!isTold({ files: ['src/version.ts', gathered] }))
  assert.ok(!isTold({ files: ['package.json', 'VERSION', 'CHANGELOG.md'] }))
  assert.ok(!isTold({ files: ['VERSION', 'CHANGELOG.md'] }))
  assert.ok(!isTold({ author: 'renovate[bot]', authorIsBot: true }))
  assert.ok(!isTold({ files: ['src/cart.ts'] }))
  assert.ok(!isTold({ files: ['tests/cart.test.ts', 'CHANGELOG.md'] }))
  const mended = { path: 'CHANGELOG.md', additions: 1, deletions: 1, status: 'modified' as const }
  assert.ok(!isTold({ files: ['src/cart.ts', mended].flat() }))
})

test('the text of a changelog entry counts more than its existence', () => {
  const entry = (text: string) => aPull({ files: FILES, fragments: [{ path: 'CHANGELOG.md', text }] })
  const [fixed, ...others] = signalsOf(entry('### Fixed\n- Totals are right'))
  assert.deepEqual(others, [])
  assert.equal(fixed?.kind, 'fix')
  assert.equal(fixed?.detail, 'the team wrote a changelog entry of the kind “fixed”')
  const [internal] = signalsOf(entry('### Internal\n- Split the store'))
  assert.ok(internal && internal.weight < 0)
  const [unsorted] = signalsOf(entry('### Store gateway\n- Keep the series'))
  assert.ok(unsorted?.binding && unsorted.weight > 0)
  assert.equal(unsorted.detail, 'the team wrote a changelog entry')
})
