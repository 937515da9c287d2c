import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MergedPull } from '#pulls/pull-request.ts'
import { aRepository } from '#testing/repositories.ts'
import { openGitSource } from './git.ts'

/** The repository's merges, newest first. */
const mergesOf = async (folder: string): Promise<MergedPull[]> =>
  (await Array.fromAsync((await openGitSource(folder)).merges())).toReversed()
const told = (merges: MergedPull[]) => merges.map(({ number, title }) => `${number} ${title}`)

test('each number is read once, where it first landed, not where it is quoted or cherry-picked', async () => {
  using repo = await aRepository()
  const first = await repo.squash('feat: dark mode', { number: 4, files: { a: '1' } })
  await repo.squash('Revert "feat: dark mode (#4)"', { number: 6, files: { a: '0' } })
  await repo.commit('Revert "fix: quoted (#5)"', { files: { c: '1' } })
  await repo.squash('feat: dark mode, picked', { number: 4, files: { a: '2' } })
  const merges = await mergesOf(repo.folder)
  assert.deepEqual(told(merges), ['6 Revert "feat: dark mode (#4)"', '4 feat: dark mode'])
  assert.equal(merges[1]?.mergeCommit, first)
})

test('a bare number is a pull request where most titles end that way, and an issue where few do', async () => {
  using robots = await aRepository()
  for (const number of [1, 2, 3]) await robots.commit(`Land it (#${number})`, { files: { a: `${number}` } })
  assert.deepEqual(told(await mergesOf(robots.folder)), ['3 Land it', '2 Land it', '1 Land it'])
  using mixed = await aRepository()
  for (const number of [11, 12, 13]) await mixed.merge('A change', { number, files: { a: `${number}` } })
  await mixed.commit('Fix the crash (#5)', { files: { b: 'b' } })
  assert.deepEqual(told(await mergesOf(mixed.folder)), ['13 A change', '12 A change', '11 A change'])
})

test('a number is a pull request where another person than the author committed it, however the others merge', async () => {
  using repo = await aRepository()
  for (const number of [11, 12, 13]) await repo.merge('A change', { number, files: { a: `${number}` } })
  await repo.commit('Dark mode (#15)', { committer: 'Bob <b@example.org>', files: { b: 'b' } })
  await repo.commit('Fix the crash (#5)', { committer: 'Ada <ada@home.example.org>', files: { c: 'c' } })
  assert.deepEqual(told(await mergesOf(repo.folder)).slice(0, 2), ['15 Dark mode', '13 A change'])
})

test('squash merges of the host do not make the issues that people name in their own commits pull requests', async () => {
  using repo = await aRepository()
  for (const number of [11, 12, 13, 14, 15])
    await repo.squash('A change', { number, files: { a: `${number}` } })
  for (const file of ['b', 'c']) await repo.commit('Clean up', { files: { [file]: file } })
  await repo.commit('Fix the crash (#5)', { files: { d: 'd' } })
  assert.deepEqual(
    (await mergesOf(repo.folder)).map(({ number }) => number),
    [15, 14, 13, 12, 11],
  )
})

test('where each commit counts, commits that name the same number are all read', async () => {
  using repo = await aRepository()
  const committer = 'Bob <b@example.org>'
  for (const file of 'abcdefjk') await repo.commit('Clean up', { files: { [file]: file } })
  await repo.commit('Tables (#8)', { committer, files: { g: 'g' } })
  await repo.commit('Lists', { files: { h: 'h' } })
  await repo.commit('Tables: fix the border (#8)', { committer, files: { i: 'i' } })
  const merges = await mergesOf(repo.folder)
  assert.deepEqual(told(merges).slice(0, 3), ['null Tables: fix the border (#8)', 'null Lists', '8 Tables'])
})

test('a fork that numbers its pull requests anew loses none whose number its parent had used', async () => {
  using repo = await aRepository()
  const titles = (from: number, to: number, of: string) =>
    Array.from({ length: to - from + 1 }, (_, at) => ({ title: `${of} ${from + at}`, number: from + at }))
  await repo.squashAll([...titles(5, 14, 'Ours'), ...titles(901, 920, 'Parent')])
  await repo.squashAll(titles(1, 12, 'Ours anew'))
  const merges = await mergesOf(repo.folder)
  assert.equal(merges.length, 42)
  assert.deepEqual(told(merges).slice(0, 13), [
    ...titles(1, 12, 'Ours anew')
      .map(({ title, number }) => `${number} ${title}`)
      .reverse(),
    'null Parent 920',
  ])
  assert.deepEqual((await openGitSource(repo.folder)).facts.notes, [
    '30 pull requests were numbered by another repository and are told apart by their commits.',
  ])
})
