import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { accountById, setHidesPrivatePulls } from '#accounts/account.ts'
import { feedFormats } from '#app/registry.ts'
import { entryById } from '#changelog/entries/store.ts'
import { pullLinks, withoutHidden } from '#changelog/feeds/pull-links.ts'
import { headlineOf } from '#changelog/page/cards/cards.ts'
import { changePage, type PageSettings } from '#changelog/page/settings.ts'
import { wordsFor } from '#changelog/words/words.ts'
import { EXPORTS } from '#pipeline/export/export.ts'
import { systemClock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { cardOf, linkOf, publicWords } from '#social/texts/link.ts'
import { aChangelog, type Changelog } from '#testing/changelog.ts'
import { BASE_URL, PAGE_CONTEXT, type TestServer, withServer } from '#testing/served.ts'

const SECRET = 'acme-secret/private-app'
const address = (number: number) => `https://github.com/${SECRET}/pull/${number}`

const BODY = `Sum them up.

- Charts ([#1](${address(1)}), [#2](${address(2)}))
- Told in [the request](${address(2)}) and at ${address(1)}.
- [Guide](https://acme.test/guide)`

/** The other ways to write where a repository is. */
const ELSEWHERE = `- Clone git@github.com:${SECRET}.git, ssh://git@github.com/${SECRET}.git or https://github.com/${SECRET}.git.
- See github.com/${SECRET}/pull/4, **www.github.com/${SECRET}** and https://www.github.com/${SECRET}/wiki.
- [API](https://api.github.com/repos/${SECRET}/pulls/4), https://raw.githubusercontent.com/${SECRET}/main/a.md,
  https://github.com/${SECRET.replace('private', '%70rivate')}/pull/4.
- Read example.com/guide: it and/or acme.test/faq tell more.`

/** An account with a page named acme, whose only entry comes from a private repository and mentions it wherever it can. */
async function aSecretiveTeam(db: Database, page: Partial<PageSettings> = {}): Promise<Changelog> {
  const changelog = await aChangelog(db)
  await db.write(tx => tx.updateTable('repository').set({ name: SECRET }).execute())
  await changelog.publish({ title: 'New charts', body: BODY, urls: [address(1), address(2)] })
  await changelog.publish({ title: 'New maps', urls: [address(3)] })
  await db.write(tx =>
    changePage(tx, PAGE_CONTEXT, changelog.account.id, { isOn: true, name: 'acme', ...page }),
  )
  return changelog
}

const hideInFeeds = async (db: Database, { account }: Changelog, hides = true): Promise<void> => {
  await db.write(async tx => setHidesPrivatePulls(tx, PAGE_CONTEXT, await accountById(tx, account.id), hides))
}

const read = async ({ ask }: TestServer, paths: string[]): Promise<string> =>
  (await Promise.all(paths.map(path => ask(path)))).map(({ text }) => text).join('\n')

const PAGE_FEEDS = ['/c/acme/feed', '/c/acme/feed.json']

withServer('the feeds of a page never name a private repository', async (server, db) => {
  for (const showsPullRequests of [false, true]) {
    await db.write(tx => tx.deleteFrom('changelog_page').execute())
    const changelog = await aSecretiveTeam(db, { showsPullRequests, name: `acme-${showsPullRequests}` })
    await changelog.publish({ title: 'New roads', body: ELSEWHERE, urls: [address(5)] })
    const paths = PAGE_FEEDS.map(path => path.replace('acme', `acme-${showsPullRequests}`))
    const text = await read(server, ['/c/acme', ...paths])
    assert.match(text, /New charts/)
    assert.match(text, /acme\.test\/guide/)
    assert.match(text, /Read example\.com\/guide: it and\/or acme\.test\/faq tell more\./)
    assert.doesNotMatch(text, /acme-secret|private-app|%70rivate/)
  }
})

withServer(
  'a private repository that was renamed is not named by its old name either',
  async (server, db) => {
    const changelog = await aSecretiveTeam(db)
    await changelog.publish({ title: 'New roads', body: ELSEWHERE, urls: [address(5)] })
    await db.write(tx => tx.updateTable('repository').set({ name: 'acme/renamed' }).execute())
    await db.write(tx => changePage(tx, PAGE_CONTEXT, changelog.account.id, { intro: 'What changed.' }))
    const text = await read(server, ['/c/acme', ...PAGE_FEEDS])
    assert.match(text, /What changed[\s\S]+New roads/)
    assert.doesNotMatch(text, /acme-secret|private-app|%70rivate/)
  },
)

withServer('titles never name a private repository, wherever they are shown', async (server, db) => {
  const changelog = await aSecretiveTeam(db)
  const title = `Roads, see ${address(5)} or github.com/${SECRET}`
  const id = await changelog.publish({ title, urls: [address(5)] })
  await changelog.publish({ title: 'New ferries', urls: [address(6)] })
  const lists = ['/c/acme', '/c/acme/sitemap.xml', '/c/acme/feed', '/c/acme/feed.json']
  const entries = [...(await read(server, lists)).matchAll(/\/c\/acme(\/e\/[\w-]+)/g)].map(([, path]) => path)
  const permalinks = [...new Set(entries)].flatMap(path => [`/c/acme${path}`, `/c/acme${path}.md`])
  assert.ok(permalinks.includes(`/c/acme/e/roads-see-or-${id}`), permalinks.join())
  const text = await read(server, [...lists, ...permalinks])
  assert.match(text, />Roads, see or</)
  const entry = await entryById(db.read, id)
  const words = await publicWords(db.read, entry)
  const link = await linkOf(db.read, BASE_URL, entry)
  const card = await headlineOf(db.read, entry, wordsFor('en'))
  const posted = JSON.stringify([words, link, card, await cardOf(words, link ?? '')])
  assert.doesNotMatch(text + posted, /acme-secret|private-app/)
})

withServer('the feeds of a page link to pull requests as the page does', async (server, db) => {
  const changelog = await aSecretiveTeam(db)
  await db.write(tx => tx.updateTable('repository').set({ is_public: 1 }).execute())
  await db.write(tx => changePage(tx, PAGE_CONTEXT, changelog.account.id, { title: 'News' }))
  assert.doesNotMatch(await read(server, PAGE_FEEDS), /private-app/, 'the page shows no pull requests')
  await db.write(tx => changePage(tx, PAGE_CONTEXT, changelog.account.id, { showsPullRequests: true }))
  const { items } = JSON.parse((await server.ask('/c/acme/feed.json')).text)
  assert.deepEqual(items.map((item: { external_url: string }) => item.external_url).toSorted(), [
    address(1),
    address(3),
  ])
})

withServer(
  'an owner may leave private repositories out of the other feeds and the exports',
  async (server, db) => {
    const changelog = await aSecretiveTeam(db, { isOn: false })
    const setId = await changelog.addSet('Mobile')
    await changelog.publish({ title: 'On telephones', setId, urls: [address(4)] })
    const root = `/changelog/${changelog.account.publicId}`
    const feeds = [root, `${root}.json`, `${root}/${setId}`, `${root}/${setId}.json`]
    const before = await server.ask(root)
    assert.match(await read(server, feeds), /private-app\/pull\/4/, 'as long as nobody decided otherwise')
    await hideInFeeds(db, changelog)
    const after = await server.ask(root, { headers: { 'If-None-Match': String(before.headers.etag) } })
    assert.equal(after.status, 200, 'the feed changed')
    const text = (await read(server, feeds)) + (await exportsOf(db, changelog))
    assert.match(text, /On telephones/)
    assert.doesNotMatch(text, /acme-secret|private-app/)
    await db.write(tx => tx.updateTable('repository').set({ is_public: 1 }).execute())
    assert.match(await exportsOf(db, changelog), /private-app\/pull\/4/, 'it is public now')
  },
)

async function exportsOf(db: Database, { account }: Changelog): Promise<string> {
  const parts = { db: db.read, clock: systemClock, baseUrl: BASE_URL, feedFormats }
  let text = ''
  for (const name of ['markdown', 'atom', 'jsonfeed'] as const)
    for await (const piece of EXPORTS[name].write(parts, await accountById(db.read, account.id)))
      text += piece
  return text
}

withServer(
  'the original page of an imported entry is left out where it is in a private repository',
  async ({ ask }, db) => {
    const changelog = await aSecretiveTeam(db)
    const page = `https://github.com/${SECRET}/releases/tag/v1`
    await db.write(tx => sql`update entry set page = ${page}, primary_pull_request_id = null`.execute(tx))
    await db.write(tx => tx.deleteFrom('entry_pull_request').execute())
    await hideInFeeds(db, changelog)
    assert.ok(!(await ask(`/changelog/${changelog.account.publicId}.json`)).text.includes('private-app'))
  },
)

test('addresses are recognised however they are written, and only those of hidden repositories', () => {
  const isHidden = (text: string) => text.toLowerCase().startsWith(`https://github.com/${SECRET}`)
  const shown = (text: string) => withoutHidden(text, { isHidden })
  const url = `https://github.com/${SECRET}`
  assert.equal(shown(`See ${url}.`), 'See .')
  assert.equal(shown(`See <${url}/issues/4?a=b&c=d>, \`${url}\``), 'See <>, ``')
  assert.equal(shown(`Both ([#1](${url}/pull/1)) and [more](${url}/wiki)`), 'Both and more')
  assert.equal(shown('A ([#1](https://acme.test/1))'), 'A ([#1](https://acme.test/1))')
  assert.equal(shown(`A ([#1](https://acme.test/1), [#2](${url}))`), 'A ([#1](https://acme.test/1), #2)')
})

withServer('a repository is told from another whose name begins alike', async (_, db) => {
  const { account } = await aSecretiveTeam(db)
  const { isHidden } = await pullLinks(db.read, account.id, [], 'public')
  for (const path of ['', '/', '/pull/1', '/wiki#top', '?tab=code'])
    assert.ok(isHidden(`https://github.com/${SECRET}${path}`), path)
  assert.ok(isHidden(`http://GitHub.com/${SECRET.toUpperCase()}/pull/1`))
  for (const other of [`${SECRET}-docs`, 'acme-secret', 'acme-secret/other'])
    assert.ok(!isHidden(`https://github.com/${other}`), other)
})
