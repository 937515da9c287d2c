import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '#platform/errors.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { aRepository } from '#testing/repositories.ts'
import { type GitSourceOptions, openGitSource } from './git.ts'

/** The merges that are read from the folder's repository, newest first. */
async function mergesOf(folder: string, options: GitSourceOptions = {}): Promise<MergedPull[]> {
  return (await Array.fromAsync((await openGitSource(folder, options)).merges())).toReversed()
}

const factsOf = async (folder: string, options: GitSourceOptions = {}) =>
  (await openGitSource(folder, options)).facts
const told = (merges: MergedPull[]) => merges.map(({ number, title }) => `${number} ${title}`)
const only = async (folder: string): Promise<MergedPull> => {
  const [merge, ...others] = await mergesOf(folder)
  assert.ok(merge)
  assert.deepEqual(others, [])
  return merge
}

test('squash merges and merge commits give one record each, in their order', async () => {
  using repo = await aRepository()
  await repo.squash('feat: receipts by mail', { number: 3, files: { 'mail.ts': 'one\ntwo\n' } })
  await repo.merge('fix: the right currency', { number: 5, files: { 'mail.ts': 'one\n2\n', 'c.ts': 'c\n' } })
  await repo.commit('a direct push', { files: { 'x.txt': 'x' } })
  assert.deepEqual(told(await mergesOf(repo.folder)), [
    '5 fix: the right currency',
    '3 feat: receipts by mail',
  ])
  assert.deepEqual((await factsOf(repo.folder)).notes, [
    'One commit belongs to no pull request and is left out.',
  ])
  const all = await mergesOf(repo.folder, { commits: true })
  assert.deepEqual(told(all), ['null a direct push', '5 fix: the right currency', '3 feat: receipts by mail'])
})

test('a squash merge has everything from its commit', async () => {
  using repo = await aRepository()
  await repo.git('remote', 'add', 'origin', 'git@github.com:acme/app.git')
  await repo.commit('start', { files: { 'old.ts': 'a\nb\nc\nd\ne\nf\n', 'gone.ts': 'x\n', 'logo.png': 'p' } })
  const hash = await repo.squash('fix: receipts (#9)', {
    number: 12,
    body: '* keep the cents\n\n* say thanks\n\nFixes #7, see acme/docs#3\n\nChangelog: fixed\nCo-authored-by: Bob <b@example.org>',
    files: {
      'old.ts': null,
      'new.ts': 'a\nb\nc\nd\ne\nF\n',
      'gone.ts': null,
      'logo.png': Buffer.from([0, 1, 2]),
      'added.ts': 'one\ntwo\n',
    },
  })
  const merge = await only(repo.folder)
  assert.deepEqual(
    { ...merge, files: null },
    {
      host: 'github.com',
      repo: 'acme/app',
      number: 12,
      title: 'fix: receipts (#9)',
      body: '* keep the cents\n\n* say thanks\n\nFixes #7, see acme/docs#3\n\nChangelog: fixed',
      author: 'Ada',
      authorIsBot: false,
      labels: [],
      baseBranch: 'main',
      mergeCommit: hash,
      mergedAt: Date.UTC(2026, 0, 5, 10),
      url: 'https://github.com/acme/app/pull/12',
      files: null,
      filesChanged: 4,
      additions: 3,
      deletions: 2,
      linkedIssues: ['#7', 'acme/docs#3'],
      commits: ['keep the cents', 'say thanks'],
      fragments: [],
    },
  )
  assert.deepEqual(merge.files, [
    { path: 'added.ts', additions: 2, deletions: 0, status: 'added' },
    { path: 'gone.ts', additions: 0, deletions: 1, status: 'removed' },
    { path: 'logo.png', additions: 0, deletions: 0, status: 'modified' },
    { path: 'new.ts', additions: 1, deletions: 1, status: 'renamed' },
  ])
})

test('a merge commit has the commits and the author of its branch', async () => {
  using repo = await aRepository()
  await repo.squash('feat: start', { number: 1, files: { a: 'a' } })
  await repo.merge('Mail receipts', {
    number: 2,
    from: 'grace/mail',
    commits: ['draft', 'finish'],
    files: { b: 'b\n' },
  })
  await repo.merge('Bump it', {
    number: 3,
    author: 'dependabot[bot] <support@github.com>',
    files: { c: 'c' },
  })
  const [bump, mail] = await mergesOf(repo.folder)
  assert.deepEqual([mail?.author, mail?.commits, mail?.additions], ['Grace', ['draft', 'finish'], 1])
  assert.deepEqual([bump?.author, bump?.authorIsBot, bump?.filesChanged], ['dependabot[bot]', true, 1])
})

