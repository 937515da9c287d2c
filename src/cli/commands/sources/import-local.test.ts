import assert from 'node:assert/strict'
import { cpSync, renameSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { aCommandLine } from '#testing/command-line.ts'
import { aRepository } from '#testing/repositories.ts'

/** Two local repositories whose folders have the same name, and an account to import them into. */
async function twoRepositories(context: TestContext, options: { bare: boolean; name: string }) {
  const cli = aCommandLine()
  const [x, y] = [await aRepository(options), await aRepository(options)]
  context.after(() => {
    cli.remove()
    for (const repo of [x, y]) repo[Symbol.dispose]()
  })
  await x.squash('feat: add dark mode', { number: 1 })
  await y.squash('feat: export invoices as CSV', { number: 1 })
  const { account_id: account } = await cli.json('account', 'create', '--name', 'Acme')
  return {
    ...{ cli, x, y },
    import: (folder: string, ...more: string[]) =>
      cli.run('import', 'git', folder, '--account', account, ...more),
    async titles(): Promise<string[]> {
      const { entries } = await cli.json('entry', 'list', '--account', account)
      return entries.map((entry: { title: string }) => entry.title).toSorted()
    },
  }
}

for (const options of [
  { bare: false, name: 'app' },
  { bare: true, name: 'shop' },
  { bare: true, name: 'my app é.git' },
])
  test(`two local repositories in folders named ${options.name} stay two`, async context => {
    const it = await twoRepositories(context, options)
    assert.equal((await it.import(it.x.folder)).code, 0)
    const clash = await it.import(it.y.folder)
    assert.notEqual(clash.code, 0)
    assert.match(clash.err, /another repository named local\/.*--repo/)
    assert.deepEqual(await it.titles(), ['Add dark mode'])
    assert.equal((await it.import(it.y.folder, '--repo', 'acme/other')).code, 0)
    assert.deepEqual(await it.titles(), ['Add dark mode', 'Export invoices as CSV'])
    for (const repo of [it.x, it.y])
      assert.match((await it.import(repo.folder)).out, /^0 changes recorded, 0 updated, 1 unchanged/)
  })

test('a local repository is known again after its folder was renamed, and a copy that went its own way is another', async context => {
  const it = await twoRepositories(context, { bare: false, name: 'app' })
  const fork = join(it.x.home, 'fork')
  cpSync(it.x.folder, fork, { recursive: true })
  await it.x.squash('feat: show archived reports', { number: 2 })
  assert.match((await it.import(it.x.folder)).out, /^2 changes recorded/)
  const moved = join(it.x.home, 'moved here')
  renameSync(it.x.folder, moved)
  assert.match((await it.import(moved)).out, /^0 changes recorded, 0 updated, 2 unchanged/)
  await it.y.git('-C', fork, 'commit', '--quiet', '--allow-empty', '-m', 'feat: share a report by link (#3)')
  assert.match((await it.import(fork)).out, /^1 change recorded, 0 updated, 1 unchanged/)
})

test('shallow clones of two repositories stay two, and one is known again when it is complete', async context => {
  const it = await twoRepositories(context, { bare: false, name: 'app' })
  const clones = await Promise.all(
    [it.x, it.y].map(async repo => {
      await repo.squash('ci: cache packages', { number: 2, files: { [basename(repo.home)]: 'x' } })
      const clone = join(repo.home, 'clone', 'shop')
      await repo.git('clone', '--quiet', '--depth=1', `file://${repo.folder}`, clone)
      await repo.git('-C', clone, 'remote', 'set-url', 'origin', repo.folder)
      return clone
    }),
  )
  const [x = '', y = ''] = clones
  assert.equal((await it.import(x)).code, 0)
  assert.match((await it.import(y)).err, /another repository named local\/shop/)
  await it.x.git('-C', x, 'fetch', '--quiet', '--unshallow', `file://${it.x.folder}`)
  assert.equal((await it.import(x)).code, 0)
  assert.deepEqual(await it.titles(), ['Add dark mode'])
})
