import assert from 'node:assert/strict'
import { test } from 'node:test'
import { processorTime } from '#testing/processor-time.ts'
import { announcementsOf, keepOwnEntries } from './announcements.ts'
import { isChangelogPath } from './changelog-paths.ts'

const read = (text: string, repo: string | null = 'acme/app') =>
  announcementsOf({ form: 'changelog', name: 'CHANGELOG.md', text, at: null }, repo)

/** Each item as `1.2.0 / Fixed: 12 words`: release, headings, numbers and text. */
const told = (text: string, repo?: string | null) =>
  read(text, repo).map(
    ({ version, headings, numbers, commits, text }) =>
      `${[version, ...headings].join(' / ')}: ${[...numbers, ...commits].join(' ')} ${text}`,
  )

test('each line of a Markdown changelog has its release, section and pull request', () => {
  const text = [
    '# Changelog',
    '## [1.2.0](https://github.com/acme/app/compare/v1.1.0...v1.2.0) (2026-02-01)',
    '### Bug Fixes',
    '* **css:** keep the order of imports ([#12](https://github.com/acme/app/issues/12)) ([495d9ff](https://github.com/acme/app/commit/495d9ff5a7d843ca))',
    '### Features',
    '- Print receipts (#13)',
    '## Unreleased',
    '- Nothing here names a pull request',
  ].join('\n')
  assert.deepEqual(told(text), [
    '1.2.0 / Bug Fixes: 12 495d9ff5a7d843ca css: keep the order of imports',
    '1.2.0 / Features: 13 Print receipts',
  ])
})

test('a pull request that a line only mentions is not announced by it', () => {
  assert.deepEqual(told('- Mend a regression from #10 in exports (#12)'), [
    ': 12 Mend a regression from #10 in exports',
  ])
  assert.deepEqual(told('- Export faster (fix #9) (#12)'), [': 12 Export faster'])
  assert.deepEqual(told('- Keep to the limit (32). #12'), [': 12 Keep to the limit (32)'])
  assert.deepEqual(told('- Export in parts (34978531)'), [': 34978531 Export in parts'])
  assert.deepEqual(told('- Export up to 34978531 rows (#12)'), [': 12 Export up to 34978531 rows'])
  const author = '[@ann](https://github.com/ann)'
  assert.deepEqual(told(`- Export in colour ${author} ([#12](https://github.com/acme/app/pull/12))`), [
    ': 12 Export in colour',
  ])
  assert.deepEqual(told('- Export in threads, see PR #12 (@ann)'), [': 12 Export in threads'])
})

test('the number of a task on another tracker announces no pull request', () => {
  const task = '[Taiga #12](https://tree.taiga.io/project/acme/us/12)'
  assert.deepEqual(told(`- Print receipts ${task}`), [])
  assert.deepEqual(told(`- Print receipts ${task} [Github #13](https://github.com/acme/app/pull/13)`), [
    ': 13 Print receipts',
  ])
  assert.deepEqual(told('- Print receipts [PR #14](https://github.com/acme/app/pull/14)'), [
    ': 14 Print receipts',
  ])
})

test('a changesets line is read without its thanks, first paragraph only', () => {
  const text = [
    '## 4.2.0',
    '### Minor Changes',
    '- [#13](https://github.com/acme/app/pull/13) [`f3ce805`](https://github.com/acme/app/commit/f3ce805425d1) Thanks [@ann](https://github.com/ann)! - Add receipts.',
    '',
    '  They replace what #2 brought.',
  ].join('\n')
  assert.deepEqual(told(text), ['4.2.0 / Minor Changes: 13 f3ce805425d1 Add receipts.'])
})

test('reStructuredText with underlined headings is read', () => {
  const text = [
    'app 9.1.1 (2026-06-19)',
    '======================',
    '',
    'Bug fixes',
    '---------',
    '',
    '- `#14 <https://github.com/acme/app/issues/14>`_: Fixed a crash in :class:`app.Group`.',
    '- Faster start. :pr:`15`',
  ].join('\n')
  assert.deepEqual(told(text), [
    '9.1.1 / Bug fixes: 14 Fixed a crash in :class:`app.Group`.',
    '9.1.1 / Bug fixes: 15 Faster start',
  ])
})

test('what led to a reference goes with it', () => {
  assert.deepEqual(told('- Show tax, see #12 (@ann)'), [': 12 Show tax'])
  assert.deepEqual(told('- Improve what people see #12'), [': 12 Improve what people see'])
})

test('a role of reStructuredText at the beginning of an entry stays whole', () => {
  assert.deepEqual(told('- :doc:`totals <cmds/totals>` adds tax (#12)'), [
    ': 12 :doc:`totals <cmds/totals>` adds tax',
  ])
})

test('wrapped lines, nested lists and headings in capitals are read', () => {
  const text = [
    '## 3.0',
    '* BUGFIXES',
    '  * Keep the cursor where it was',
    '    when windows move (#21) (@ann)',
    '  * Print umlauts (#22)',
    '* FEATURES',
    '  * Themes (#23)',
  ].join('\n')
  assert.deepEqual(told(text), [
    '3.0 / BUGFIXES: 21 Keep the cursor where it was when windows move',
    '3.0 / BUGFIXES: 22 Print umlauts',
    '3.0 / FEATURES: 23 Themes',
  ])
})

