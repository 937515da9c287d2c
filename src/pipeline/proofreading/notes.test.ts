import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseNotes } from './notes.ts'

const linesOf = (...written: string[]) =>
  parseNotes(written.join('\n'), null, 'acme/shop').lines.map(({ line, text, numbers }) => [
    line,
    text,
    ...numbers,
  ])

test('each item of the release is a line, with the pull requests that it announces', () => {
  assert.deepEqual(
    linesOf(
      '## 1.1.0',
      '',
      '- Export reports as CSV (#2)',
      '- Receipts show the currency (#3, #4)',
      '## 1.0.0',
      '- Old',
    ),
    [
      [3, 'Export reports as CSV', 2],
      [4, 'Receipts show the currency', 3, 4],
    ],
  )
})

test('an example in a longer fence is no item', () => {
  assert.deepEqual(
    linesOf(
      '## 1.1.0',
      '',
      '- Keep lists in Markdown (#2)',
      '````md',
      '1. An item',
      '   ```',
      '   code',
      '   ```',
      '- Another',
      '````',
    ),
    [[3, 'Keep lists in Markdown', 2]],
  )
})

test('packages that were released again are no changes, with or without words above them', () => {
  assert.deepEqual(
    linesOf(
      ...['## 1.1.0', '', '### Patch Changes', '', '- Export reports as CSV', ''],
      ...['- Updated dependencies [`abc1234`]:', '  - @acme/ui@2.0.1', '  - acme-lib@3.0.0', ''],
      ...[
        '- [`abc1234`]:',
        '  - `@acme/ui@2.0.1`, @acme/money@1.2.0',
        '- @acme/ui@2.0.1 @acme/money@1.2.0-beta.1',
      ],
    ),
    [[5, 'Export reports as CSV']],
  )
  assert.deepEqual(linesOf('## 1.1.0', '', '- Require @acme/ui@2.0.1'), [[3, 'Require @acme/ui@2.0.1']])
})

test('headings of reStructuredText may be underlined with any of its marks', () => {
  for (const mark of `=-~^"'+*#`) {
    const rule = mark.repeat(8)
    const text = [
      'Changes',
      '=======',
      '',
      '1.1.0',
      rule,
      '',
      '* Export reports',
      '',
      '1.0.0',
      rule,
      '',
      '* Old',
    ]
    const { lines } = parseNotes(text.join('\n'), '1.0.0', null)
    assert.deepEqual(
      lines.map(({ text }) => text),
      ['Old'],
      mark,
    )
  }
})

test('a code block fenced with tildes hides what looks like a heading', () => {
  const notes = parseNotes(
    ['## 1.1.0', '- Export reports', '', 'Run', '~~~', '## 9.9.9', '~~~', '- Print'].join('\n'),
    null,
    null,
  )
  assert.deepEqual(
    notes.lines.map(({ text }) => text),
    ['Export reports', 'Print'],
  )
})

test('spans of code that reStructuredText joins stay apart, and who made a change is no part of it', () => {
  assert.deepEqual(linesOf('1.1.0', '=====', '', '- Refuse ``0x7F``\\ ``0x09`` -- by :user:`ann`.'), [
    [4, 'Refuse `0x7F` `0x09`'],
  ])
})

test('a section is found with and without a zero at the end of its version', () => {
  const text = ['## 2.1', '- New', '## 2.0', '- Sign in by phone'].join('\n')
  assert.deepEqual(
    parseNotes(text, '2.0.0', null).lines.map(line => line.text),
    ['Sign in by phone'],
  )
})

test('notes of one release whose sections are months are read whole, and without a version the newest month', () => {
  const written = '# What’s new\n\n## April 2025\n\n- One (#2)\n\n## March 2025\n\n- Another (#1)\n'
  const numbers = (version: string | null) =>
    parseNotes(written, version, null).lines.flatMap(line => line.numbers)
  assert.deepEqual(numbers('2.10.0'), [2, 1])
  assert.deepEqual(numbers(null), [2])
})

test('versions in bold on lines of their own are the headings of a changelog that has no others', () => {
  const numbers = (version: string, ...written: string[]) =>
    parseNotes(written.join('\n'), version, null).lines.flatMap(line => line.numbers)
  const notes = [
    '# Changelog',
    '',
    '**1.2.0** (2026-11-02)',
    '- Show tax (#3)',
    '',
    '**Fixes**',
    '- Keep names (#4)',
    '',
    '__v1.1.0__',
    '- Round totals (#2)',
  ]
  assert.deepEqual(numbers('1.2.0', ...notes), [3, 4])
  assert.deepEqual(numbers('1.1.0', ...notes), [2])
  assert.throws(() => numbers('1.0.0', ...notes), /no section of 1\.0\.0, only of 1\.2\.0, 1\.1\.0/)
  assert.deepEqual(
    numbers('1.2.0', '## 1.2.0', '**1.1.0**', '- Show tax (#3)', '## 1.1.0', '- Old (#1)'),
    [3],
  )
})
