import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aRepository } from '#testing/repositories.ts'
import { openGitSource, readGitChangelogFiles } from './git.ts'

test('the changelogs of the newest commit and the messages of annotated tags are read', async () => {
  using repo = await aRepository()
  await repo.commit('first', { files: { 'CHANGELOG.md': 'old', 'src/history.ts': 'code' } })
  await repo.commit('second', {
    files: { 'CHANGELOG.md': '## 1.0\n- New (#1)', 'packages/a/CHANGELOG.md': 'a', 'docs/guide.md': 'guide' },
  })
  await repo.git('tag', '--annotate', 'v1.0', '--message', 'Release\n\n- New (#1)')
  await repo.git('tag', 'light')
  const changelogFiles = await readGitChangelogFiles(repo.folder)
  assert.deepEqual(
    changelogFiles.map(({ form, name, text }) => [form, name, text.trim()]),
    [
      ['changelog', 'CHANGELOG.md', '## 1.0\n- New (#1)'],
      ['changelog', 'packages/a/CHANGELOG.md', 'a'],
      ['tag', 'v1.0', 'Release\n\n- New (#1)'],
    ],
  )
})

test('a symbolic link named like a changelog is not followed', async () => {
  using repo = await aRepository()
  await repo.commit('first', { files: { 'CHANGELOG.md': { mode: '120000', contents: '/etc/passwd' } } })
  assert.deepEqual(await readGitChangelogFiles(repo.folder), [])
})

test('a repository without commits has published nothing', async () => {
  using repo = await aRepository()
  assert.deepEqual(await readGitChangelogFiles(repo.folder), [])
})

test('the entry that a merge adds to a changelog is read with it, though it names no number', async () => {
  using repo = await aRepository()
  const changelog = (...entries: string[]) => ['# Changes', '', '## Next', '', ...entries, ''].join('\n')
  const merge = async (
    number: number,
    entries: string[],
    files: Record<string, string> = {},
    body = '',
    title = 't',
  ) => {
    await repo.squash(title, { number, body, files: { 'CHANGES.md': changelog(...entries), ...files } })
    const merges = await Array.fromAsync((await openGitSource(repo.folder)).merges())
    return merges.at(-1)?.fragments
  }
  assert.deepEqual(await merge(1, ['- Totals are right'], { 'a.ts': '1' }), [])
  assert.deepEqual(await merge(2, ['- Keep drafts', '- Totals are right'], { 'a.ts': '2' }), [
    { path: 'CHANGES.md', text: '- Keep drafts' },
  ])
  const third = ['- Pins (#9)', '- Keep drafts', '- Totals are right']
  assert.deepEqual(await merge(3, third, { 'a.ts': '3' }), [], 'of another change')
  const fourth = ['- Print receipts (#8)', ...third]
  assert.deepEqual(await merge(4, fourth, { 'a.ts': '4' }, 'For #8.'), [
    { path: 'CHANGES.md', text: '- Print receipts' },
  ])
  assert.deepEqual(await merge(5, ['- Exports', ...fourth]), [], 'of nothing but the changelog')
  const sixth = ['- Pages', '- Exports', ...fourth]
  assert.deepEqual(await merge(6, sixth, { 'a.ts': '6' }, '', 'Update the changelog'), [], 'of others')
  assert.deepEqual(
    await merge(7, ['- Pages of all', ...sixth.slice(1)], { 'a.ts': '7' }),
    [],
    'only reworded',
  )
})
