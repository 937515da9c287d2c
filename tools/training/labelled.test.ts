import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseLabelledLine } from './labelled.ts'

const line = (explicit?: object) =>
  JSON.stringify({
    repo: 'acme/app',
    number: 7,
    title: 'Print receipts',
    body: '',
    merged_at: '2026-01-02T03:04:05Z',
    fragments: [{ path: 'changelog.d/7.feature', text: 'Receipts' }],
    labels: { visibility: 'user-facing' },
    explicit,
  })

test('the record of a team is kept beside the change and removed from it', () => {
  const files = [{ path: 'changelog.d/7.feature', text: 'Receipts' }]
  const noted = parseLabelledLine(line({ type: 'fragment', files }))
  assert.deepEqual(noted.pull.fragments, [])
  assert.deepEqual(noted.record, { title: 'Print receipts', fragments: files })
  const typed = parseLabelledLine(line({ type: 'title-prefix', title: 'FEATURE: Print receipts' }))
  assert.equal(typed.pull.title, 'Print receipts')
  assert.equal(typed.record.title, 'FEATURE: Print receipts')
  assert.deepEqual(parseLabelledLine(line()).record, { title: 'Print receipts', fragments: [] })
})

test('changelog entries are kept below their heading', () => {
  const entries = [
    { section: 'BUGFIXES', version: '1.2.0', text: 'Totals are right (#7)' },
    { section: null, version: '1.2.0', text: '[FEATURE] Receipts' },
  ]
  assert.deepEqual(
    parseLabelledLine(line({ type: 'changelog-file', entries })).record.fragments.map(({ text }) => text),
    ['### BUGFIXES\n- Totals are right (#7)', '- [FEATURE] Receipts'],
  )
})
