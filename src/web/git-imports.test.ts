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
    const files = { 'CHANGELOG.md': '# Changelog\n\n## 1.0.0 - 2026-01-06\n\n- CSV export (#3)\n' }
    await repo.commit('Release 1.0.0', { files })
    const root = dirname(repo.folder)
    symlinkSync(secret.folder, join(root, 'elsewhere'))
    await using it = await aService(engine, { TIDINGS_GIT_ROOTS: root })
    const [owner, viewer] = [await aMemberWithRole(it, 'owner'), await aMemberWithRole(it, 'viewer')]
    const path = `/app/api/accounts/${it.account.publicId}`
    const { json: listed } = await owner.get(`${path}/git-directories`)
    assert.deepEqual(listed, { isAllowed: true, directories: [{ path: repo.folder, name: 'app' }] })
    for (const directory of [secret.folder, join(root, 'elsewhere'), join(root, '..'), '/nowhere'])
      assert.equal((await owner.post(`${path}/imports`, { directory })).status, 404, directory)
    const input = { directory: repo.folder, repo: 'acme/app' }
    const { json: started } = await owner.post(`${path}/imports`, input)
    assert.deepEqual([started.import.state, started.import.total], ['running', null])
    assert.equal((await owner.post(`${path}/imports`, input)).status, 409)
    await it.settle()
    const [done] = (await viewer.get(`${path}/imports`)).json.imports
    assert.deepEqual(
      [done.state, done.total, done.seen, done.recorded, done.userFacing, done.announced, done.detail],
      ['done', 3, 3, 3, 2, 1, null],
    )
    assert.deepEqual(await it.entries(), ['draft Add dark mode'])
    const again = await owner.post(`${path}/imports`, input)
    const cancelled = await owner.post(`${path}/imports/${again.json.import.id}/cancel`)
    assert.equal(cancelled.json.import.state, 'cancelled')
    await it.settle()
    assert.equal((await owner.post(`${path}/imports/${again.json.import.id}/cancel`)).status, 409)
  })
}