test('rebased commits with the address of their pull request are one record', async () => {
  using repo = await aRepository()
  const trailer = 'PR-URL: https://github.com/acme/app/pull/8\nReviewed-By: Bob <b@example.org>'
  await repo.commit('start', { files: { z: 'z' } })
  await repo.commit(`http: add a limit\n\nWhy.\n\n${trailer}`, { files: { 'a.ts': 'a\n' } })
  const newest = await repo.commit(`test: the limit\n\n${trailer}`, {
    files: { 'a.ts': 'a\nb\n', 't.ts': 't\n' },
  })
  const merge = await only(repo.folder)
  assert.deepEqual([merge.number, merge.title, merge.body], [8, 'http: add a limit', 'Why.'])
  assert.deepEqual([merge.mergeCommit, merge.commits], [newest, ['http: add a limit', 'test: the limit']])
  assert.deepEqual(merge.files, [
    { path: 'a.ts', additions: 2, deletions: 0, status: 'added' },
    { path: 't.ts', additions: 1, deletions: 0, status: 'added' },
  ])
  assert.deepEqual([merge.filesChanged, merge.additions], [2, 3])
})

test('of rebased commits the one that closes an issue gives the title', async () => {
  using repo = await aRepository()
  const partOf = 'Part-of: <https://gitlab.example.org/acme/app/-/merge_requests/8>'
  const issue = 'Closes: https://gitlab.example.org/acme/app/-/work_items/90'
  await repo.commit('start', { files: { z: 'z' } })
  await repo.commit(`list: Move a helper\n\n${partOf}`, { files: { a: '1' } })
  await repo.commit(`list: Escape names\n\nThey may hold markup.\n\n${issue}\n${partOf}`, {
    files: { a: '2' },
  })
  await repo.commit(`list: Drop the helper\n\n${partOf}`, { files: { a: '3' } })
  const merge = await only(repo.folder)
  assert.equal(merge.title, 'list: Escape names')
  assert.equal(merge.commits[0], 'list: Move a helper')
})

test('where a merge names only its branch, its single commit gives the title', async () => {
  using repo = await aRepository()
  const message = 'Merge pull request #7 from grace/gh-zllvmovszxmq'
  await repo.commit('start', { files: { z: 'z' } })
  await repo.merge('t', { number: 7, message, commits: ['Keep the caret'], files: { a: 'a' } })
  await repo.merge('t', { number: 8, message: message.replace('7', '8'), commits: ['Draft', 'Finish'] })
  assert.deepEqual(told(await mergesOf(repo.folder)), ['8 gh-zllvmovszxmq', '7 Keep the caret'])
})

test('a repository without pull requests is read commit by commit, with a note', async () => {
  using repo = await aRepository()
  await repo.git('remote', 'add', 'origin', 'https://key:secret@git.example.org/acme/app.git')
  await repo.commit('add: parse dates (#77)', { files: { a: '1' } })
  const base = await repo.commit('fix: leap years', { files: { a: '2' } })
  const side = await repo.commit('topic', { branch: 'topic', parents: [base], files: { b: '1' } })
  const tip = await repo.commit("Merge branch 'main' of git.example.org:acme/app", { parents: [base, side] })
  await repo.commit("Merge branch 'jk/faster'\n\nReading is faster.\n\n* jk/faster:\n  topic", {
    parents: [tip, side],
  })
  const merges = await mergesOf(repo.folder)
  assert.deepEqual(told(merges), [
    'null Reading is faster.',
    'null fix: leap years',
    'null add: parse dates (#77)',
  ])
  assert.equal(merges[1]?.mergeCommit, base)
  const facts = await factsOf(repo.folder)
  assert.deepEqual(facts, {
    host: 'git.example.org',
    repo: 'acme/app',
    name: 'acme/app',
    url: 'https://git.example.org/acme/app',
    hasPages: false,
    notes: ['Few commits name a pull request, so each commit counts.'],
  })
})

