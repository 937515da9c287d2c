import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import type { MergedPull } from '#pulls/pull-request.ts'
import { aRepository, type Repository } from '#testing/repositories.ts'
import { type GitSourceOptions, openGitSource } from './git.ts'

/** The merges that are read from the folder's repository, newest first. */
const mergesOf = async ({ folder }: Repository, options: GitSourceOptions = {}): Promise<MergedPull[]> =>
  (await Array.fromAsync((await openGitSource(folder, options)).merges())).toReversed()
const told = (merges: MergedPull[]) => merges.map(({ number, title }) => `${number} ${title}`)
const carriedIn = async ({ folder }: Repository) => (await openGitSource(folder)).carried
const named = (merges: MergedPull[], number: number) => merges.find(merge => merge.number === number)

const NONE = { 'nothing-new': 0, fork: 0, 'other-history': 0 }

/** A repository whose `main` and `dev` begin with the same pull request. */
async function withDev(): Promise<Repository> {
  const repo = await aRepository()
  const start = await repo.squash('feat: start', { number: 1, files: { a: 'a\n' } })
  await repo.commit('chore: begin', { branch: 'dev', parents: [start], files: { b: 'b\n' } })
  return repo
}

test('pull requests merged into dev are read where dev is merged into main, each dated by its own merge', async () => {
  using repo = await withDev()
  const receipts = await repo.mergeInto('dev', 2, 'Mail receipts')
  await repo.mergeInto('dev', 3, 'Dark mode')
  await repo.mergeBranch('dev', 'main', 'Merge pull request #4 from acme/dev\n\nRelease 1.0.0')
  const merges = await mergesOf(repo)
  assert.deepEqual(told(merges), ['4 Release 1.0.0', '3 Dark mode', '2 Mail receipts', '1 feat: start'])
  const mail = named(merges, 2)
  assert.deepEqual([mail?.mergeCommit, mail?.baseBranch, mail?.author], [receipts, 'dev', 'Grace'])
  assert.equal(mail?.mergedAt, Date.UTC(2026, 0, 5, 12))
  assert.deepEqual(
    mail?.files.map(file => file.path),
    ['src/2.ts'],
  )
  assert.deepEqual(mail?.commits, ['Mail receipts'])
  assert.deepEqual(named(merges, 4)?.commits, [
    'chore: begin',
    'Merge pull request #2',
    'Merge pull request #3',
  ])
  assert.deepEqual(await carriedIn(repo), { reached: 2, skipped: NONE })
  assert.deepEqual((await openGitSource(repo.folder)).facts.notes, [
    '2 pull requests were merged into other branches first and came with the merges of those.',
  ])
})

test('squash merges on dev are read too, and so is what a pull of dev brought in', async () => {
  using repo = await withDev()
  await repo.squash('Mail receipts', { number: 2, branch: 'dev', files: { c: 'c\n' } })
  await repo.commit('fix: typo', { files: { d: 'd\n' } })
  await repo.mergeBranch('dev', 'main', "Merge branch 'dev' of https://github.com/acme/app")
  await repo.mergeInto('dev', 3, 'Dark mode')
  await repo.mergeBranch('dev', 'main', "Merge remote-tracking branch 'origin/dev'")
  const merges = await mergesOf(repo)
  assert.deepEqual(told(merges), ['3 Dark mode', '2 Mail receipts', '1 feat: start'])
  assert.deepEqual([named(merges, 2)?.baseBranch, named(merges, 3)?.baseBranch], ['dev', 'dev'])
})

test('merges of main into dev bring nothing twice', async () => {
  using repo = await withDev()
  await repo.mergeInto('dev', 2, 'Mail receipts')
  await repo.squash('fix: currency', { number: 3, files: { e: 'e\n' } })
  await repo.mergeBranch('main', 'dev', "Merge branch 'main' into dev")
  await repo.squash('fix: cents', { number: 4, files: { f: 'f\n' } })
  await repo.mergeBranch('main', 'dev', 'Merge pull request #5 from acme/main\n\nBring dev up to date')
  await repo.mergeBranch('dev', 'main', 'Merge pull request #6 from acme/dev\n\nDev')
  await repo.mergeBranch('dev', 'main', 'Merge pull request #7 from acme/dev\n\nDev')
  const numbers = (await mergesOf(repo)).map(merge => merge.number)
  assert.deepEqual(numbers, [7, 6, 4, 3, 2, 1])
  assert.deepEqual(await carriedIn(repo), { reached: 1, skipped: { ...NONE, 'nothing-new': 1 } })
})

