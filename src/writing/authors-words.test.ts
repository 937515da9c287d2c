import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authorsWords } from './authors-words.ts'

const title = 'feat(export): export archived projects'

test('the paragraphs and lists that an author wrote are kept, without what is for colleagues', () => {
  const body = [
    '<!-- Describe your change. -->',
    '## Summary',
    'Archived projects were missing from the export.\nNow they have a [file of their own](https://example.com/a).',
    '',
    'The file holds:',
    '* names',
    '* owners',
    '',
    'Closes #12',
    'https://example.com/spec',
    '## How was this tested?',
    'With a project of my own.',
    '## Checklist',
    '- [x] I have read the guide',
  ].join('\r\n')
  assert.equal(
    authorsWords({ title, body }),
    'Archived projects were missing from the export. Now they have a file of their own.\n\n- names\n- owners',
  )
})

test('the subjects of squashed commits are nothing that an author wrote for readers', () => {
  const of = (body: string) => authorsWords({ title, body })
  assert.equal(of('* feat(export): export archived projects'), '')
  assert.equal(of('* wip\n\n* fix test\n\nmore of it\n\n* Apply suggestions from code review'), '')
  assert.equal(of('* feat(export): export archived projects\n\nDates are kept.'), 'Dates are kept.')
  assert.equal(of('Dates are kept.\n\n* wip\n\n* fix test'), 'Dates are kept.')
  assert.equal(of('* Dates are kept.\n* Names are kept.'), '- Dates are kept.\n- Names are kept.')
})

test('a description that says the title again, or nothing but references and trailers, gives nothing', () => {
  for (const body of [
    'Exports archived projects.',
    'fix: export archived projects',
    'Fixes https://example.com/issues/12',
    'Resolves ABC-12\nSigned-off-by: Ada <ada@example.com>',
    '#12',
    'The picture:\n\n![](https://example.com/a.png)',
  ])
    assert.equal(authorsWords({ title, body }), '', body)
  assert.equal(authorsWords({ title, body: 'Fixes CVE-2026-1234' }), 'Fixes CVE-2026-1234')
})

test('of a long description the first paragraphs are given', () => {
  const body = Array.from({ length: 9 }, (_, at) => `${at} ${'word '.repeat(30)}`).join('\n\n')
  const words = authorsWords({ title, body })
  assert.ok(words.startsWith('0 word') && words.includes('\n\n2 word'), words)
  assert.ok(words.length <= 600, `${words.length}`)
})
