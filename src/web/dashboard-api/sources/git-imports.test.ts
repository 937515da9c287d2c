import assert from 'node:assert/strict'
import { mkdirSync, renameSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { aMemberWithRole } from '#testing/colleagues.ts'
import { ENGINES } from '#testing/databases.ts'
import { aRepository } from '#testing/repositories.ts'
import { aService } from '#testing/service.ts'

for (const engine of ENGINES) {
  test(`an owner imports a git directory that the operator allows, and sees how far it is (${engine})`, async () => {
    using repo = await aRepository()
    using secret = await aRepository()
    await repo.squash('feat: add dark mode', { number: 1 })
    await repo.squash('ci: cache packages', { number: 2 })
    await repo.squash('feat: add CSV export', { number: 3 })
    await repo.squash('feat: add maps', { number: 4 })
    await repo.squash('Revert "feat: add maps (#4)"', { number: 5 })
    const files = { 'CHANGELOG.md': '# Changelog\n\n## 1.0.0 - 2026-01-06\n\n- CSV export (#3)\n' }
    await repo.commit('Release 1.0.0', { files })
    const root = dirname(repo.folder)
    const elsewhere = join(root, 'elsewhere')
    symlinkSync(secret.folder, elsewhere)
    symlinkSync(root, join(root, 'cycle'))
    symlinkSync(repo.folder, join(root, 'again'))
    await using it = await aService(engine, { TIDINGS_GIT_ROOTS: root })
    const [owner, viewer] = [await aMemberWithRole(it, 'owner'), await aMemberWithRole(it, 'viewer')]
    const path = `/app/api/accounts/${it.account.publicId}`
    const { json: listed } = await owner.get(`${path}/git-directories`)
    assert.deepEqual(listed, {
      isAllowed: true,
      directories: [{ path: repo.folder, name: 'app' }],
      refused: [
        `${elsewhere} leads out of the folders that the operator allows (TIDINGS_GIT_ROOTS), so this repository is not read.`,
      ],
    })
    for (const directory of [secret.folder, elsewhere, join(root, '..'), '/nowhere'])
      assert.equal((await owner.post(`${path}/actions/import.start`, { directory })).status, 404, directory)
    const input = { directory: repo.folder, repo: 'acme/app' }
    const last = async (who = owner) => (await who.get(`${path}/runs`)).json.runs[0]
    assert.equal((await owner.post(`${path}/actions/import.start`, input)).status, 200)
    assert.deepEqual([(await last()).state, (await last()).total], ['running', null])
    assert.equal((await owner.post(`${path}/actions/import.start`, input)).status, 409)
    await it.settle()
    const { counts, ...done } = await last(viewer)
    assert.deepEqual([done.state, done.total, done.done, done.detail], ['done', 5, 5, null])
    assert.deepEqual(counts, { read: 5, recorded: 5, userFacing: 2, announced: 1, commits: 0, drafts: 1 })
    const { json: first } = await owner.get(`${path}/start`)
    assert.equal(first.customers, counts.userFacing)
    assert.deepEqual(await it.entries(), ['draft Add dark mode'])
    it.clock.advance(1_000)
    await owner.post(`${path}/actions/import.start`, input)
    const { id } = await last()
    const stop = async (who = owner) => (await who.post(`${path}/actions/run.stop`, { id })).status
    assert.equal(await stop(await aMemberWithRole(it, 'writer')), 403)
    assert.equal(await stop(), 200)
    assert.equal((await last()).state, 'stopped')
    await it.settle()
    assert.equal(await stop(), 409)
  })
}

interface Import {
  subject: string
  state: string
  detail: string | null
  counts: { recorded: number }
}

for (const engine of ENGINES) {
  test(`of two folders with one name imported at once, one takes it and the other asks for a name (${engine})`, async () => {
    using repo = await aRepository()
    using other = await aRepository()
    await repo.squash('feat: add dark mode', { number: 1 })
    await other.squash('feat: export invoices as CSV', { number: 1 })
    const root = dirname(repo.folder)
    mkdirSync(join(root, 'y'))
    const second = join(root, 'y', 'app')
    renameSync(other.folder, second)
    await using it = await aService(engine, { TIDINGS_GIT_ROOTS: root })
    const owner = await aMemberWithRole(it, 'owner')
    const path = `/app/api/accounts/${it.account.publicId}`
    const start = (directory: string, name?: string) =>
      owner.post(`${path}/actions/import.start`, { directory, ...(name && { repo: name }) })
    const imports = async (): Promise<Import[]> => (await owner.get(`${path}/runs`)).json.runs
    await Promise.all([start(repo.folder), start(second)])
    await it.settle()
    const [done, failed] = (await imports()).toSorted((a, b) => (a.state < b.state ? -1 : 1))
    assert.deepEqual([done?.state, done?.counts.recorded], ['done', 1])
    assert.match(failed?.detail ?? failed?.state ?? '', /another repository named local\/app/)
    assert.equal((await it.entries()).length, 1)

    await start(failed?.subject ?? '', 'acme/other')
    await it.settle()
    const both = ['draft Add dark mode', 'draft Export invoices as CSV']
    assert.deepEqual((await it.entries()).toSorted(), both)

    // As in accounts that imported before repositories stored an identity.
    await it.service.db.write(tx => tx.updateTable('repository').set({ local_id: null }).execute())
    it.clock.advance(1_000)
    await start(done?.subject ?? '')
    await it.settle()
    const again = (await imports()).find(one => one.subject === done?.subject)
    assert.deepEqual([again?.state, again?.counts.recorded], ['done', 0])
    assert.deepEqual((await it.entries()).toSorted(), both)
  })
}
