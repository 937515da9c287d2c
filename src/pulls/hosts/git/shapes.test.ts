import assert from 'node:assert/strict'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { MAX_FILES } from '#pulls/pull-request.ts'
import { aRepository } from '#testing/repositories.ts'
import { openGitSource } from './git.ts'

/** The repository's merges, newest first. */
const read = async (folder: string) =>
  (await Array.fromAsync((await openGitSource(folder)).merges())).toReversed()
const notesOf = async (folder: string) => (await openGitSource(folder)).facts.notes

test('a work tree, a linked worktree, a .git file, a link and a clone with alternates all read the same', async () => {
  using repo = await aRepository({ bare: false })
  await repo.squash('t', { number: 1, files: { a: 'a\n' } })
  const at = (name: string) => join(repo.home, name)
  await repo.git('worktree', 'add', '--quiet', '-b', 'other', at('linked'), 'main')
  await repo.git('clone', '--quiet', '--shared', repo.folder, at('borrower'))
  await repo.git('init', '--quiet', '--initial-branch=main', '--separate-git-dir', at('apart'), at('filed'))
  await repo.git('--git-dir', at('apart'), 'fetch', '--quiet', repo.folder, 'main:main', '--update-head-ok')
  symlinkSync(repo.folder, at('shortcut'))
  const [expected] = await read(repo.folder)
  for (const name of ['linked', 'borrower', 'filed', 'apart', 'shortcut', 'app/.git']) {
    const [merge] = await read(at(name))
    assert.deepEqual([merge?.mergeCommit, merge?.files], [expected?.mergeCommit, expected?.files], name)
  }
  assert.equal((await read(at('linked')))[0]?.baseBranch, 'other')
})

test('commits of Weblate are no news, and do not hide that the work arrives as pull requests', async () => {
  using repo = await aRepository()
  await repo.merge('Remember the volume', { number: 11, files: { a: '11' } })
  for (const language of ['German', 'Thai', 'Faroese', 'Catalan', 'Arabic', 'Danish'])
    await repo.commit(`Translated using Weblate (${language})`, { files: { 'src/de.json': language } })
  assert.deepEqual(
    (await read(repo.folder)).map(({ title }) => title),
    ['Remember the volume'],
  )
  assert.deepEqual(await notesOf(repo.folder), ['One commit belongs to no pull request and is left out.'])
})

test('packed references and a detached HEAD are read', async () => {
  using repo = await aRepository()
  const first = await repo.squash('one', { number: 1, files: { a: 'a' } })
  await repo.squash('two', { number: 2, files: { a: 'b' } })
  await repo.git('pack-refs', '--all')
  await repo.git('gc', '--quiet')
  assert.equal((await read(repo.folder)).length, 2)
  writeFileSync(join(repo.folder, 'HEAD'), `${first}\n`)
  const merges = await read(repo.folder)
  assert.deepEqual(
    merges.map(merge => [merge.title, merge.baseBranch]),
    [['one', null]],
  )
})

test('a SHA-256 repository is read', async () => {
  using repo = await aRepository()
  rmSync(repo.folder, { recursive: true })
  mkdirSync(repo.folder)
  await repo.git('init', '--quiet', '--bare', '--object-format=sha256', '--initial-branch=main')
  await repo.squash('t', { number: 1, files: { a: 'a\n' } })
  await repo.merge('u', { number: 2, files: { b: 'b\n' } })
  assert.deepEqual(
    (await read(repo.folder)).map(merge => [merge.mergeCommit?.length, merge.additions]),
    [
      [64, 1],
      [64, 1],
    ],
  )
})

test('an empty repository has no merges, with a note', async () => {
  using repo = await aRepository()
  assert.deepEqual(await read(repo.folder), [])
  assert.deepEqual(await notesOf(repo.folder), ['The repository has no commits yet.'])
})

test('the oldest commit of a shallow clone does not add every file', async () => {
  using repo = await aRepository()
  for (const number of [1, 2, 3]) await repo.squash('t', { number, files: { [`${number}`]: 'x\n' } })
  const copy = join(repo.home, 'copy')
  await repo.git('clone', '--quiet', '--depth=2', `file://${repo.folder}`, copy)
  assert.deepEqual(
    (await read(copy)).map(merge => [merge.number, merge.filesChanged]),
    [
      [3, 1],
      [2, 0],
    ],
  )
  assert.match((await notesOf(copy)).join(' '), /shallow/)
})

