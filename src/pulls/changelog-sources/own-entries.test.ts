import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withOwnEntries } from './own-entries.ts'

const CHANGELOG = [
  '# Changes',
  '',
  '## Unreleased',
  '',
  '### Fixed',
  '',
  '- Keep drafts when the line drops (#12), which needed two lines',
  '  and these words ([#13](https://github.com/acme/app/pull/13))',
  '- Totals are right (#2)',
  '',
  '## 1.13.0',
  '',
  '- Print receipts (#11)',
].join('\n')

const of = (number: number | null, text = CHANGELOG, path = 'CHANGELOG.md') =>
  withOwnEntries([{ path, text }], { number, repo: 'acme/app' })

test('of a changelog the entry that names the merge is its own, below its heading', () => {
  assert.deepEqual(of(2), [{ path: 'CHANGELOG.md', text: '### Fixed\n- Totals are right' }])
  assert.deepEqual(of(11), [{ path: 'CHANGELOG.md', text: '- Print receipts' }])
  const [own] = of(13)
  assert.equal(
    own?.text,
    '### Fixed\n- Keep drafts when the line drops, which needed two lines and these words',
  )
})

test('what names the merge nowhere, or beside others, is left out, and other fragments stay', () => {
  assert.deepEqual(of(1), [])
  assert.deepEqual(of(113), [])
  assert.deepEqual(of(null), [])
  assert.deepEqual(of(2, '- Many small things (#2, #3, #4)'), [])
  assert.deepEqual(of(2, 'x', 'changelog.d/2.fix'), [{ path: 'changelog.d/2.fix', text: 'x' }])
})

test('a long changelog is read in time', () => {
  const started = performance.now()
  of(2, `- (#2 ${'#2 ('.repeat(15_000)}`)
  of(2, `${'2 '.repeat(20_000)}\n${'- [#2]('.repeat(3_000)}`)
  assert.ok(performance.now() - started < 2_000)
})
