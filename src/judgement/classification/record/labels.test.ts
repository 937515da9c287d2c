import assert from 'node:assert/strict'
import { test } from 'node:test'
import { labelSignals } from './labels.ts'

const DECIDE_INTERNAL = [
  'no-changelog',
  'skip changelog',
  'Skip-Changelog',
  'release-note-none',
  'no release notes',
  'internal',
  'ignore-for-release',
  'changelog: skip',
  'Changelog: None',
  'skip news',
  'exclude-from-changelog',
  'changelog/no-changelog',
  'changelog: internal',
  'skip-release-notes',
  'release-note/misc',
]
const DECIDE_TOLD = [
  'changelog: Added',
  'release-note',
  'release-note/bug-fix',
  'Release Highlight',
  'changelog/fixed',
  'user-facing',
  'notes: feature',
]
const SPEAK_FOR = [
  'bug',
  'kind/bug',
  'type: feature',
  'Type: Bug Fix',
  'enhancement',
  'C-bug',
  'T-Enhancement',
  '🐛 bug',
  'semver-minor',
  'breaking-change',
  'semver: patch',
  'security',
  'kind/regression',
  'C: performance',
]
const SPEAK_AGAINST = [
  'documentation',
  'dependencies',
  'kind/cleanup',
  'ci',
  'type: chore',
  'tests',
  'refactor',
  'tech-debt',
  'C-test',
  'kind/flake',
  'type/docs',
  'build',
]
const SAY_NOTHING = [
  'good first issue',
  'help wanted',
  'area/router',
  'lgtm',
  'size/XL',
  'backport-1.2',
  'P1',
  'needs review',
  'approved',
  'hacktoberfest',
  'v2',
  '',
]

const only = (label: string) => labelSignals([label])[0]

for (const label of DECIDE_INTERNAL)
  test(`the label “${label}” keeps a change out of the changelog`, () => {
    const signal = only(label)
    assert.ok(signal?.binding && signal.weight < -3)
  })

for (const label of DECIDE_TOLD)
  test(`the label “${label}” puts a change into the changelog`, () => {
    const signal = only(label)
    assert.ok(signal?.binding && signal.weight > 3)
  })

for (const label of SPEAK_FOR)
  test(`the label “${label}” is evidence for user-facing`, () => {
    const signal = only(label)
    assert.ok(signal && !signal.binding && signal.weight > 0)
  })

for (const label of SPEAK_AGAINST)
  test(`the label “${label}” is evidence for internal`, () => {
    const signal = only(label)
    assert.ok(signal && !signal.binding && signal.weight < -1)
  })

for (const label of SAY_NOTHING)
  test(`the label “${label}” is not evidence`, () => assert.equal(only(label), undefined))

test('labels determine the kind', () => {
  assert.equal(only('kind/bug')?.kind, 'fix')
  assert.equal(only('Type: Enhancement')?.kind, 'improvement')
  assert.equal(only('changelog: security')?.kind, 'security')
  assert.equal(only('deprecation')?.kind, 'deprecation')
})