test('numbers of other repositories do not count; those of a transferred repository do', () => {
  assert.deepEqual(told('- Follow upstream ([#7](https://github.com/other/lib/pull/7))'), [])
  assert.deepEqual(told('- Follow upstream (other/lib#7)'), [])
  assert.deepEqual(told('- Themes (https://github.com/old-owner/app/pull/8)'), [': 8 Themes'])
  assert.deepEqual(told('- Themes (https://github.com/any/thing/pull/8)', null), [': 8 Themes'])
})

test('where merge requests are written as !12, #12 is an issue', () => {
  const merges = [1, 2, 3, 4, 5].map(number => `* Thing ${number} [Ann; !${number}]`)
  const found = told(
    [...merges, '* Only an issue; #3', '* https://gitlab.com/acme/app/-/issues/4'].join('\n'),
  )
  assert.deepEqual(
    found,
    [1, 2, 3, 4, 5].map(number => `: ${number} Thing ${number}`),
  )
})

test('the message of a tag is read as the changelog of its release', () => {
  const [item] = announcementsOf({ form: 'tag', name: 'v2.0.0', text: '- Themes (#23)', at: 0 }, 'acme/app')
  assert.equal(item?.version, 'v2.0.0')
  assert.deepEqual(item?.numbers, [23])
})

test('code blocks and comments announce nothing, and a very long line is read in time', () => {
  assert.deepEqual(told('```\n- example (#1)\n```\n<!-- - template (#2) -->'), [])
  const spent = processorTime()
  told(`- ${'[('.repeat(200_000)}`)
  told(`- ${'#1 and '.repeat(100_000)}x`)
  told('- (@a (#1\n'.repeat(20_000))
  assert.ok(spent() < 2_000)
})

test('changelogs are recognised by their paths', () => {
  const yes = ['CHANGELOG.md', 'NEWS', 'docs/changelog.rst', 'packages/app/CHANGELOG.md', 'CHANGES.txt']
  const versioned = [
    'CHANGELOG/CHANGELOG-3.6.md',
    'docs/release-notes/1.2.md',
    'HISTORY.rst',
    'RELEASE_NOTES.md',
  ]
  for (const path of [...yes, ...versioned]) assert.ok(isChangelogPath(path), path)
  const code = [
    'src/history.ts',
    'scripts/release.js',
    'lib/news.py',
    'changelog.d/12.feature',
    '.changeset/a.md',
  ]
  const foreign = [
    'vendor/lib/CHANGELOG.md',
    'test/fixtures/CHANGELOG.md',
    'src/releases/list.md',
    'docs/guide.md',
  ]
  const listings = [
    'fastlane/metadata/android/az/changelogs/66.txt',
    'metadata/en-US/changelogs/1042.txt',
    'fastlane/metadata/en-US/release_notes.txt',
    'distribution/whatsnew/whatsnew-de-DE',
  ]
  for (const path of [...code, ...foreign, ...listings]) assert.ok(!isChangelogPath(path), path)
})

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
  keepOwnEntries([{ path, text }], { number, repo: 'acme/app' })

test('the entry of a changelog that references the merge is kept, below its heading', () => {
  assert.deepEqual(of(2), [{ path: 'CHANGELOG.md', text: '### Fixed\n- Totals are right' }])
  assert.deepEqual(of(11), [{ path: 'CHANGELOG.md', text: '- Print receipts' }])
  const [own] = of(13)
  assert.equal(
    own?.text,
    '### Fixed\n- Keep drafts when the line drops, which needed two lines and these words',
  )
})

test('an entry that was added names its author nowhere', () => {
  const before = '# Changes\n\n## 1.13.0\n'
  const beside = { title: 'Add totals', body: '', files: [], author: 'Ada Lovelace' }
  const added = (entry: string, title = beside.title) =>
    keepOwnEntries(
      [{ path: 'CHANGES.md', text: `# Changes\n\n- ${entry}\n\n## 1.13.0\n`, before }],
      { number: 7, repo: 'acme/app' },
      { ...beside, title, files: [{ path: 'a.ts', additions: 1, deletions: 0, status: 'modified' }] },
    ).map(({ text }) => text)
  assert.deepEqual(added('Add totals (Bob Hope, Ada Lovelace)'), ['### Changes\n- Add totals'])
  assert.deepEqual(added('Add totals (of carts)'), ['### Changes\n- Add totals (of carts)'])
  assert.deepEqual(added('Add totals', 'Prepare release 1.14'), [])
  assert.deepEqual(added('Add totals', 'Release note for totals'), [])
})

test('entries that do not reference the merge, or reference others too, are left out; fragments stay', () => {
  assert.deepEqual(of(1), [])
  assert.deepEqual(of(113), [])
  assert.deepEqual(of(null), [])
  assert.deepEqual(of(2, '- Many small things (#2, #3, #4)'), [])
  assert.deepEqual(of(2, 'x', 'changelog.d/2.fix'), [{ path: 'changelog.d/2.fix', text: 'x' }])
})

test('a long changelog is read in time', () => {
  const spent = processorTime()
  of(2, `- (#2 ${'#2 ('.repeat(15_000)}`)
  of(2, `${'2 '.repeat(20_000)}\n${'- [#2]('.repeat(3_000)}`)
  assert.ok(spent() < 2_000)
})
