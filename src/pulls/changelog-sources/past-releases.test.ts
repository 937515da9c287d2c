import assert from 'node:assert/strict'
import { test } from 'node:test'
import { processorTime } from '#testing/processor-time.ts'
import { readChangelog } from './past-releases.ts'
import { firstDateIn } from './release-dates.ts'

/** The releases as `day name`. */
const told = (...lines: string[]) =>
  readChangelog(lines.join('\n')).releases.map(({ at, name, isUnreleased }) =>
    [at === null ? '?' : new Date(at).toISOString().slice(0, 10), name, isUnreleased ? 'ahead' : '']
      .join(' ')
      .trim(),
  )

test('a changelog kept by hand is read with its dates, and unreleased sections are recognised', () => {
  const text = [
    ...[
      '# Changelog',
      'All notable changes.',
      '## [Unreleased]',
      '- x',
      '## [1.1.0] - 2026-03-02',
      '### Added',
      '- a',
    ],
    ...['## [1.0.0] - 2026-02-01', '- b', '', '[1.1.0]: https://x.example'],
  ]
  assert.deepEqual(told(...text), ['? Unreleased ahead', '2026-03-02 1.1.0', '2026-02-01 1.0.0'])
  assert.equal(readChangelog(text.join('\n')).releases[1]?.body, '### Added\n- a')
})

test('changelogs of changesets have no dates, and name the package first', () => {
  const { product, releases } = readChangelog(
    '# @acme/ui\n\n## 2.0.0\n\n### Major Changes\n\n- a\n\n## 1.9.0\n\n- b\n',
  )
  assert.equal(product, '@acme/ui')
  assert.deepEqual(
    releases.map(({ version, at }) => [version, at]),
    [
      ['2.0.0', null],
      ['1.9.0', null],
    ],
  )
})

test('changelogs made from commits have links, anchors and small releases in their headings', () => {
  const lines = [
    ...['## <small>[8.2.2](https://x.example/a...b) (2026-08-20)</small>', '### Bug Fixes', '* **css:** a'],
    ...['<a name="8.2.0"></a>', '# [8.2.0](https://x.example/b...c) (2026-07-30)', '* b'],
    ...['### [8.1.9](https://x.example/c...d) (2026-07-20)', '* c'],
  ]
  assert.deepEqual(told(...lines), ['2026-08-20 8.2.2', '2026-07-30 8.2.0', '2026-07-20 8.1.9'])
})

test('a pre-release in words is another version than its release', () => {
  const headings = [
    ...[
      '## v23.0',
      '## v23.0 beta 2 (2023-07-19)',
      '## 2.0 RC',
      '## Version 0.0.5 - beta.2',
      '## 2.1 - Beta of search',
    ],
    ...['## 2.0.1-rc1', '## 0.0.4 - beta.1 - 04/08/2022', '## 1.9 - 2026-01-01'],
  ]
  assert.deepEqual(
    readChangelog(headings.join('\n- a\n')).releases.map(({ version }) => version),
    ['23.0', '23.0-beta.2', '2.0-RC', '0.0.5-beta.2', '2.1', '2.0.1-rc1', '0.0.4-beta.1', '1.9'],
  )
})

test('releases are found below "Changelog for" and below dates in bold', () => {
  assert.deepEqual(
    told(
      ...['# Table of Contents', '* [Changelog for 1.1.0](#changelog-for-acme-110)', ''],
      ...['# Changelog for Acme Desktop Client [1.1.0] (2026-07-05)', '## Summary', '* a', ''],
      ...['Changelog for acme 1.0.0 (2026-06-09)', '=====', '* b'],
    ),
    ['2026-07-05 Changelog for Acme Desktop Client 1.1.0', '2026-06-09 Changelog for acme 1.0.0'],
  )
  const dates = ['# Changelog', '**13 January 2026**', 'a', '**Not** b', '<hr>', '__2026-01-08__', 'c']
  assert.deepEqual(told(...dates), ['2026-01-13', '2026-01-08'])
})

test('headings and dates are read in many formats', () => {
  assert.deepEqual(
    told('Cargo 1.77 (March 21st, 2024)', '---', 'a', 'Cargo 1.76', '---', '_Released 8 February 2024_', 'b'),
    ['2024-03-21 Cargo 1.77', '2024-02-08 Cargo 1.76'],
  )
  assert.deepEqual(told('## v3.5.34 (TBC)', 'a', '## v3.5.0 (2021-06)', 'b'), [
    '? v3.5.34 (TBC) ahead',
    '2021-06-01 v3.5.0',
  ])
  assert.deepEqual(told('## 2.3.x (2021-05-11 - 2021-06-19)', 'a'), ['2021-06-19 2.3.x'])
  assert.deepEqual(told('# News', '## 2 March 2026', 'a', '## February 2026', 'b'), [
    '2026-03-02',
    '2026-02-01',
  ])
})

test('a section that mentions a version is not a release, nor is a heading in code', () => {
  const lines = [
    '## 2.0.0',
    '### Upgrade guide for Node 18.2 users',
    'a',
    '```',
    '## 1.0.0',
    '```',
    '## 1.9.0',
    'b',
  ]
  assert.deepEqual(told(...lines), ['? 2.0.0', '? 1.9.0'])
})

test('a date that does not exist is not read', () => {
  for (const text of ['2026-02-31', '31 June 2026', 'version 10.2.2026.1', '0000-00-00'])
    assert.equal(firstDateIn(text), null, text)
})

test('a hostile changelog of a megabyte is read in time', () => {
  for (const line of [
    '## '.repeat(400_000),
    `${'['.repeat(500_000)}\n===`,
    '## 1.0\n'.repeat(100_000),
    '<'.repeat(1_000_000),
  ]) {
    const spent = processorTime()
    readChangelog(line)
    assert.ok(spent() < 3_000, line.slice(0, 20))
  }
})
