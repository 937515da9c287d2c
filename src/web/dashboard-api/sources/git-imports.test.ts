import assert from 'node:assert/strict'
import { symlinkSync } from 'node:fs'
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
