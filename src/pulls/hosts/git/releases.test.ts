import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aRepository } from '#testing/repositories.ts'
import { readGitChangelogFiles } from './git.ts'

test('the changelogs of the newest commit and the messages of annotated tags are read', async () => {
  using repo = await aRepository()
  await repo.commit('first', { files: { 'CHANGELOG.md': 'old', 'src/history.ts': 'code' } })
  await repo.commit('second', {
    files: { 'CHANGELOG.md': '## 1.0\n- New (#1)', 'packages/a/CHANGELOG.md': 'a', 'docs/guide.md': 'guide' },
  })
  await repo.git('tag', '--annotate', 'v1.0', '--message', 'Release\n\n- New (#1)')
  await repo.git('tag', 'light')
  const papers = await readGitChangelogFiles(repo.folder)
  assert.deepEqual(
    papers.map(({ form, name, text }) => [form, name, text.trim()]),
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
