import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aRepository } from '#testing/repositories.ts'
import type { MergedPull } from '../pull-request.ts'
import { type GitSourceOptions, openGitSource } from './git.ts'

/** What the folder's repository tells, newest first. */
async function mergesOf(folder: string, options: GitSourceOptions = {}): Promise<MergedPull[]> {
  return Array.fromAsync((await openGitSource(folder, options)).merges())
}

const told = (merges: MergedPull[]) => merges.map(({ number, title }) => `${number} ${title}`)

test('squash merges and merge commits give one record each, newest first, without the noise of merging', async () => {
  using repo = await aRepository()
  await repo.squash('feat: receipts by mail', { number: 3, files: { 'mail.ts': 'one\ntwo\n' } })
  await repo.merge('fix: the right currency', { number: 5, files: { 'mail.ts': 'one\n2\n', 'c.ts': 'c\n' } })
  await repo.commit('a direct push', { files: { 'x.txt': 'x' } })
  const merges = await mergesOf(repo.folder)
  assert.deepEqual(told(merges), ['5 fix: the right currency', '3 feat: receipts by mail'])
})
