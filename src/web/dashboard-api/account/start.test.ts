import assert from 'node:assert/strict'
import { dirname } from 'node:path'
import { test } from 'node:test'
import { aMemberWithRole } from '#testing/colleagues.ts'
import type { DashboardClient } from '#testing/dashboard-client.ts'
import { ENGINES } from '#testing/databases.ts'
import { aRepository, type Repository } from '#testing/repositories.ts'
import { aService, type TestService } from '#testing/service.ts'

const outcomesOf = ({ outcomes }: { outcomes: { id: string; outcome: string }[] }) =>
  outcomes.map(({ id, outcome }) => `${outcome} ${id}`)

const startPath = ({ account }: TestService) => `/app/api/accounts/${account.publicId}`

/** Imports the history of a repository, as an owner. */
async function importPast(
  it: TestService,
  owner: DashboardClient,
  repo: Repository,
  past?: string,
): Promise<void> {
  const input = { directory: repo.folder, repo: 'acme/app', ...(past && { past }) }
  await owner.post(`${startPath(it)}/actions/import.start`, input)
  await it.settle()
}

const note = (text: string) => `\`\`\`release-note\n${text}\n\`\`\`\n`

for (const engine of ENGINES) {
  test(`a new account sees what its history came to, and publishes what is certain with the dates of the merges (${engine})`, async () => {
    using repo = await aRepository()
    await repo.squash('feat: add CSV export', { number: 1 })
    const body = note('The editor has a dark mode.')
    await repo.squash('feat: dark mode', { number: 2, body, files: { 'src/theme.ts': 'export {}' } })
    await repo.squash('ci: cache packages', { number: 3, files: { '.github/workflows/ci.yml': 'on: push' } })
    // What was taken back is of no interest to customers.
    await repo.squash('feat: add stickers', { number: 4, files: { 'src/stickers.ts': 'export {}' } })
    await repo.squash('Revert "feat: add stickers"', { number: 5, body: 'Reverts #4', files: {} })
    const files = { 'CHANGELOG.md': '# Changelog\n\n## 1.0.0 - 2026-01-06\n\n- CSV export (#1)\n' }
    await repo.commit('Release 1.0.0', { files })
    await using it = await aService(engine, { TIDINGS_GIT_ROOTS: dirname(repo.folder) })
    const [owner, writer] = [await aMemberWithRole(it, 'owner'), await aMemberWithRole(it, 'writer')]
    const path = startPath(it)
    const { codeHosts, ...start } = (await writer.get(`${path}/start`)).json
    assert.deepEqual(
      [codeHosts[0].value, codeHosts[0].label, codeHosts[0].example],
      ['github', 'GitHub', 'acme/app'],
    )
    assert.deepEqual(start, {
      merges: 0,
      commits: 0,
      customers: 0,
      announcedElsewhere: 0,
      drafts: 0,
      history: 0,
      published: 0,
      proposed: 0,
      gitHubApps: [],
      mayCreateGitHubApp: true,
      baseUrl: it.service.baseUrl,
      readsGitDirectories: true,
    })
    await importPast(it, owner, repo)
    const found = async () => {
      const { merges, customers, announcedElsewhere, drafts, history, published } = (
        await owner.get(`${path}/start`)
      ).json
      return { merges, customers, announcedElsewhere, drafts, history, published }
    }
    const counts = { merges: 5, customers: 2, announcedElsewhere: 1 }
    assert.deepEqual(await found(), { ...counts, drafts: 1, history: 0, published: 0 })

    const { json: sure } = await owner.get(`${path}/start/past`)
    assert.equal(sure.total, 1)
    const items = sure.merges.map(({ pullId, version }: { pullId: string; version: number }) => ({
      id: pullId,
      seen: version,
    }))
    assert.equal((await writer.post(`${path}/actions/pull.publish`, { items })).status, 403)
    const { json: approved } = await owner.post(`${path}/actions/pull.publish`, { items })
    assert.deepEqual(outcomesOf(approved), [`done ${items[0].id}`])
    const [entry] = (await owner.get(`${path}/entries?state=published`)).json.entries
    assert.equal(new Date(entry.publishedAt).toISOString(), '2026-01-05T10:00:00.000Z')
    assert.deepEqual(await found(), { ...counts, drafts: 0, history: 0, published: 1 })

    const { json: again } = await owner.post(`${path}/actions/pull.publish`, { items })
    assert.deepEqual(outcomesOf(again), [`failed ${items[0].id}`])

    const { json: next } = await owner.get(`${path}/undo`)
    assert.deepEqual([next.change.id, next.change.effect.kind], [approved.change, 'withdraw'])
    const { json: undone } = await owner.post(`${path}/actions/change.undo`, { change: approved.change })
    assert.deepEqual(
      undone.outcomes.map(({ outcome }: { outcome: string }) => outcome),
      ['undone'],
    )
    assert.deepEqual(await found(), { ...counts, drafts: 1, history: 0, published: 0 })
  })

  test(`a past that was left as history offers its best first, and is published after one look (${engine})`, async () => {
    using repo = await aRepository()
    await repo.squash('feat: add CSV export', {
      number: 1,
      body: note('Any report can be downloaded as a CSV file.'),
    })
    await repo.squash('fix: typo in the footer', { number: 2, files: { 'src/footer.ts': 'a' } })
    await repo.squash('ci: cache packages', { number: 3, files: { '.github/workflows/ci.yml': 'on: push' } })
    await using it = await aService(engine, { TIDINGS_GIT_ROOTS: dirname(repo.folder) })
    const [owner, viewer] = [await aMemberWithRole(it, 'owner'), await aMemberWithRole(it, 'viewer')]
    const path = startPath(it)
    await importPast(it, owner, repo, 'publish')
    assert.deepEqual(await it.entries(), [], 'nothing waits, and nothing is published unseen')
    const { drafts, history } = (await viewer.get(`${path}/start`)).json
    assert.deepEqual([drafts, history], [0, 1], 'what interests customers is said to be history')
    const { merges } = (await viewer.get(`${path}/start/best`)).json
    assert.deepEqual([merges[0].number, merges[0].entryId], [1, null])

    const { json: sure } = await owner.get(`${path}/start/past`)
    const [first, ...rest] = sure.merges.map(({ pullId }: { pullId: string }) => ({
      id: pullId,
    }))
    assert.equal((await viewer.post(`${path}/actions/pull.draft`, { id: first.id })).status, 403)
    const drafted = await owner.post(`${path}/actions/pull.draft`, { id: first.id })
    assert.match(drafted.json.entry, /^[0-9a-f-]{36}$/)
    assert.equal((await owner.post(`${path}/actions/pull.draft`, { id: first.id })).status, 409)
    const { json: approved } = await owner.post(`${path}/actions/pull.publish`, { items: [first, ...rest] })
    assert.deepEqual(
      outcomesOf(approved),
      [`failed ${first.id}`, ...rest.map(({ id }: { id: string }) => `done ${id}`)],
      'the first was drafted since',
    )
    const draft = (await owner.get(`${path}/entries/${drafted.json.entry}`)).json
    assert.equal(draft.isPast, true, 'so that the page says which date it gets')
    const read = { id: first.id, seen: draft.entry.version }
    assert.equal((await owner.post(`${path}/actions/pull.publish`, read)).status, 200)
    const { entries } = (await owner.get(`${path}/entries?state=published`)).json
    assert.equal(entries.length, 1 + rest.length)
    assert.ok(
      entries.every(({ publishedAt }: { publishedAt: number }) => publishedAt < Date.parse('2026-02-01')),
    )
  })
}

