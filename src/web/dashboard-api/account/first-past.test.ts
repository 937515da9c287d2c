import assert from 'node:assert/strict'
import { dirname } from 'node:path'
import { test } from 'node:test'
import { changeRepository, listRepositories } from '#pulls/repositories/repositories.ts'
import { aMemberWithRole } from '#testing/colleagues.ts'
import { ENGINES } from '#testing/databases.ts'
import { aRepository } from '#testing/repositories.ts'
import { aService } from '#testing/service.ts'

for (const engine of ENGINES)
  test(`of a first import at most fifteen wait, the weightiest of the last month, and the others stay in the ledger (${engine})`, async () => {
    using repo = await aRepository()
    const day = (at: number) => Date.parse('2026-01-05T10:00:00Z') + at * 86_400_000
    await repo.squash('feat: add a price list', { number: 100, at: day(-60), files: { 'src/list.ts': 'a' } })
    await repo.squash('feat!: remove the XML export', {
      number: 101,
      at: day(-1),
      files: { 'src/x.ts': 'a' },
    })
    for (let at = 0; at < 20; at++)
      await repo.squash(`feat: add report number ${at}`, {
        number: at + 1,
        at: day(at),
        files: { [`src/${at}.ts`]: 'a' },
      })
    await using it = await aService(engine, { TIDINGS_GIT_ROOTS: dirname(repo.folder) })
    const owner = await aMemberWithRole(it, 'owner')
    const path = `/app/api/accounts/${it.account.publicId}`
    const importAs = async (past?: string) => {
      await owner.post(`${path}/actions/import.start`, {
        ...{ directory: repo.folder, repo: 'acme/app' },
        ...(past && { past }),
      })
      await it.settle()
      const { drafts, history } = (await owner.get(`${path}/start`)).json
      return [drafts, history]
    }
    const drafts = async () => (await owner.get(`${path}/entries?state=draft`)).json.entries
    assert.deepEqual(await importAs(), [15, 7])
    const proposed = await drafts()
    const titles = proposed.map(({ title }: { title: string }) => title)
    assert.ok(titles.includes('Remove the XML export'), 'what is breaking leads')
    assert.ok(!titles.includes('Add a price list'), 'older than a month')
    assert.deepEqual(await importAs(), [15, 7], 'again is once')
    assert.deepEqual(
      (await drafts()).map(({ id }: { id: string }) => id).toSorted(),
      proposed.map(({ id }: { id: string }) => id).toSorted(),
      'those that stay are the same drafts',
    )
    assert.deepEqual(await importAs('drafts'), [22, 0], 'all of them, since somebody asked for them')
    assert.deepEqual(await importAs(), [22, 0], 'a later import takes back none of those')
    const become = async (past: string) => {
      const { drafts, history } = (await owner.post(`${path}/actions/import.past`, { past })).json
      return [drafts, history]
    }
    assert.deepEqual(await become('month'), [15, 7], 'a person does')
    const [{ id, version }] = await drafts()
    await owner.post(`${path}/actions/entry.edit`, { id, seen: version, title: 'Told by a person' })
    assert.deepEqual(await become('history'), [1, 21])
    assert.deepEqual(await become('month'), [15, 7], 'what a person touched counts')
  })

for (const engine of ENGINES)
  test(`a team's own changelog is its past, with its dates, and is shown beside the machine's words (${engine})`, async () => {
    using repo = await aRepository()
    const files = (name: string) => ({ files: { [`src/${name}.ts`]: 'a' } })
    await repo.squash('feat: add CSV export', { number: 1, ...files('csv') })
    await repo.squash('ci: cache packages', { number: 2, files: { '.github/workflows/ci.yml': 'on: push' } })
    await repo.squash('feat: add a dark mode', { number: 3, ...files('dark') })
    const changelog = `# Changelog

## Unreleased

- Nothing yet (#9)

## 1.1.0 - 2026-01-06

- Reports can be downloaded as CSV (#1)
- Builds are faster (#2)

## 1.0.0 - 2025-12-01

- The first release
`
    await repo.commit('Release 1.1.0', { files: { 'docs/CHANGELOG.md': changelog } })
    await using it = await aService(engine, { TIDINGS_GIT_ROOTS: dirname(repo.folder) })
    const [owner, writer] = [await aMemberWithRole(it, 'owner'), await aMemberWithRole(it, 'writer')]
    const path = `/app/api/accounts/${it.account.publicId}`
    const ownChangelog = async () => (await owner.get(`${path}/start/changelog`)).json.changelog
    const publish = { past: 'changelog' }
    assert.equal(await ownChangelog(), null)
    assert.equal((await owner.post(`${path}/actions/import.past`, publish)).status, 404)
    await owner.post(`${path}/actions/import.start`, { directory: repo.folder, repo: 'acme/app' })
    await it.settle()
    const { name, releases, beside } = await ownChangelog()
    assert.deepEqual([name, releases], ['docs/CHANGELOG.md', 2])
    assert.deepEqual(beside, [
      { number: 1, theirs: 'Reports can be downloaded as CSV', ours: 'Add CSV export' },
      { number: 2, theirs: 'Builds are faster', ours: null },
    ])
    assert.equal((await writer.post(`${path}/actions/import.past`, publish)).status, 403)
    for (let time = 0; time < 2; time++) {
      const { json } = await owner.post(`${path}/actions/import.past`, publish)
      assert.deepEqual(
        [json.published, json.drafts],
        [2, 1],
        'again is once, and what it does not tell waits',
      )
    }
    const { entries } = (await owner.get(`${path}/entries?state=published`)).json
    assert.deepEqual(
      entries
        .map(({ publishedAt }: { publishedAt: number }) => new Date(publishedAt).toISOString().slice(0, 10))
        .toSorted(),
      ['2025-12-01', '2026-01-06'],
    )
  })

for (const engine of ENGINES)
  test(`of the changelogs of a monorepo that of the account's own paths counts (${engine})`, async () => {
    using repo = await aRepository()
    const release = (version: string) => `## ${version} - 2026-01-06\n\n- Changes of ${version}\n\n`
    await repo.squash('feat: add CSV export', { number: 1, files: { 'packages/web/csv.ts': 'a' } })
    await repo.commit('Release', {
      files: {
        'packages/api/CHANGELOG.md': `# Changelog\n\n${release('3.1.0')}${release('3.0.0')}`,
        'packages/web/CHANGELOG.md': `# Changelog\n\n${release('1.0.0')}`,
      },
    })
    await using it = await aService(engine, { TIDINGS_GIT_ROOTS: dirname(repo.folder) })
    const owner = await aMemberWithRole(it, 'owner')
    const path = `/app/api/accounts/${it.account.publicId}`
    await owner.post(`${path}/actions/import.start`, { directory: repo.folder, repo: 'acme/app' })
    await it.settle()
    const name = async (includePaths: string[]) => {
      await it.service.db.write(async tx => {
        const [repository] = await listRepositories(tx, it.account.id)
        assert.ok(repository)
        await changeRepository(tx, repository, { includePaths })
      })
      return (await owner.get(`${path}/start/changelog`)).json.changelog.name
    }
    assert.equal(await name([]), 'packages/api/CHANGELOG.md')
    assert.equal(await name(['packages/web/**']), 'packages/web/CHANGELOG.md')
    assert.equal(await name(['packages/none/**']), 'packages/api/CHANGELOG.md')
  })
