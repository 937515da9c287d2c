import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChangelogFile } from '#pulls/changelog-sources/announcements.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { aPull, type PullSketch } from '#testing/pulls.ts'
import { coveredRanges } from './coverage.ts'
import { meaningOfHeading } from './heading-meaning.ts'
import { labelHistory } from './label.ts'
import { exclusionOf, withoutTeamRecord } from './ordinary.ts'

const DAY = 86_400_000
const pull = (number: number, known: PullSketch = {}): MergedPull =>
  aPull({ number, title: `Change ${number}`, mergedAt: number * DAY, ...known })
const upTo = (count: number, make: (number: number) => MergedPull): MergedPull[] =>
  Array.from({ length: count }, (_, at) => make(count - at))
const changelog = (...lines: string[]): ChangelogFile => ({
  form: 'changelog',
  name: 'CHANGELOG.md',
  text: lines.join('\n'),
  at: null,
})
const labelsOf = (merges: MergedPull[], ...changelogFiles: ChangelogFile[]) =>
  labelHistory(merges, changelogFiles, 'acme/app')
const labelled = (merges: MergedPull[], ...changelogFiles: ChangelogFile[]) =>
  labelsOf(merges, ...changelogFiles).labelled.map(
    ({ pull, announced, kind, basis }) => `${pull.number} ${announced ? kind : 'internal'} ${basis}`,
  )

test('a change in the changelog is announced, one left out is not, and a newer one is unknown', () => {
  const file = changelog(
    '## 1.1',
    '### Fixed',
    '- Three (#3)',
    '### Added',
    '- One (#1)',
    '### Internal',
    '- Two (#2)',
  )
  assert.deepEqual(labelled(upTo(5, pull), file), [
    '3 fix recorded',
    '2 internal recorded',
    '1 feature recorded',
  ])
})

test('fragments label their pull request, also the newest ones', () => {
  const fragments = [{ path: 'changelog.d/1.bugfix', text: 'Mended.' }]
  const merges = [pull(3), pull(2), pull(1, { fragments })]
  assert.deepEqual(labelled(merges), ['3 internal absent', '2 internal absent', '1 fix recorded'])
})

test('a changeset that announces nothing is a recorded decision', () => {
  const told = [{ path: '.changeset/a.md', text: '---\n"app": minor\n---\n\nThemes' }]
  const empty = [{ path: '.changeset/b.md', text: '---\n---\n' }]
  const { labelled } = labelsOf([pull(2, { fragments: empty }), pull(1, { fragments: told })])
  assert.deepEqual(
    labelled.map(({ announced, basis, note }) => [announced, basis, note]),
    [
      [false, 'recorded', null],
      [true, 'recorded', 'Themes'],
    ],
  )
})

test('documentation and lines about many merges are left undecided', () => {
  const file = changelog(
    '## 2',
    '### Documentation',
    '- Guide (#1)',
    '### Changed',
    '- Misc. cleanups (#2, #3, #4, #5)',
    '- Six (#6)',
  )
  const found = labelsOf(upTo(6, pull), file)
  assert.equal(found.excluded.undecided, 5)
  assert.deepEqual(
    found.labelled.map(({ pull }) => pull.number),
    [6],
  )
})

test('a changelog that each change edits labels changes by their edits', () => {
  const edit = { path: 'CHANGELOG.md', additions: 2, deletions: 0, status: 'modified' as const }
  const typo = { path: 'CHANGELOG.md', additions: 1, deletions: 1, status: 'modified' as const }
  const merges = [pull(3, { files: ['a.ts', typo] }), pull(2), pull(1, { files: ['a.ts', edit] })]
  assert.deepEqual(labelled(merges), ['3 internal absent', '2 internal absent', '1 null recorded'])
})

test('a period in which the changelog was not maintained labels nothing', () => {
  const named = Array.from({ length: 600 }, (_, at) => (at < 200 || at >= 400 ? at % 2 === 0 : at % 40 === 0))
  const spans = coveredRanges(named, true)
  assert.equal(spans.length, 2)
  assert.ok((spans[0]?.to ?? 0) <= 260 && (spans[1]?.from ?? 0) >= 340)
  assert.deepEqual(
    coveredRanges(
      named.map(() => false),
      true,
    ),
    [],
  )
  assert.deepEqual(coveredRanges([], true), [])
})

