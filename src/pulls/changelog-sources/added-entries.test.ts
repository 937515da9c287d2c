import assert from 'node:assert/strict'
import { test } from 'node:test'
import { processorTime } from '#testing/processor-time.ts'
import { MAX_FRAGMENT_LENGTH } from '../pull-request.ts'
import { addedItems } from './added-entries.ts'

const BEFORE = [
  '# Changelog',
  '',
  '## [2.1.0] - unreleased',
  '',
  '<!-- Add what is new',
  'below this line. -->',
  '',
  '### Fixed',
  '',
  '- Totals are right ([#2]).',
  '',
  '[#2]: https://example.com/issues/2',
]

/** What is added when these lines stand at a place of the changelog. */
const added = (at: number, ...lines: string[]) =>
  addedItems(BEFORE.join('\n'), BEFORE.toSpliced(at, 0, ...lines).join('\n')).map(
    ({ headings, text }) => `${headings.at(-1)}: ${text}`,
  )

test('the entries that a change adds are found below their headings', () => {
  assert.deepEqual(added(9, '- Keep drafts', '  of guests.', ''), ['Fixed: Keep drafts of guests.'])
  const list = ['- Everything can be exported as CSV:', '    - orders', '    - carts']
  assert.deepEqual(added(7, '### Added', '', ...list, ''), ['Added: Everything can be exported as CSV:'])
  const after = BEFORE.toSpliced(11, 0, '[#3]: https://example.com/issues/3').toSpliced(
    9,
    0,
    '- Keep drafts ([#3]).',
  )
  assert.deepEqual(
    addedItems(BEFORE.join('\n'), after.join('\n')).map(({ text }) => text),
    ['Keep drafts ([#3]).'],
  )
})

test('a change of other entries, a release and a list of changes add no entry of their own', () => {
  const changed = BEFORE.with(9, '- All totals are right.')
  assert.deepEqual(addedItems(BEFORE.join('\n'), changed.join('\n')), [])
  assert.deepEqual(addedItems(BEFORE.join('\n'), BEFORE.toSpliced(9, 1).join('\n')), [])
  assert.deepEqual(added(2, '## 2.2.0', '', '- Keep drafts', ''), [])
  assert.deepEqual(added(2, 'shop (2.2.0-1) stable; urgency=low', '', '  * Keep drafts', ''), [])
  assert.deepEqual(added(9, '- Keep drafts', '- Export as CSV', '- Print receipts'), [])
  assert.deepEqual(added(9, '- Exports', '  - of orders'), [])
  assert.deepEqual(added(9, 'A paragraph.', ''), [])
  assert.deepEqual(added(9), [])
})

test('a changelog that was cut at the limit ends in no entry, and a long one is read in time', () => {
  const long = [...BEFORE, ...Array.from({ length: 9_000 }, (_, at) => `- Äntry ${at} of the past`)]
  const cut = (lines: readonly string[]) =>
    Buffer.from(lines.join('\n')).subarray(0, MAX_FRAGMENT_LENGTH).toString('utf8')
  const spent = processorTime()
  const found = addedItems(cut(long), cut(long.toSpliced(9, 0, '- Keep drafts')))
  assert.deepEqual(
    found.map(({ text }) => text),
    ['Keep drafts'],
  )
  assert.ok(spent() < 1_000)
})
