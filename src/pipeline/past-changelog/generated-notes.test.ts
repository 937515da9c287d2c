import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wholeEntry } from './entries.ts'
import { changelogTexts } from './releases.ts'

const GENERATED = `# Changelog

## v1.1.0 (05/02/2026)

### What's Changed
* Reports as CSV by @ada in https://github.com/acme/app/pull/1
* Mentions of people by @ada in tests in https://github.com/acme/app/pull/2
* Bump uuid by @dependabot[bot] in #3
* Dark mode @ada-1 (#4)
* See the guide in https://example.com/guide

### New Contributors
* @ada made their first contribution in https://github.com/acme/app/pull/1

**Full Changelog**: https://github.com/acme/app/compare/v1.0.0...v1.1.0

---

## v1.0.0 (01/02/2026)

### Fixed

- CSV

### New Contributors
* @ada made their first contribution in https://github.com/acme/app/pull/1
`

test('generated release notes are imported without what they say to the team alone', async () => {
  const repository = { host: 'github.com', name: 'acme/app' }
  const entries = await Promise.all(
    changelogTexts(GENERATED).map(text => wholeEntry({ ...text, at: 0 }, repository)),
  )
  assert.deepEqual(
    entries.map(entry => entry && [entry.title, entry.kind, entry.numbers]),
    [
      ['Version 1.1.0', 'improvement', [1, 2, 3, 4, 1]],
      ['Version 1.0.0', 'fix', [1]],
    ],
  )
  assert.equal(
    entries[0]?.body,
    '* Reports as CSV\n* Mentions of people by @ada in tests\n* Bump uuid\n* Dark mode\n* See the guide in https://example.com/guide',
  )
  assert.equal(entries[1]?.body, '### Fixed\n\n- CSV')
})