for (const engine of ENGINES)
  test(`drafts of the past become history and drafts again, and what a person touched stays (${engine})`, async () => {
    using repo = await aRepository()
    for (const [at, what] of ['CSV export', 'dark mode', 'passkeys'].entries())
      await repo.squash(`feat: add ${what}`, { number: at + 1, files: { [`src/${at}.ts`]: 'a' } })
    await using it = await aService(engine, { TIDINGS_GIT_ROOTS: dirname(repo.folder) })
    const writer = await aMemberWithRole(it, 'writer')
    const owner = await aMemberWithRole(it, 'owner')
    const path = startPath(it)
    await importPast(it, owner, repo, 'month')
    const { id, version } = (await writer.get(`${path}/entries?state=draft`)).json.entries.at(-1)
    await writer.post(`${path}/actions/entry.edit`, { id, seen: version, title: 'Told by a person' })
    const proposed = async () => (await writer.get(`${path}/start`)).json.proposed
    assert.equal(await proposed(), 0, 'they are drafts already')
    const become = async (past: string) => {
      const { drafts, history } = (await writer.post(`${path}/actions/import.past`, { past })).json
      return [drafts, history]
    }
    assert.deepEqual(await become('history'), [1, 2])
    const [best] = (await writer.get(`${path}/start/best`)).json.merges
    assert.equal(best.entryId, id, 'what waits as a draft is offered before history')
    assert.equal(await proposed(), 2)
    assert.deepEqual(await become('month'), [3, 0])
    const [offered] = (await writer.get(`${path}/start/best`)).json.merges
    assert.equal(offered.entryId, id, 'who worded a draft is offered it, before drafts that weigh more')
    const [one, other] = (await writer.get(`${path}/entries?state=draft`)).json.entries
    const apart = { topic: ['acme/app#1'], ids: [one.id, other.id] }
    assert.equal((await writer.post(`${path}/actions/entry.keep-apart`, apart)).status, 200)
    const [drafts] = await become('history')
    assert.ok(drafts >= 2, 'those that a person kept apart stay')
    assert.deepEqual(await become('month'), [3, 0])
    assert.deepEqual(await become('month'), [3, 0], 'twice is once')
    assert.equal((await writer.post(`${path}/actions/import.past`, { past: 'drafts' })).status, 400)
  })