test('a pull request that reached main as a cherry-pick before its branch did is read there', async () => {
  using repo = await withDev()
  await repo.squash('fix: crash', { number: 2, branch: 'dev', files: { c: 'c\n' } })
  const picked = await repo.squash('fix: crash', { number: 2, files: { c: 'c\n' } })
  await repo.mergeBranch('dev', 'main', 'Merge pull request #3 from acme/dev\n\nRelease 1.1.0')
  const merges = await mergesOf(repo)
  assert.deepEqual(told(merges), ['3 Release 1.1.0', '2 fix: crash', '1 feat: start'])
  assert.equal(named(merges, 2)?.mergeCommit, picked)
})

test('a feature and the pull requests merged into its branch are all read, each with its own commits', async () => {
  using repo = await withDev()
  const start = repo.tip('main')
  await repo.commit('Add the export page', { branch: 'export', parents: [start], files: { x: 'x\n' } })
  await repo.mergeInto('export', 2, 'Export as CSV')
  await repo.commit('Polish the export page', { branch: 'export', files: { x: 'y\n' } })
  await repo.mergeBranch('export', 'main', 'Merge pull request #3 from acme/export\n\nExports')
  const merges = await mergesOf(repo)
  assert.deepEqual(told(merges), ['3 Exports', '2 Export as CSV', '1 feat: start'])
  assert.deepEqual(named(merges, 3)?.commits, [
    'Add the export page',
    'Merge pull request #2',
    'Polish the export page',
  ])
  assert.equal(named(merges, 2)?.baseBranch, 'export')
})

test('criss-cross and octopus merges bring each pull request once', async () => {
  using repo = await withDev()
  await repo.commit('', { branch: 'next', parents: [repo.tip('dev')], files: {} })
  await repo.mergeInto('dev', 2, 'Mail receipts')
  await repo.mergeInto('next', 3, 'Dark mode')
  await repo.mergeBranch('next', 'dev', "Merge branch 'next' into dev")
  await repo.mergeBranch('topic-2', 'next', "Merge branch 'dev' into next")
  const parents = ['main', 'dev', 'next'].map(name => repo.tip(name))
  await repo.commit("Merge branches 'dev' and 'next'", { parents, files: {} })
  assert.deepEqual(told(await mergesOf(repo)).toSorted(), ['1 feat: start', '2 Mail receipts', '3 Dark mode'])
})

test('numbers of a fork and of another repository that was merged in are left out, and counted', async () => {
  using repo = await withDev()
  for (const number of [50, 51, 52, 53]) await repo.mergeInto('main', number, `Change ${number}`)
  const start = repo.tip('main')
  await repo.commit('Try it', { branch: 'bob', parents: [start], files: { g: 'g\n' } })
  await repo.mergeInto('bob', 3, 'Try it in my fork', 'bob')
  await repo.squash('Try it again', { number: 4, branch: 'bob', files: { h: 'h\n' } })
  await repo.mergeBranch('bob', 'main', 'Merge pull request #60 from bob/main\n\nBetter search')
  await repo.commit('Begin', { branch: 'library', parents: [], files: { 'lib/a': 'a\n' } })
  await repo.mergeInto('library', 70, 'Parse dates')
  await repo.mergeBranch(
    'library',
    'main',
    'Merge pull request #61 from acme/library\n\nMove the library here',
  )
  const numbers = (await mergesOf(repo)).map(merge => merge.number)
  assert.deepEqual(numbers, [61, 60, 53, 52, 51, 50, 1])
  assert.deepEqual(await carriedIn(repo), { reached: 0, skipped: { ...NONE, fork: 2, 'other-history': 1 } })
  assert.deepEqual((await openGitSource(repo.folder)).facts.notes, [
    'Of the merges on other branches, 3 are left out: 2 are numbered by a fork, 1 belongs to another repository’s history.',
  ])
})

test('a branch that only takes merges of releases tells of the pull requests in them', async () => {
  using repo = await aRepository()
  const start = await repo.commit('Start', { files: { a: 'a\n' } })
  await repo.commit('Begin', { branch: 'develop', parents: [start], files: { b: 'b\n' } })
  for (const number of [1, 2, 3]) {
    await repo.mergeInto('develop', number, `Change ${number}`)
    await repo.mergeBranch('develop', 'main', `Merge branch 'release/1.${number}'`)
  }
  assert.deepEqual(told(await mergesOf(repo)), ['3 Change 3', '2 Change 2', '1 Change 1'])
})

test('where no pull request is named on the branch itself, those of other branches stay what they are: commits', async () => {
  using repo = await withDev()
  const start = await repo.commit('fix: leap years', { branch: 'kernel', parents: [], files: { a: 'a\n' } })
  for (const at of [1, 2, 3])
    await repo.commit(`fix: part ${at}`, { branch: 'kernel', files: { a: `${at}\n` } })
  await repo.commit('Begin', { branch: 'subsystem', parents: [start], files: { s: 's\n' } })
  await repo.mergeInto('subsystem', 9, 'From the subsystem')
  await repo.mergeBranch(
    'subsystem',
    'kernel',
    "Merge branch 'subsystem' of git.example.org:linux\n\nFixes for July",
  )
  const merges = await mergesOf(repo, { branch: 'kernel' })
  assert.deepEqual(
    merges.map(merge => merge.number),
    [null, null, null, null, null],
  )
})

