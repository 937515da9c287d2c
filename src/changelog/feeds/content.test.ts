import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entryContent, plainTitle } from './content.ts'

test('code is marked up in HTML and plain in the title and summary', async () => {
  const { title, html, summary } = await entryContent(
    'Show `--all`',
    'Set `list.all` to `true`.\n\n- Run `list`',
  )
  assert.equal(plainTitle(title), 'Show --all')
  assert.match(html, /Set <code>list\.all<\/code> to <code>true<\/code>/)
  assert.match(html, /<li>Run <code>list<\/code>/)
  assert.equal(summary, 'Set list.all to true.')
})

test('the summary is the first text below a heading, with the items of a list on one line', async () => {
  const { summary } = await entryContent('1.2.0', '### Fixed\n\n- Receipts in `EUR`\n- Refunds\n\nMore.')
  assert.equal(summary, 'Receipts in EUR; Refunds')
  assert.equal((await entryContent('1.2.0', '### Fixed')).summary, 'Fixed')
})