test('a partial clone lacks line counts, or file names too, with a note', async () => {
  using repo = await aRepository()
  await repo.git('config', 'uploadpack.allowFilter', 'true')
  for (let number = 1; number <= 6; number += 1)
    await repo.merge('t', { number, files: { [`d/${number}`]: 'x\n', 'CHANGES.md': `${number}\n` } })
  const first = async (filter: string) => {
    const copy = join(repo.home, filter.replace(':', '-'))
    await repo.git('clone', '--quiet', '--bare', `--filter=${filter}`, `file://${repo.folder}`, copy)
    const merges = await read(copy)
    assert.equal(merges.length, 6)
    assert.match((await notesOf(copy)).join(' '), /partial/)
    return [
      merges[0]?.files.map(file => `${file.status} ${file.path}`),
      merges[0]?.additions,
      merges[0]?.commits,
    ]
  }
  assert.deepEqual(await first('blob:none'), [['modified CHANGES.md', 'added d/6'], 0, ['t']])
  assert.deepEqual(await first('tree:0'), [[], 0, ['t']])
})

test('messages in other encodings are read, also with invalid bytes', async () => {
  using repo = await aRepository()
  await repo.commit(Buffer.from('fix: d\xe9j\xe0 vu (#1)', 'latin1'), {
    encoding: 'ISO-8859-1',
    files: { a: '1' },
  })
  await repo.commit(Buffer.from('fix: d\xe9j\xe0 vu (#2)', 'latin1'), { files: { a: '2' } })
  await repo.commit('', { files: { a: '3' } })
  const merges = await read(repo.folder)
  assert.deepEqual(
    merges.map(merge => merge.title),
    ['fix: d\ufffdj\ufffd vu', 'fix: déjà vu'],
  )
})

test('octopus merges, submodules, links and renames are read', async () => {
  using repo = await aRepository()
  const base = await repo.squash('start', { number: 1, files: { 'a.ts': 'a\n'.repeat(20), 'run.sh': 'x' } })
  const sides = ['x', 'y'].map(name =>
    repo.commit(name, { branch: name, parents: [base], files: { [name]: name } }),
  )
  const [x = '', y = ''] = await Promise.all(sides)
  await repo.commit('Merge pull request #2 from ada/many\n\nMany', {
    parents: [base, x, y],
    files: { x: 'x', y: 'y' },
  })
  await repo.squash('kinds', {
    number: 3,
    files: {
      lib: { mode: '160000', contents: base },
      link: { mode: '120000', contents: 'a.ts' },
      'run.sh': { mode: '100755', contents: 'x' },
      'a.ts': null,
      'b/a.ts': 'a\n'.repeat(20),
    },
  })
  const [kinds, many] = await read(repo.folder)
  assert.deepEqual([many?.title, many?.commits.toSorted(), many?.filesChanged], ['Many', ['x', 'y'], 2])
  assert.deepEqual(
    kinds?.files.map(file => `${file.status} ${file.path}`),
    ['renamed b/a.ts', 'added lib', 'added link', 'modified run.sh'],
  )
})

test('of very many files some are kept and all counted, and a very long message is truncated', async () => {
  using repo = await aRepository()
  const files = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`f/${at}`, `${at}\n`]))
  await repo.squash('import', { number: 1, body: 'long '.repeat(300_000), files })
  const [merge] = await read(repo.folder)
  assert.deepEqual([merge?.files.length, merge?.filesChanged, merge?.additions], [MAX_FILES, 5_000, 5_000])
  assert.equal(
    merge?.files.every(file => file.additions === 1),
    true,
  )
  assert.ok((merge?.body.length ?? 0) <= 65_536)
})

test('a merge without a description has the messages of its commits', async () => {
  using repo = await aRepository()
  await repo.commit('start', { files: { z: 'z' } })
  const one =
    'Keep the caret\n\nIt jumped to the end.\n\nFixes #4\n\nSigned-off-by: Grace <grace@example.org>'
  await repo.merge('Keep the caret', { number: 7, commits: [one], files: { a: 'a' } })
  const two = ['Draft', 'Finish\n\nNobody could.', 'Say how\n\nIn two steps.']
  await repo.merge('Finish it', { number: 8, commits: two, files: { b: 'b' } })
  await repo.merge('Told', { number: 9, body: 'Its own words.', commits: [one], files: { c: 'c' } })
  const merges = await read(repo.folder)
  assert.deepEqual(
    merges.map(({ body }) => body),
    [
      'Its own words.',
      '* Finish\n\nNobody could.\n\n* Say how\n\nIn two steps.',
      'It jumped to the end.\n\nFixes #4',
    ],
  )
})
