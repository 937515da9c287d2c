import assert from 'node:assert/strict'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { aRepository } from '#testing/repositories.ts'
import { openGitSource } from './git.ts'
import { locateRepository } from './local-repository.ts'

/** The repository's merges, newest first. */
const read = async (folder: string) =>
  (await Array.fromAsync((await openGitSource(folder)).merges())).toReversed()

const TRAPS = (command: string) => `
[core]
  pager = ${command}
  fsmonitor = ${command}
  hooksPath = HOOKS
  sshCommand = ${command}
  gitProxy = ${command}
  editor = ${command}
  askPass = ${command}
  alternateRefsCommand = ${command}
  attributesFile = ATTRIBUTES
[pager]
  log = ${command}
  diff-tree = ${command}
[log]
  showSignature = true
  diffMerges = on
[format]
  pretty = oneline
[gpg]
  program = ${command}
[gpg "ssh"]
  program = ${command}
  allowedSignersFile = /dev/null
[diff]
  external = ${command}
  renames = false
  noprefix = true
  orderFile = /etc/hostname
[diff "evil"]
  textconv = ${command}
  command = ${command}
[filter "evil"]
  process = ${command}
  clean = ${command}
  smudge = ${command}
[credential]
  helper = ${command}
[alias]
  log = !${command}
  diff-tree = !${command}
[uploadpack]
  packObjectsHook = ${command}
[remote "origin"]
  url = "ext::${command}"
  promisor = true
  partialclonefilter = blob:none
  uploadpack = ${command}
[extensions]
  partialClone = origin
[protocol]
  allow = always
[protocol "ext"]
  allow = always
[include]
  path = PIPE
`

test('a malicious configuration runs nothing', async () => {
  using repo = await aRepository({ bare: false })
  const files = { '.gitattributes': '* diff=evil filter=evil\n', 'a.ts': 'one\n', 'b.ts': 'b\n' }
  await repo.squash('feat: start', { number: 1, files })
  await repo.merge('fix: signed', { number: 2, files: { 'a.ts': 'two\n' } })
  const marker = join(repo.home, 'marker')
  const trap = join(repo.home, 'trap')
  writeFileSync(trap, `#!/bin/sh\necho "$0 $@" >> '${marker}'\nexit 1\n`)
  chmodSync(trap, 0o755)
  const dotGit = join(repo.folder, '.git')
  for (const hook of ['post-index-change', 'reference-transaction', 'pre-auto-gc'])
    writeFileSync(join(dotGit, 'hooks', hook), `#!/bin/sh\n${trap}\n`, { mode: 0o755 })
  writeFileSync(join(dotGit, 'info', 'attributes'), '* diff=evil filter=evil\n')
  const settings = TRAPS(trap)
    .replace('HOOKS', join(dotGit, 'hooks'))
    .replace('ATTRIBUTES', join(dotGit, 'info', 'attributes'))
    .replace('PIPE', join(repo.home, 'nowhere'))
  appendFileSync(join(dotGit, 'config'), settings)
  const merges = await read(repo.folder)
  assert.deepEqual(
    merges.map(({ number, files }) => [number, files.length]),
    [
      [2, 1],
      [1, 3],
    ],
  )
  assert.deepEqual(merges[0]?.files, [{ path: 'a.ts', additions: 1, deletions: 1, status: 'modified' }])
  assert.equal(existsSync(marker), false)
  await repo.git('log', '-p', '--ext-diff').catch(() => {})
  assert.equal(existsSync(marker), true, 'the trap is not one')
})

test('missing objects of a partial clone are not fetched', async () => {
  using repo = await aRepository()
  await repo.squash('start', { number: 1, files: { a: 'a\n' } })
  const marker = join(repo.home, 'marker')
  const copy = join(repo.home, 'copy')
  await repo.git('config', 'uploadpack.allowFilter', 'true')
  await repo.git('clone', '--quiet', '--bare', '--filter=blob:none', `file://${repo.folder}`, copy)
  appendFileSync(join(copy, 'config'), `[remote "origin"]\n  url = "ext::sh -c touch% ${marker}"\n`)
  appendFileSync(join(copy, 'config'), '[protocol]\n  allow = always\n')
  const [merge] = await read(copy)
  assert.deepEqual(merge?.files, [{ path: 'a', additions: 0, deletions: 0, status: 'added' }])
  assert.equal(existsSync(marker), false)
})

test('objects are read only from where the repository was located', async () => {
  using repo = await aRepository({ bare: false })
  using other = await aRepository()
  await repo.squash('ours', { number: 1 })
  const theirs = await other.squash('theirs', { number: 2 })
  const location = await locateRepository(repo.folder, [repo.home])
  writeFileSync(join(repo.folder, '.git', 'refs', 'heads', 'main'), `${theirs}\n`)
  mkdirSync(join(repo.folder, '.git', 'objects', 'info'), { recursive: true })
  writeFileSync(join(repo.folder, '.git', 'objects', 'info', 'alternates'), `${other.folder}/objects\n`)
  assert.equal((await read(repo.folder))[0]?.title, 'theirs')
  await assert.rejects(openGitSource(location), /damaged/)
})

test('replaced objects and grafts are ignored', async () => {
  using repo = await aRepository()
  const first = await repo.squash('true', { number: 1, files: { a: 'a' } })
  const lie = await repo.commit('a lie (#666)', { branch: 'lie', files: { z: 'z' } })
  await repo.git('replace', first, lie)
  writeFileSync(join(repo.folder, 'info', 'grafts'), `${first} ${lie}\n`)
  assert.deepEqual(
    (await read(repo.folder)).map(merge => merge.title),
    ['true'],
  )
})

test('invisible and control characters are removed', async () => {
  using repo = await aRepository()
  const path = 'a\u202e\u0007b\tc\nd "e".ts'
  await repo.squash('fix: \u202eright\u001b[31m\u{E0041}', {
    number: 1,
    body: 'one\u0000two',
    author: 'A\u200bda\u0007 <ada@example.org>',
    files: { [path]: 'x' },
  })
  const [merge] = await read(repo.folder)
  assert.deepEqual([merge?.title, merge?.author], ['fix: right[31m', 'Ada'])
  assert.equal(merge?.files[0]?.path, 'ab c d "e".ts')
})

test('a folder’s name may begin with a dash and contain anything', async () => {
  using repo = await aRepository({ name: '--upload-pack=touch x; $(id) "\' \u00e9\nend.git' })
  await repo.squash('t', { number: 1, files: { a: 'a' } })
  assert.equal((await read(repo.folder)).length, 1)
})

test('no temporary files and no processes are left', async () => {
  using repo = await aRepository()
  for (const number of [1, 2, 3]) await repo.merge('t', { number, files: { [`${number}`]: 'x\n' } })
  const source = await openGitSource(repo.folder)
  for await (const merge of source.merges()) {
    assert.equal(merge.number, 1)
    break
  }
  assert.deepEqual(
    process.getActiveResourcesInfo().filter(name => name === 'ProcessWrap'),
    [],
  )
  assert.deepEqual(
    readdirSync(tmpdir()).filter(name => name.startsWith(`tidings-git-${process.pid}-`)),
    [],
  )
})

test('a file of a repository that is far too large is not read', async () => {
  using repo = await aRepository()
  await repo.squash('feat: add a', { number: 1 })
  const shallow = join(repo.folder, 'shallow')
  writeFileSync(shallow, '')
  truncateSync(shallow, 3_000_000_000)
  await assert.rejects(read(repo.folder), {
    code: 'invalid_parameter',
    message: /has more than 33554432 bytes/,
  })
})
