import assert from 'node:assert/strict'
import { appendFileSync, cpSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { aMemberWithRole } from '#testing/colleagues.ts'
import { aRepository, type Repository } from '#testing/repositories.ts'
import { aService } from '#testing/service.ts'

interface Folders {
  /** The folder that the operator allows. */
  root: string
  /** A bare repository outside of it. */
  secret: string
  /** A repository with a work tree inside of it. */
  app: string
}

/** The ways to get out of the allowed folder, each with what somebody leaves in the folder that is then imported. */
const WAYS_OUT: Record<string, (it: Folders, folder: string) => void> = {
  'a .git link': ({ secret }, folder) => symlinkSync(secret, join(folder, '.git')),
  'a .git file': ({ secret }, folder) => writeFileSync(join(folder, '.git'), `gitdir: ${secret}\n`),
  'the shared directory of a worktree': ({ app, secret }, folder) => {
    cpSync(join(app, '.git'), join(folder, '.git'), { recursive: true })
    writeFileSync(join(folder, '.git', 'commondir'), `${secret}\n`)
  },
  'an alternate': ({ app, secret }, folder) => {
    cpSync(join(app, '.git'), join(folder, '.git'), { recursive: true })
    writeFileSync(join(folder, '.git', 'objects', 'info', 'alternates'), `${secret}/objects\n`)
  },
  'an alternate of an alternate, relative': ({ app, root }, folder) => {
    cpSync(join(app, '.git'), join(folder, '.git'), { recursive: true })
    const store = join(root, 'store', 'objects')
    mkdirSync(join(store, 'info'), { recursive: true })
    writeFileSync(join(store, 'info', 'alternates'), '../../../secret/objects\n')
    writeFileSync(join(folder, '.git', 'objects', 'info', 'alternates'), `${store}\n`)
  },
  ...Object.fromEntries(
    ['objects', 'objects/pack', 'refs', 'config', 'HEAD', 'packed-refs'].map(name => [
      `a link in place of ${name}`,
      ({ app, secret }: Folders, folder: string) => {
        cpSync(join(app, '.git'), join(folder, '.git'), { recursive: true })
        rmSync(join(folder, '.git', name), { recursive: true, force: true })
        symlinkSync(join(secret, name), join(folder, '.git', name))
      },
    ]),
  ),
  'a link to a pack': ({ app, secret }, folder) => {
    cpSync(join(app, '.git'), join(folder, '.git'), { recursive: true })
    symlinkSync(join(secret, 'HEAD'), join(folder, '.git', 'objects', 'pack', 'pack-1.pack'))
  },
}

async function aRoot() {
  const secret = await aRepository({ name: 'secret' })
  await secret.squash('feat: our secret plan', { number: 1 })
  await secret.git('pack-refs', '--all')
  const root = join(secret.home, 'root')
  mkdirSync(root)
  const app = join(root, 'app')
  await secret.git('init', '--quiet', app)
  const service = await aService('sqlite', { TIDINGS_GIT_ROOTS: root })
  const owner = await aMemberWithRole(service, 'owner')
  const path = `/app/api/accounts/${service.account.publicId}`
  return {
    folders: { root, secret: secret.folder, app },
    service,
    listing: async () => (await owner.get(`${path}/git-directories`)).json,
    list: async (): Promise<string[]> =>
      (await owner.get(`${path}/git-directories`)).json.directories.map((one: { path: string }) => one.path),
    async import(directory: string) {
      const { status, json } = await owner.post(`${path}/actions/import.start`, { directory })
      await service.settle()
      const { runs } = (await owner.get(`${path}/runs`)).json
      return { status, message: json.detail ?? runs[0]?.detail, imports: runs }
    },
    start: (directory: string) => owner.post(`${path}/actions/import.start`, { directory }),
    async [Symbol.asyncDispose]() {
      await service.close()
      secret[Symbol.dispose]()
    },
  }
}

test('no link, file or list in a root leads to a repository outside', async () => {
  await using it = await aRoot()
  for (const [name, prepare] of Object.entries(WAYS_OUT)) {
    const folder = join(it.folders.root, name.replace(/\W/g, '-'))
    mkdirSync(folder)
    prepare(it.folders, folder)
    const { message } = await it.import(folder)
    assert.match(message ?? 'imported', /leads out of the folders|is a symbolic link/, name)
  }
  const { refused } = await it.listing()
  for (const name of ['a--git-link', 'a--git-file', 'an-alternate'])
    assert.ok(
      refused.some((reason: string) => reason.includes(name) || reason.includes(it.folders.secret)),
      `${name}: ${refused}`,
    )
  assert.deepEqual(await it.service.entries(), [])
})

test('a root that cannot be read is named, and the others are listed', async () => {
  using repo = await aRepository()
  const missing = join(repo.home, 'a,b')
  await using service = await aService('sqlite', { TIDINGS_GIT_ROOTS: `${missing}:${repo.home}` })
  const owner = await aMemberWithRole(service, 'owner')
  const { json } = await owner.get(`/app/api/accounts/${service.account.publicId}/git-directories`)
  assert.equal(json.directories.length, 1)
  assert.match(json.refused.join(), /a,b is no folder that the server can read.* separated by colons/)
})

test('committed files that look like a git directory are none', async () => {
  await using it = await aRoot()
  const { app, secret, root } = it.folders
  const fixture = join(app, 'docs', 'fixture')
  mkdirSync(join(fixture, 'objects'), { recursive: true })
  writeFileSync(join(fixture, 'HEAD'), 'ref: refs/heads/main\n')
  writeFileSync(join(fixture, 'commondir'), `${secret}\n`)
  const copy = join(app, 'copy.git')
  cpSync(secret, copy, { recursive: true })
  assert.deepEqual(await it.list(), [app])
  for (const folder of [fixture, copy]) {
    const { status, message } = await it.import(folder)
    assert.equal(status, 400, folder)
    assert.match(message, /is a folder inside the git repository/)
  }
  renameSync(join(app, 'docs'), join(root, 'docs'))
  assert.equal((await it.import(join(root, 'docs', 'fixture'))).status, 400)
  assert.deepEqual(await it.service.entries(), [])
})

test('an import is checked again when it runs', async () => {
  await using it = await aRoot()
  const { app, secret } = it.folders
  assert.equal((await it.start(app)).status, 200)
  rmSync(join(app, '.git'), { recursive: true })
  symlinkSync(secret, join(app, '.git'))
  await it.service.settle()
  assert.deepEqual(await it.service.entries(), [])
})

test('worktrees, submodules, links and borrowed objects inside a root are read', async () => {
  using repo = await aRepository({ bare: false })
  await repo.squash('feat: add dark mode', { number: 1, files: { a: 'a\n' } })
  const at = (name: string) => join(repo.home, name)
  await repo.git('worktree', 'add', '--quiet', '-b', 'other', at('worktree'), 'main')
  await repo.git('clone', '--quiet', '--shared', repo.folder, at('borrower'))
  await aSuperproject(repo, at('super'))
  await using service = await aService('sqlite', { TIDINGS_GIT_ROOTS: dirname(repo.folder) })
  const owner = await aMemberWithRole(service, 'owner')
  const path = `/app/api/accounts/${service.account.publicId}`
  symlinkSync(repo.folder, at('link'))
  for (const name of ['worktree', 'borrower', 'super/module', 'link']) {
    await owner.post(`${path}/actions/import.start`, {
      directory: at(name),
      repo: `acme/${name.replace('/', '-')}`,
    })
    await service.settle()
    // They contain the same merge, which counts as one change.
    const { runs } = (await owner.get(`${path}/runs`)).json
    const { state, detail, done } =
      runs.find(({ subject }: { subject: string }) => subject.endsWith(name)) ?? runs[0]
    assert.deepEqual([state, detail, done], ['done', null, 1], name)
  }
})

async function aSuperproject(repo: Repository, folder: string): Promise<void> {
  await repo.git('init', '--quiet', folder)
  const within = ['-C', folder, '-c', 'protocol.file.allow=always']
  await repo.git(...within, 'submodule', '--quiet', 'add', repo.folder, 'module')
  appendFileSync(join(folder, '.git', 'config'), '[user]\n  name = Ada\n')
}