test('the range goes by the own dates of carried pull requests, and the limit counts them', async () => {
  using repo = await withDev()
  await repo.mergeInto('dev', 2, 'Mail receipts')
  const since = Date.UTC(2026, 0, 5, 13)
  await repo.mergeInto('dev', 3, 'Dark mode')
  await repo.mergeBranch('dev', 'main', 'Merge pull request #4 from acme/dev\n\nRelease 1.0.0')
  assert.deepEqual(told(await mergesOf(repo, { since })), ['4 Release 1.0.0', '3 Dark mode'])
  assert.deepEqual(told(await mergesOf(repo, { last: 2 })), ['4 Release 1.0.0', '3 Dark mode'])
  const [release] = await mergesOf(repo, { last: 1 })
  assert.deepEqual(release?.commits, ['chore: begin', 'Merge pull request #2', 'Merge pull request #3'])
})

test('the commits of a branch that took main in between are its own only', async () => {
  using repo = await withDev()
  const start = repo.tip('main')
  await repo.commit('Draft', { branch: 'topic', parents: [start], files: { t: 't\n' } })
  const late = await repo.commit('Other work', { branch: 'late', parents: [start], files: { l: 'l\n' } })
  await repo.mergeInto('main', 2, 'Mail receipts')
  await repo.mergeBranch('main', 'topic', "Merge branch 'main' into topic")
  await repo.commit('Finish', { branch: 'topic', files: { t: 'u\n' } })
  await repo.mergeBranch('topic', 'main', 'Merge pull request #3 from acme/topic\n\nTopic')
  const tip = repo.tip('main')
  await repo.commit('Merge pull request #4 from acme/late\n\nLate', { parents: [tip, late], files: {} })
  const merges = await mergesOf(repo)
  assert.deepEqual(
    merges.map(merge => [merge.number, merge.commits]),
    [
      [4, ['Other work']],
      [3, ['Draft', 'Finish']],
      [2, ['Mail receipts']],
      [1, []],
    ],
  )
})

test('a squash of dev cannot tell what it carried, which is said', async () => {
  using repo = await withDev()
  const body = '* Mail receipts (#2)\n\n* Dark mode (#3)'
  await repo.squash('Release 1.0.0', { number: 4, body, files: { z: 'z\n' } })
  const { facts } = await openGitSource(repo.folder)
  assert.deepEqual(facts.notes, [
    'One squash merge lists other pull requests, which the history does not show.',
  ])
})

test('a pull request into dev is read also where a hotfix brought its branch to main by hand', async () => {
  using repo = await withDev()
  await repo.mergeInto('dev', 2, 'fix: crash')
  await repo.mergeBranch('topic-2', 'main', "Merge branch 'topic-2'")
  await repo.mergeBranch('dev', 'main', 'Merge pull request #3 from acme/dev\n\nRelease 1.0.1')
  assert.deepEqual(told(await mergesOf(repo)), ['3 Release 1.0.1', '2 fix: crash', '1 feat: start'])
})

test('a pull request is read also where its author went on from its commits and then pulled dev', async () => {
  using repo = await withDev()
  await repo.mergeInto('dev', 2, 'Mail receipts')
  await repo.commit('Go on', { branch: 'topic-2', files: { g: 'g\n' } })
  await repo.mergeBranch('dev', 'topic-2', "Merge branch 'dev' of https://github.com/acme/app into dev")
  await repo.mergeBranch('topic-2', 'main', 'Merge pull request #3 from acme/dev\n\nRelease 1.0.0')
  assert.deepEqual(told(await mergesOf(repo)), ['3 Release 1.0.0', '2 Mail receipts', '1 feat: start'])
})

test('a shallow clone tells what it holds of dev', async () => {
  using repo = await withDev()
  for (const number of [2, 3, 4, 5]) await repo.mergeInto('dev', number, `Change ${number}`)
  await repo.mergeBranch('dev', 'main', 'Merge pull request #6 from acme/dev\n\nRelease 1.0.0')
  const folder = join(repo.home, 'copy')
  await repo.git('clone', '--quiet', '--depth=3', `file://${repo.folder}`, folder)
  const { facts, carried } = await openGitSource(folder)
  assert.deepEqual(carried, { reached: 2, skipped: NONE })
  assert.match(facts.notes.join(' '), /shallow/)
})
