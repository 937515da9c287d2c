import assert from 'node:assert/strict'
import { dirname } from 'node:path'
import { test } from 'node:test'
import { aMemberWithRole } from '#testing/colleagues.ts'
import { ENGINES } from '#testing/databases.ts'
import { aRepository } from '#testing/repositories.ts'
import { aService } from '#testing/service.ts'

for (const engine of ENGINES) {
  test(`a new account sees what its history came to, and publishes what is certain with the dates of the merges (${engine})`, async () => {
    using repo = await aRepository()
    await repo.squash('feat: add CSV export', { number: 1 })
    const body = '```release-note\nThe editor has a dark mode.\n```\n'
    await repo.squash('feat: dark mode', { number: 2, body, files: { 'src/theme.ts': 'export {}' } })
    await repo.squash('ci: cache packages', { number: 3, files: { '.github/workflows/ci.yml': 'on: push' } })
    const files = { 'CHANGELOG.md': '# Changelog\n\n## 1.0.0 - 2026-01-06\n\n- CSV export (#1)\n' }
    await repo.commit('Release 1.0.0', { files })
    await using it = await aService(engine, { TIDINGS_GIT_ROOTS: dirname(repo.folder) })
    const [owner, writer] = [await aMemberWithRole(it, 'owner'), await aMemberWithRole(it, 'writer')]
    const path = `/app/api/accounts/${it.account.publicId}`
    assert.deepEqual((await writer.get(`${path}/start`)).json, {
      merges: 0,
      customers: 0,
      announcedElsewhere: 0,
      published: 0,
      hasGitHubApp: false,
      readsGitDirectories: true,
    })
    await owner.post(`${path}/imports`, { directory: repo.folder, repo: 'acme/app' })
    await it.settle()
    const found = async () => {
      const { merges, customers, announcedElsewhere, published } = (await owner.get(`${path}/start`)).json
      return { merges, customers, announcedElsewhere, published }
    }
    const counts = { merges: 3, customers: 2, announcedElsewhere: 1 }
    assert.deepEqual(await found(), { ...counts, published: 0 })

    const { json: certain } = await owner.get(`${path}/inbox?tab=review&confidence=high`)
    const items = certain.items.map(({ id, version }: { id: string; version: number }) => ({
      id,
      seen: version,
    }))
    assert.equal(items.length, 1)
    assert.equal((await writer.post(`${path}/start/approve`, { items })).status, 403)
    const { json: approved } = await owner.post(`${path}/start/approve`, { items })
    assert.deepEqual(approved, { published: [items[0].id], failed: [] })
    const [entry] = (await owner.get(`${path}/entries?state=published`)).json.entries
    assert.equal(new Date(entry.publishedAt).toISOString(), '2026-01-05T10:00:00.000Z')
    assert.deepEqual(await found(), { ...counts, published: 1 })

    const { json: again } = await owner.post(`${path}/start/approve`, { items })
    assert.deepEqual([again.published, again.failed.length], [[], 1])
  })
}
