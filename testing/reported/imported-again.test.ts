import assert from 'node:assert/strict'
import { createJudge } from '#app/judging.ts'
import { recordReferences } from '#changelog/entries/promotion.ts'
import { importGitDirectory } from '#pipeline/ingest/import-git.ts'
import { locateRepository } from '#pulls/hosts/git/local-repository.ts'
import { aGitHubPull, sendGitHubWebhook } from '#testing/github-webhooks.ts'
import { noModel } from '#testing/guidance.ts'
import { aRepository, type Repository } from '#testing/repositories.ts'
import { type TestService, withRunningService } from '#testing/service.ts'

/** Imports the repository under an address. */
async function importAs({ service, account }: TestService, { folder }: Repository, repo?: string) {
  const { db, clock, ids, effects } = service
  const judge = await createJudge({ ...service, modelOf: noModel })
  const repository = await locateRepository(folder)
  return importGitDirectory({ db, action: { clock, ids, actor: 'import', effects }, judge }, account, {
    ...{ repository, range: {}, repo, past: 'publish', signal: new AbortController().signal },
  })
}

withRunningService('a repository that was renamed is imported again, and nothing is told twice', async it => {
  using repo = await aRepository()
  await repo.squash('feat: add stickers', { number: 1, files: { 'src/a.ts': 'a\n' } })
  await repo.squash('feat: add polls', { number: 2, files: { 'src/b.ts': 'b\n' } })
  await importAs(it, repo, 'https://github.com/acme/app')
  const before = await it.entries()
  await repo.squash('feat: add a dark theme', { number: 3, files: { 'src/c.ts': 'c\n' } })
  const again = await importAs(it, repo, 'https://github.com/acme/shop')
  assert.deepEqual([again.recorded, again.published], [1, 1])
  assert.equal((await it.entries()).length, before.length + 1)
})

withRunningService(
  'an import with the address that the message asks for adds it to what is recorded',
  async it => {
    using repo = await aRepository()
    await repo.commit('feat: add stickers', { files: { 'src/a.ts': 'a\n' } })
    await importAs(it, repo)
    const again = await importAs(it, repo, 'https://github.com/acme/app')
    assert.deepEqual([again.recorded, again.updated], [0, 1])
    assert.equal((await it.entries()).length, 1)
  },
)

withRunningService(
  'a merge that was imported by its commit gets its number and page from a webhook, and is told once',
  async it => {
    const { db } = it.service
    using repo = await aRepository()
    const at = Date.UTC(2026, 2, 2, 7)
    const known = await repo.commit('feat: add stickers', { at, files: { 'src/a.ts': 'a\n' } })
    const alone = await repo.commit('feat: add polls', { at, files: { 'src/b.ts': 'b\n' } })
    const connection = await it.connect()
    await importAs(it, repo, 'https://github.com/acme/app')
    const repository = await db.read.selectFrom('repository').selectAll().executeTakeFirstOrThrow()
    const owner = { id: repository.id, accountId: it.account.id }
    const revision = async () =>
      (await db.read.selectFrom('feed').select('revision').executeTakeFirstOrThrow()).revision
    const before = await revision()
    await db.write(tx => recordReferences(tx, owner, { numbers: [12], commits: [] }, null))
    const send = async (number: number, title: string) => {
      const html_url = `https://github.com/acme/app/pull/${number}`
      const pull = aGitHubPull({ number, title, html_url, merge_commit_sha: known })
      await sendGitHubWebhook(it, connection, { pull })
      await it.settle()
    }
    await send(12, 'feat: add stickers')
    const rows = await db.read
      .selectFrom('pull_request')
      .select(['number', 'commit_key', 'merge_commit', 'url'])
      .orderBy('url', 'desc')
      .execute()
    assert.deepEqual(rows.map(Object.values), [
      [12, null, known, 'https://github.com/acme/app/pull/12'],
      [null, alone, alone, `https://github.com/acme/app/commit/${alone}`],
    ])
    assert.equal((await it.entries()).length, 2)
    assert.ok((await revision()) > before)
    const { text } = await it.ask(`/changelog/${it.account.publicId}.json`)
    assert.match(text, /"external_url":"https:\/\/github.com\/acme\/app\/pull\/12"/)
    await send(13, 'feat: add stickers, once more')
    assert.equal((await it.ledger()).length, 3)
    await importAs(it, repo, 'https://github.com/acme/app')
    assert.equal((await it.ledger()).length, 3)
  },
)

withRunningService('a rewritten history is known, and equal titles of other times are two', async it => {
  using repo = await aRepository()
  using rewritten = await aRepository()
  for (const [at, title] of ['feat: add stickers', 'feat: add polls', 'feat: add polls'].entries()) {
    const files = { [`src/${at}.ts`]: 'a\n' }
    await repo.commit(title, { files })
    await rewritten.commit(title, { files, committer: 'Grace <grace@example.org>' })
  }
  await importAs(it, repo, 'https://github.com/acme/app')
  const again = await importAs(it, rewritten, 'https://github.com/acme/app')
  assert.equal(again.recorded, 0)
  assert.equal((await it.entries()).length, 3)
})

withRunningService('what is applied again in a history that was rewritten in part is a change', async it => {
  using repo = await aRepository()
  const at = Date.UTC(2026, 1, 1)
  const kept = await repo.commit('feat: add stickers', { at, files: { 'src/a.ts': 'a\n' } })
  await repo.commit('feat: add polls', { at: at + 1000, files: { 'src/b.ts': 'b\n' } })
  await importAs(it, repo, 'https://github.com/acme/app')
  const [parents, committer] = [[kept], 'Grace <grace@example.org>']
  const files = { 'src/b.ts': 'b\n' }
  await repo.commit('feat: add polls', { at: at + 1000, files, parents, committer })
  await repo.commit('feat: add stickers', { at, files: { 'src/a.ts': 'again\n' } })
  const again = await importAs(it, repo, 'https://github.com/acme/app')
  assert.equal(again.recorded, 1)
})

withRunningService('equal titles in two repositories of an account are two changes', async it => {
  using one = await aRepository()
  using other = await aRepository()
  await one.commit('feat: add polls', { files: { 'src/a.ts': 'a\n' } })
  await other.commit('feat: add polls', { files: { 'src/b.ts': 'b\n' } })
  await importAs(it, one, 'https://github.com/acme/app')
  const again = await importAs(it, other, 'https://github.com/acme/web')
  assert.equal(again.recorded, 1)
})

withRunningService('a fork shares what it has in common, and its own numbers are its own', async it => {
  using repo = await aRepository()
  await repo.squash('feat: add stickers', { number: 1, files: { 'src/a.ts': 'a\n' } })
  await importAs(it, repo, 'https://github.com/acme/app')
  await repo.squash('feat: add polls', { number: 2, files: { 'src/b.ts': 'b\n' } })
  const fork = await importAs(it, repo, 'https://github.com/acme/fork')
  assert.equal(fork.recorded, 1)
  await repo.git('update-ref', 'refs/heads/main', 'main~1')
  using own = await aRepository()
  await own.squash('feat: add stickers', { number: 1, files: { 'src/a.ts': 'a\n' } })
  await own.squash('feat: add a dark theme', { number: 2, files: { 'src/c.ts': 'c\n' } })
  const upstream = await importAs(it, own, 'https://github.com/acme/app')
  assert.equal(upstream.recorded, 1)
})
