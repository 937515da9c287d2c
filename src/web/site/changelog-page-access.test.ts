import assert from 'node:assert/strict'
import { rotateAddress } from '#accounts/account.ts'
import { changePage } from '#changelog/page/settings.ts'
import { systemClock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { randomIds } from '#platform/ids.ts'
import { aChangelog, type Changelog } from '#testing/changelog.ts'
import { PAGE_CONTEXT, proveItsHost, type TestServer, withServer } from '#testing/served.ts'

interface Address {
  path: string
  /** The host name that is requested. */
  host: string
}

/** An account whose page is on, with one entry of its own and one of a set. */
interface Team {
  changelog: Changelog
  setId: string
  entryId: string
  /** The page by account id, by public name and by host name. */
  roots: Address[]
}

const OURS = 'changelog.example.com'

async function aTeam(db: Database, name: string): Promise<Team> {
  const changelog = await aChangelog(db, name)
  const host = `changelog.${name}.test`
  await db.write(tx => changePage(tx, PAGE_CONTEXT, changelog.account.id, { isOn: true, name, host }))
  await proveItsHost(db, changelog.account)
  const setId = await changelog.addSet('Mobile')
  const entryId = await changelog.publish({ title: `The secret of ${name}`, setId })
  const roots = [
    { path: `/c/${changelog.account.publicId}`, host: OURS },
    { path: `/c/${name}`, host: OURS },
    { path: '', host },
  ]
  return { changelog, setId, entryId, roots }
}

/** The addresses below a root, one of every kind. */
const pagesBelow = (root: Address, { setId, entryId }: Pick<Team, 'setId' | 'entryId'>): Address[] =>
  ['', `/${setId}`, ...entryPages(entryId)].map(path => ({ ...root, path: root.path + path || '/' }))

const entryPages = (entryId: string): string[] => [`/e/x-${entryId}`, `/e/${entryId}.png`]

/** The parts of a response that a stranger can see. */
async function answer({ ask }: TestServer, { path, host }: Address) {
  const { status, text, headers } = await ask(path, { headers: { Host: host } })
  const { date: _date, 'x-request-id': _id, ...others } = headers
  return { status, text, headers: others }
}

const unknown = (server: TestServer) => answer(server, { path: `/c/${randomIds.next()}`, host: OURS })

withServer('the ids of another account lead nowhere on a page', async (server, db) => {
  const [acme, rival] = [await aTeam(db, 'acme'), await aTeam(db, 'rival')]
  for (const root of rival.roots) {
    const unknownBelow = pagesBelow(root, { setId: randomIds.next(), entryId: randomIds.next() })
    for (const [at, page] of pagesBelow(root, acme).entries()) {
      if (at === 0) continue
      const nothing = await answer(server, unknownBelow[at] ?? page)
      assert.equal(nothing.status, 404)
      assert.deepEqual(await answer(server, page), nothing, JSON.stringify(page))
    }
    const { text } = await answer(server, { ...root, path: root.path || '/' })
    assert.ok(text.includes('The secret of rival') && !text.includes('acme'))
  }
})

withServer('a page that is off cannot be told from one that never was', async (server, db) => {
  const acme = await aTeam(db, 'acme')
  await db.write(tx => changePage(tx, PAGE_CONTEXT, acme.changelog.account.id, { isOn: false }))
  const nothing = await unknown(server)
  for (const root of acme.roots.slice(0, 2))
    for (const page of [...pagesBelow(root, acme), { ...root, path: `${root.path}/feed` }])
      assert.deepEqual(await answer(server, page), nothing, JSON.stringify(page))
  for (const page of pagesBelow({ path: '', host: 'changelog.acme.test' }, acme))
    assert.deepEqual(
      await answer(server, page),
      await answer(server, { ...page, host: 'nobody.test' }),
      JSON.stringify(page),
    )
})

withServer('a rotated account id leads nowhere, name and host stay', async (server, db) => {
  const acme = await aTeam(db, 'acme')
  const { account } = acme.changelog
  await db.write(tx => rotateAddress(tx, { clock: systemClock, ids: randomIds, actor: 'ann' }, account))
  const [byId, ...others] = acme.roots
  assert.ok(byId)
  const nothing = await unknown(server)
  for (const page of pagesBelow(byId, acme)) assert.deepEqual(await answer(server, page), nothing)
  for (const root of others) {
    for (const page of pagesBelow(root, acme)) {
      const { status, text } = await answer(server, page)
      assert.ok([200, 301].includes(status), `${status} ${JSON.stringify(page)}`)
      assert.ok(!text.includes(account.publicId))
    }
  }
})

withServer('a withdrawn entry is gone from every page, picture and feed', async (server, db) => {
  const [acme, rival] = [await aTeam(db, 'acme'), await aTeam(db, 'rival')]
  await acme.changelog.withdraw(acme.entryId)
  const nothing = await unknown(server)
  for (const root of rival.roots) {
    const unknownPages = entryPages(randomIds.next())
    for (const [at, path] of entryPages(acme.entryId).entries())
      assert.deepEqual(
        await answer(server, { ...root, path: root.path + path }),
        await answer(server, { ...root, path: root.path + unknownPages[at] }),
      )
  }
  for (const root of acme.roots) {
    const [permalink = '', picture = ''] = entryPages(acme.entryId)
    const gone = await answer(server, { ...root, path: root.path + permalink })
    assert.equal(gone.status, 410)
    assert.deepEqual(await answer(server, { ...root, path: root.path + picture }), nothing)
    const shown = ['', `/${acme.setId}`, ...(root === acme.roots[0] ? [] : ['/feed', '/feed.json'])]
    for (const path of shown) {
      const { status, text } = await answer(server, { ...root, path: root.path + path || '/' })
      assert.equal(status, 200, root.path + path)
      assert.ok(!text.includes('The secret'))
    }
    assert.ok(!gone.text.includes('The secret'))
  }
})

withServer('typefaces are the same files for everybody, under every host name', async (server, db) => {
  const acme = await aTeam(db, 'acme')
  for (const root of acme.roots) {
    const { text } = await answer(server, { ...root, path: root.path || '/' })
    const fonts = [...text.matchAll(/url\("(\/assets\/[^"]+)"\)/g)].map(match => match[1] ?? '')
    assert.equal(fonts.length, 2)
    for (const path of fonts) assert.equal((await answer(server, { ...root, path })).status, 200, path)
  }
})
