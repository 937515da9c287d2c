import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aRepository } from '#testing/repositories.ts'
import { readGitDiff } from './git.ts'

test('the diff of a merge is against its first parent, and an unknown commit has none', async () => {
  using repo = await aRepository()
  await repo.commit('start', { files: { 'a b.ts': 'one\n', 'gone.ts': 'x\n' } })
  const hash = await repo.merge('fix: the right currency', {
    number: 5,
    files: { 'a b.ts': 'two\n', 'gone.ts': null, 'logo.png': Buffer.from([0, 1, 2]) },
  })
  const files = await readGitDiff(repo.folder, hash)
  assert.deepEqual(
    files.map(({ path, patch }) => [path, patch.split('\n').slice(1)]),
    [
      ['a b.ts', ['-one', '+two', '']],
      ['gone.ts', ['-x', '']],
    ],
  )
  assert.deepEqual(await readGitDiff(repo.folder, 'ab'.repeat(20)), [])
  assert.deepEqual(await readGitDiff(repo.folder, '--output=/tmp/x'), [])
})