for (const engine of ENGINES)
  test(`what a person should read first is never the first offer, and stands last in the list, with the reason (${engine})`, async () => {
    using repo = await aRepository()
    await repo.squash('feat: add CSV export', {
      number: 1,
      body: note(
        'Reports can be exported as CSV.\n\nAny report can be downloaded as a CSV file from its menu.',
      ),
    })
    await repo.squash('feat!: remove the XML export', {
      number: 2,
      body: note('The XML export is gone.\n\nUse the CSV export instead.'),
    })
    await repo.squash('feat: add a dark mode', { number: 3, files: { 'src/theme.ts': 'a' } })
    await repo.squash('feat: add passkeys to the settings page', { number: 4, files: { 'src/keys.ts': 'a' } })
    await using it = await aService(engine, { TIDINGS_GIT_ROOTS: dirname(repo.folder) })
    const owner = await aMemberWithRole(it, 'owner')
    const path = startPath(it)
    await importPast(it, owner, repo, 'month')
    const { merges: best } = (await owner.get(`${path}/start/best`)).json
    assert.deepEqual([best[0].number, best.at(-1).number], [1, 2], 'what breaks something is no first entry')
    const { merges, total, doubtful } = (await owner.get(`${path}/start/past`)).json
    assert.deepEqual([total, doubtful], [merges.length, merges.length - 1])
    const isDoubtful = new Map(
      merges.map(({ number, isDoubtful }: { number: number; isDoubtful: boolean }) => [number, isDoubtful]),
    )
    assert.deepEqual(
      [merges[0].number, isDoubtful.get(1), isDoubtful.get(2), isDoubtful.get(3)],
      [1, false, true, true],
    )
    assert.ok(merges.every(({ reason }: { reason: string }) => reason.endsWith('.')))
  })