test('the range goes by committer dates, also with wrong clocks, and the limit counts merges', async () => {
  using repo = await aRepository()
  const day = (date: number) => Date.UTC(2026, 2, date)
  for (const [number, date] of [
    [1, 1],
    [2, 9],
    [3, 2],
    [4, 3],
    [5, 10],
  ] as const)
    await repo.squash('t', { number, at: day(date), files: { a: `${number}` } })
  await repo.commit('no pull request', { files: { a: 'x' } })
  const numbers = async (options: GitSourceOptions) =>
    (await mergesOf(repo.folder, options)).map(one => one.number)
  assert.deepEqual(await numbers({ since: day(2), until: day(10) }), [2, 4, 3])
  assert.deepEqual(await numbers({ last: 2 }), [5, 4])
  assert.deepEqual(await numbers({ last: 1, until: day(9) }), [4])
  assert.deepEqual(await numbers({ since: day(20) }), [])
})

test('another branch can be read, and an unknown one is refused', async () => {
  using repo = await aRepository()
  await repo.squash('on main', { number: 1, files: { a: '1' } })
  await repo.squash('on next', { number: 2, branch: 'next', files: { a: '2' } })
  const [merge] = await mergesOf(repo.folder, { branch: 'next' })
  assert.deepEqual([merge?.title, merge?.baseBranch], ['on next', 'next'])
  for (const branch of ['nowhere', '--output=/tmp/x', 'main..next', ''])
    await assert.rejects(
      openGitSource(repo.folder, { branch }),
      new AppError('invalid_parameter', `The repository has no branch ${branch}.`),
    )
})

test('progress reports how many of all are read', async () => {
  using repo = await aRepository()
  for (const number of [1, 2]) await repo.squash('t', { number, files: { a: `${number}` } })
  const steps: string[] = []
  await mergesOf(repo.folder, { onProgress: (done, total) => steps.push(`${done}/${total}`) })
  assert.deepEqual(steps, ['1/2', '2/2'])
})

test('line counts can be skipped', async () => {
  using repo = await aRepository()
  await repo.squash('t', { number: 1, files: { 'a.ts': 'a\n' } })
  const [merge] = await mergesOf(repo.folder, { lines: false })
  assert.deepEqual(merge?.files, [{ path: 'a.ts', additions: 0, deletions: 0, status: 'added' }])
})

test('changesets and news fragments that a merge adds are read with it', async () => {
  using repo = await aRepository()
  await repo.squash('start', {
    number: 1,
    files: { '.changeset/old-one.md': 'old', 'changelog.d/3.fix': 'x' },
  })
  await repo.squash('more', {
    number: 2,
    files: {
      '.changeset/old-one.md': 'edited',
      '.changeset/brave-cats.md': '---\n"app": minor\n---\n\nDark mode\u0007',
      '.changeset/README.md': 'how',
      'changelog.d/3.fix': null,
      'docs/a.md': 'a',
      'releasenotes/notes/big.yaml': 'x'.repeat(100_000),
    },
  })
  const [merge] = await mergesOf(repo.folder)
  assert.deepEqual(
    merge?.fragments.map(({ path, text }) => [path, text.length]),
    [
      ['.changeset/brave-cats.md', 31],
      ['releasenotes/notes/big.yaml', 65_536],
    ],
  )
})

test('a folder that is called like what it holds has the name of the one above it', async () => {
  using repo = await aRepository({ name: 'shop/repo', bare: true })
  await repo.squash('t', { number: 1, files: { a: 'a' } })
  const { name, repo: own } = await factsOf(repo.folder)
  assert.deepEqual([name, own], ['shop', 'local/shop'])
})

test('a name or an address replaces a missing remote', async () => {
  using repo = await aRepository({ name: 'shop.git' })
  await repo.squash('t', { number: 1, files: { a: 'a' } })
  const home = async (name?: string) => {
    const { host, repo: own, url } = await factsOf(repo.folder, name === undefined ? {} : { repo: name })
    return [host, own, url]
  }
  assert.deepEqual(await home(), ['git', 'local/shop', null])
  assert.deepEqual(await home('acme/shop'), ['git', 'acme/shop', null])
  const address = 'https://github.com/acme/shop'
  assert.deepEqual(await home(address), ['github.com', 'acme/shop', address])
  const [merge] = await mergesOf(repo.folder, { repo: address })
  assert.equal(merge?.url, `${address}/pull/1`)
  await assert.rejects(home('no name'), { code: 'invalid_parameter' })
  await repo.git('remote', 'add', 'origin', 'https://gitlab.com/ada/fork.git')
  assert.deepEqual(await home('acme/shop'), ['gitlab.com', 'acme/shop', 'https://gitlab.com/acme/shop'])
})
