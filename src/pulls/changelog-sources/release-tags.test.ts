import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tagBefore } from './release-tags.ts'

const CASES: [tag: string, earlier: string, start: string | null][] = [
  // Final releases start at final ones, whatever came between.
  ['v2.10.0', 'v2.9.0 v2.9.1 v2.10.0-beta.1 v2.10.0-beta.4', 'v2.9.1'],
  ['v2.11.0', 'v2.9.1 v2.10.2 v2.11.0-beta.2', 'v2.10.2'],
  ['1.2.0', '1.1.0 1.2.0rc1 1.2.0b2', '1.1.0'],
  ['v2.10.0', 'v2.8.0 2.9.0', '2.9.0'],
  // A correction of an old line was tagged last.
  ['v2.11.0', 'v2.10.0 v2.9.5', 'v2.10.0'],
  // Releases before a final one.
  ['v2.10.0-beta.2', 'v2.9.1 v2.10.0-beta.1', 'v2.10.0-beta.1'],
  ['v2.10.0-beta.1', 'v2.9.1 v2.9.0-rc.1', 'v2.9.1'],
  ['v2.10.0-rc.1', 'v2.9.1 v2.10.0-beta.2 v2.10.0-nightly.20260101', 'v2.10.0-beta.2'],
  ['v2.10.0-nightly.20260102', 'v2.9.1 v2.10.0-nightly.20260101', 'v2.10.0-nightly.20260101'],
  // Packages of one repository.
  ['app@1.2.0', 'app@1.1.0 lib@1.1.9 app@1.2.0-beta.1', 'app@1.1.0'],
  ['@acme/app@1.2.0', '@acme/lib@1.1.9 @acme/app@1.0.0 @other/app@1.1.0', '@acme/app@1.0.0'],
  ['packages/app/v1.2.0', 'packages/app/v1.1.0 packages/lib/v1.1.5 v1.1.7', 'packages/app/v1.1.0'],
  ['v1.2.0', 'app@1.1.0 v1.0.0', 'v1.0.0'],
  // Tags without a version.
  ['nightly-2026-01-02', 'v1.0.0 nightly-2025-12-31 nightly-2026-01-01', 'nightly-2026-01-01'],
  ['nightly', 'v1.0.0 v1.1.0 v1.2.0-beta.1', 'v1.1.0'],
  ['HEAD', 'v1.0.0 v1.1.0 v1.2.0-beta.1', 'v1.1.0'],
  // Versions that started over.
  ['v1.0.0', '2018.1 2019.4', '2019.4'],
  // First releases.
  ['v1.0.0', '', null],
  ['v1.0.0', 'v1.0.0-beta.1', null],
]

for (const [tag, earlier, start] of CASES)
  test(`${tag} after ${earlier || 'nothing'} starts at ${start ?? 'the beginning'}`, () => {
    const tags = earlier.split(' ').flatMap((name, at) => (name === '' ? [] : [{ tag: name, at }]))
    assert.equal(tagBefore(tag, tags), start)
  })