test('bots, releases, reverts and changelog edits are left out', () => {
  assert.equal(exclusionOf(pull(1, { author: 'renovate[bot]', authorIsBot: true })), 'bot')
  assert.equal(exclusionOf(pull(1, { title: 'Version Packages' })), 'release')
  assert.equal(exclusionOf(pull(1, { title: 'chore: release v2.1.0' })), 'release')
  const marked = { title: 'Mark 0.36 as in progress' }
  assert.equal(exclusionOf(pull(1, { ...marked, files: ['VERSION', 'CHANGELOG.md'] })), 'release')
  assert.equal(exclusionOf(pull(1, { ...marked, files: ['VERSION', 'CHANGELOG.md', 'src/cart.ts'] })), null)
  assert.equal(exclusionOf(pull(1, { title: 'Revert "Themes (#3)"' })), 'revert')
  assert.equal(exclusionOf(pull(1, { files: ['CHANGELOG.md'] })), 'record')
  for (const title of [
    'fix: release the lock on exit',
    'Publish receipts by mail',
    'Show version in the footer',
  ])
    assert.equal(exclusionOf(pull(1, { title })), null, title)
})

test('a blinded merge contains nothing of the record', () => {
  const seen = withoutTeamRecord(
    pull(1, {
      title: 'fix: print umlauts',
      body: 'They came out wrong.\n\nI added a changelog entry.\n\n```release-note\nPrint umlauts\n```\n\nChangelog: fixed',
      files: ['src/print.ts', 'CHANGELOG.md', 'changelog.d/1.bugfix'],
      fragments: [{ path: 'changelog.d/1.bugfix', text: 'Print umlauts' }],
      labels: ['bug'],
    }),
    { types: true },
  )
  assert.equal(seen.title, 'print umlauts')
  assert.equal(seen.body, 'They came out wrong.')
  assert.deepEqual(
    seen.files.map(({ path }) => path),
    ['src/print.ts'],
  )
  assert.equal(seen.filesChanged, 1)
  assert.equal(seen.additions, 8)
  assert.deepEqual([seen.fragments, seen.labels], [[], []])
})

test('headings are recognised in the ways that people write them', () => {
  const kinds = (...headings: string[]) => headings.map(heading => meaningOfHeading(heading)?.kind ?? null)
  assert.deepEqual(kinds('Bug Fixes', '🐛 Fixes', 'Fixed'), ['fix', 'fix', 'fix'])
  assert.deepEqual(
    kinds('New Features', 'Performance Improvements', 'Deprecations (removal in next major release)'),
    ['feature', 'performance', 'deprecation'],
  )
  const internal = [
    'Miscellaneous Chores',
    'Code Refactoring',
    'Trivial/Internal Changes',
    'Continuous Integration',
    'Contributor-facing changes',
    'Code style',
    'Style fixes',
    'Formatting',
  ]
  for (const heading of internal) assert.equal(meaningOfHeading(heading)?.told, false, heading)
  for (const heading of ['Patch Changes', "What's Changed", 'etcd server', 'Nightly only'])
    assert.equal(meaningOfHeading(heading), null, heading)
  const ofReleases = ['Version 18.9b0', 'Version 2.1', 'Patch Release', 'Release']
  const ofProducts = ['Stable style', 'Preview style', 'Storage format changes', 'How config works']
  for (const heading of [...ofReleases, ...ofProducts]) assert.equal(meaningOfHeading(heading), null, heading)
  assert.ok(meaningOfHeading('Removals and backward incompatible breaking changes')?.told)
})

test('title prefixes are recognised as the source of a changelog that repeats them', () => {
  const merges = upTo(40, number =>
    pull(number, { title: `${number % 2 ? 'fix' : 'feat'}: change ${number}` }),
  )
  const lines = (kind: number) =>
    merges.filter(({ number }) => (number ?? 0) % 2 === kind).map(({ number }) => `- x (#${number})`)
  const same = changelog('## 1.0', '### Bug Fixes', ...lines(1), '### Features', ...lines(0))
  const other = changelog('## 1.0', '### Bug Fixes', ...lines(0), '### Features', ...lines(1))
  assert.equal(labelsOf(merges, same).madeFromTitles, true)
  assert.equal(labelsOf(merges, other).madeFromTitles, false)
})
