import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { AppError } from '#platform/errors.ts'
import { aRepository, type Repository } from '#testing/repositories.ts'
import { openGitSource } from './git.ts'

/** The repository's merges, newest first. */
const read = async (folder: string) =>
  (await Array.fromAsync((await openGitSource(folder)).merges())).toReversed()
const fails = (folder: string, code: string, message: RegExp) =>
  assert.rejects(read(folder), (thrown: unknown) => {
    assert.ok(thrown instanceof AppError, String(thrown))
    assert.equal(thrown.code, code)
    assert.match(thrown.message, message)
    return true
  })

/** Removes the object that the expression names, as the loss of a disk block does. */
async function lose(repo: Repository, expression: string): Promise<void> {
  const hash = (await repo.git('rev-parse', expression)).trim()
  rmSync(join(repo.folder, 'objects', hash.slice(0, 2), hash.slice(2)))
}

async function withLooseObjects(count: number): Promise<Repository> {
  const repo = await aRepository()
  await repo.git('config', 'fastimport.unpackLimit', '1000')
  for (let number = 1; number <= count; number += 1)
    await repo.squash('t', { number, files: { [`d${number}/f`]: `${number}\n` } })
  return repo
}

test('a folder that is not a repository is refused with a message that says why', async () => {
  using repo = await aRepository({ bare: false })
  await repo.commit('t', { files: { a: 'a' } })
  const inner = join(repo.folder, 'src')
  mkdirSync(inner)
  writeFileSync(join(inner, 'file'), '')
  await fails(join(repo.home, 'nowhere'), 'invalid_parameter', /nowhere: no such folder\.$/)
  await fails(join(inner, 'file'), 'invalid_parameter', /is a file/)
  await fails(repo.home, 'invalid_parameter', /is not a git repository\.$/)
  await fails(inner, 'invalid_parameter', /inside the git repository .*app: name that one\.$/)
  await fails('', 'invalid_parameter', /Name the folder/)
  await fails('a\0b', 'invalid_parameter', /Name the folder/)
})

test('an unreadable folder is refused', async () => {
  using repo = await aRepository()
  chmodSync(repo.folder, 0)
  try {
    await asSomebodyElse(() => fails(repo.folder, 'invalid_parameter', /may not be read/))
  } finally {
    chmodSync(repo.folder, 0o700)
  }
})

/** Runs the work as the user nobody if this process is root, because root may read everything. */
async function asSomebodyElse(work: () => Promise<void>): Promise<void> {
  const isRoot = process.geteuid?.() === 0
  if (isRoot) process.seteuid?.('nobody')
  try {
    await work()
  } finally {
    if (isRoot) process.seteuid?.(0)
  }
}

test('without git there is a clear error message', async () => {
  using repo = await aRepository()
  const path = process.env.PATH
  process.env.PATH = repo.home
  try {
    await fails(repo.folder, 'unavailable', /^The program git could not be started/)
  } finally {
    process.env.PATH = path
  }
})

test('a missing file loses one merge its line counts, and a missing folder its file names', async () => {
  using repo = await withLooseObjects(5)
  await lose(repo, 'main~1:d4/f')
  await lose(repo, 'main~3:d2')
  const merges = await read(repo.folder)
  assert.deepEqual(
    merges.map(merge => [merge.number, merge.filesChanged, merge.additions]),
    [
      [5, 1, 1],
      [4, 1, 0],
      [3, 1, 1],
      [2, 0, 0],
      [1, 1, 1],
    ],
  )
})

test('a missing commit of a merged branch loses what the branch carried, and nothing else', async () => {
  using repo = await withLooseObjects(1)
  await repo.commit('Begin', { branch: 'dev', parents: [repo.tip('main')], files: { e: 'e\n' } })
  await repo.mergeInto('dev', 2, 'Two')
  await repo.mergeBranch('dev', 'main', 'Merge pull request #3 from acme/dev\n\nThree', { f: 'f\n' })
  await lose(repo, 'topic-2')
  assert.deepEqual(
    (await read(repo.folder)).map(merge => [merge.number, merge.title]),
    [
      [3, 'Three'],
      [1, 't'],
    ],
  )
})

test('a history with a missing commit is refused', async () => {
  using repo = await withLooseObjects(4)
  await lose(repo, 'main~2')
  await fails(repo.folder, 'unavailable', /^The history of the repository is damaged: /)
})

test('a broken branch and an unreadable configuration are refused', async () => {
  using repo = await withLooseObjects(1)
  await lose(repo, 'main')
  await fails(repo.folder, 'unavailable', /damaged/)
  writeFileSync(join(repo.folder, 'config'), '[broken\n')
  await fails(repo.folder, 'unavailable', /^The configuration .* cannot be read/)
})

test('an aborted reader stops', async () => {
  using repo = await withLooseObjects(3)
  const stop = new AbortController()
  const source = await openGitSource(repo.folder, { signal: stop.signal })
  await assert.rejects(async () => {
    for await (const _merge of source.merges()) stop.abort(new Error('enough'))
  }, /enough/)
  await assert.rejects(openGitSource(repo.folder, { signal: stop.signal }), /enough/)
  assert.deepEqual(
    process.getActiveResourcesInfo().filter(name => name === 'ProcessWrap'),
    [],
  )
})
