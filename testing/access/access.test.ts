import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { inspectRoutes } from 'hono/dev'
import { sql } from 'kysely'
import { isAtLeast, ROLES, type Role } from '#accounts/roles.ts'
import { createFeedCheck } from '#changelog/feeds/feed-check.ts'
import { answersFromMemory, createApp } from '#web/app.ts'
import { ENGINES } from '../databases.ts'
import { aQueryLog } from '../query-log.ts'
import { aService, type TestService } from '../service.ts'
import { ACTION_ROUTE, actionRoutes } from './actions.ts'
import { belongsToOtherAccount } from './other-account.ts'
import { HOW_TO_ADD, OTHER_ACCOUNT_IDS } from './path-ids.ts'
import {
  bearer,
  type Callers,
  createCallers,
  paramsIn,
  type RouteRequest,
  requestRoute,
  signedInBy,
} from './requests.ts'
import { ROUTES as OTHER_ROUTES } from './routes.ts'
import type { Access, RouteRule } from './rule.ts'

const ACTION_ROUTES = await actionRoutes()
/** The rules of all routes. The last route ends the session that asks, so the actions come first. */
const ROUTES: Record<string, RouteRule> = { ...ACTION_ROUTES, ...OTHER_ROUTES }

const routesOf = (it: TestService): Set<string> =>
  new Set(
    inspectRoutes(createApp(it.parts, createFeedCheck(it.service.db), answersFromMemory(it.parts)))
      .filter(route => !route.isMiddleware)
      .map(({ method, path }) => `${method} ${path}`)
      .flatMap(route => (route === ACTION_ROUTE ? Object.keys(ACTION_ROUTES) : [route])),
  )

const isRole = (access: Access): access is Role => ROLES.some(role => role === access)
const linesFor = (wanted: (access: Access) => boolean): [string, RouteRule][] =>
  Object.entries(ROUTES).filter(([, { access }]) => wanted(access))

const withoutUse = (key: string, value: unknown) => (key === 'last_used_at' ? undefined : value)

/** All rows of the neighbour, without the sign-in links and the time when a token was last used. */
async function rowsOfNeighbour({ service: { db } }: TestService): Promise<string[]> {
  const tables = (await db.read.introspection.getTables()).map(({ name }) => name)
  const rows: string[] = []
  for (const name of tables) {
    const found = await sql<{ purpose?: string }>`select * from ${sql.table(name)}`.execute(db.read)
    const kept = found.rows.filter(({ purpose }) => purpose !== 'sign-in link')
    rows.push(...kept.map(row => `${name} ${JSON.stringify(row, withoutUse)}`).filter(belongsToOtherAccount))
  }
  return rows.toSorted()
}

for (const engine of ENGINES) {
  describe(`access control (${engine})`, () => {
    const log = aQueryLog()
    let it: TestService
    let cast: Callers
    let theirRows: string[] = []

    before(async () => {
      it = await aService(engine, {}, { watched: log.over })
      cast = await createCallers(it)
    })
    after(() => it.close())

    /** Fails if a row of the neighbour was read since the last look at the log. */
    const readNothing = (of: string) => assert.deepEqual(log.take().filter(belongsToOtherAccount), [], of)

    const asking = (route: string, line: RouteRule, account?: string): RouteRequest => ({
      route,
      line,
      otherAccount: cast.otherAccount,
      ...(account !== undefined && { account }),
    })

    /** Requests a route, and fails unless the status is expected and no row of the neighbour was read without permission. */
    async function gives(
      statuses: number | ((status: number) => boolean),
      who: string,
      it: RouteRequest,
      visitor = cast.anonymous,
      headers: Record<string, string> = {},
    ) {
      log.take()
      const { status } = await requestRoute(visitor, it, headers)
      const about = `${who} asks ${it.route} and is answered ${status}`
      assert.ok(typeof statuses === 'number' ? status === statuses : statuses(status), about)
      if (it.line.reads === undefined) readNothing(about)
    }

    test('every route declares who may use it', () => {
      const served = routesOf(it)
      const unlisted = [...served].filter(route => !ROUTES[route])
      assert.deepEqual(unlisted, [], HOW_TO_ADD)
      const gone = Object.keys(ROUTES).filter(route => !served.has(route))
      assert.deepEqual(gone, [], 'These lines of testing/access/routes.ts are of no route.')
      const unknown = Object.keys(ROUTES).flatMap(route =>
        paramsIn(route).filter(name => !OTHER_ACCOUNT_IDS[name]),
      )
      assert.deepEqual(unknown, [], HOW_TO_ADD)
    })

    test('a read of the other account is visible in the query log', async () => {
      const theirs = await signedInBy(it, cast.otherAccount.link)
      theirRows = await rowsOfNeighbour(it)
      assert.ok(theirRows.length > 20)
      log.take()
      const [route, line] = [
        'GET /app/api/accounts/:account/members',
        ROUTES['GET /app/api/accounts/:account/members'],
      ]
      assert.ok(line)
      assert.equal((await requestRoute(theirs, asking(route, line))).status, 200)
      assert.ok(log.take().some(belongsToOtherAccount))
    })

    test('a public route needs no credentials and reveals nothing about an account', async () => {
      const open = (status: number) => status !== 401 && status !== 403 && status !== 500
      for (const [route, line] of linesFor(access => access === 'anybody')) {
        await gives(open, 'nobody', asking(route, line))
        await gives(open, 'an owner', asking(route, line), cast.members.owner)
        await gives(open, 'a program', asking(route, line), cast.anonymous, bearer(cast.tokens.api))
      }
    })

    test('an unknown secret is refused', async () => {
      for (const [route, line] of linesFor(access => access === 'holder'))
        await gives(status => status < 500, 'nobody', asking(route, line))
    })

    test('a callback without its signature is refused', async () => {
      for (const [route, line] of linesFor(access => access === 'provider'))
        for (const visitor of [cast.anonymous, cast.members.owner])
          await gives(401, 'somebody without proof', asking(route, line), visitor)
    })

    test('a client needs a valid token for this interface with its scope', async () => {
      for (const audience of ['api', 'mcp'] as const) {
        const { tokens, otherAccount, members } = cast
        const other = audience === 'api' ? tokens.mcp : tokens.api
        let hasReadTheirs = false
        for (const [route, line] of linesFor(access => access === audience)) {
          const it = asking(route, line)
          await gives(401, 'nobody', it)
          await gives(401, 'an owner', it, members.owner)
          for (const token of [tokens.expired, tokens.revoked, other, 'tid_nonsense'])
            await gives(401, 'a program with no such token', it, cast.anonymous, bearer(token))
          await gives(200, 'a program', it, cast.anonymous, bearer(tokens[audience]))
          const theirs = audience === 'api' ? otherAccount.text : otherAccount.mcpText
          assert.equal((await requestRoute(cast.anonymous, it, bearer(theirs))).status, 200)
          // A request that was made before may be answered without reading anything.
          hasReadTheirs ||= log
            .take()
            .some(row => belongsToOtherAccount(row) && row.includes('export reports'))
        }
        assert.ok(hasReadTheirs)
      }
      for (const [route, line] of linesFor(access => access === 'api'))
        await gives(
          403,
          'a program without the scope',
          asking(route, line),
          cast.anonymous,
          bearer(cast.tokens.withoutScope),
        )
    })

    test('no filter or cursor gives highlights of another account', async () => {
      const path = '/api/v1/highlights'
      const theirs = await cast.anonymous.send(
        'GET',
        `${path}?limit=1`,
        undefined,
        bearer(cast.otherAccount.text),
      )
      assert.equal(theirs.json.highlights.length, 1)
      const cursor = encodeURIComponent(theirs.json.next_cursor)
      log.take()
      const own = (query: string) =>
        cast.anonymous.send('GET', `${path}?${query}`, undefined, bearer(cast.tokens.api))
      assert.deepEqual((await own('repo=neighbour/app')).json.highlights, [])
      assert.equal((await own(`cursor=${cursor}`)).status, 400)
      readNothing('a program with the neighbour’s filters')
    })

    test('no feed of one account gives a set of another', async () => {
      log.take()
      for (const end of ['', '.json']) {
        const mixed = `/changelog/${it.account.publicId}/${cast.otherAccount.set.id}${end}`
        assert.equal((await cast.anonymous.get(mixed)).status, 404)
      }
      readNothing('a reader who mixes addresses')
    })

    test('a route with a session refuses a missing or ended one', async () => {
      for (const [route, line] of linesFor(access => access === 'person' || isRole(access))) {
        const it = asking(route, line)
        await gives(401, 'nobody', it)
        for (const visitor of cast.signedOut)
          await gives(401, 'whoever is signed in no longer, or not yet', it, visitor)
        for (const token of [cast.tokens.api, cast.tokens.mcp])
          await gives(401, 'a program', it, cast.anonymous, bearer(token))
      }
    })

    test('an owner gets 404 for ids of another account, and nothing is read', async () => {
      for (const [route, line] of linesFor(isRole)) {
        const { owner } = cast.members
        await gives(404, 'another account’s owner', asking(route, line), owner)
        if (paramsIn(route).length > 1 || typeof line.body === 'function')
          await gives(
            404,
            'an owner with ids of another account',
            asking(route, line, it.account.publicId),
            owner,
          )
      }
    })

    test('each route admits its role and refuses lower ones', async () => {
      for (const [route, line] of linesFor(isRole)) {
        const own = asking(route, line, it.account.publicId)
        for (const role of ROLES) {
          const may = isRole(line.access) && isAtLeast(role, line.access)
          const expected = may ? (status: number) => ![401, 403, 500].includes(status) : 403
          await gives(expected, `a ${role}`, own, cast.members[role])
        }
      }
    })

    test('a signed-in person sees their own data', async () => {
      for (const [route, line] of linesFor(access => access === 'person'))
        await gives(
          line.answer ?? (status => status < 300),
          'a viewer',
          asking(route, line),
          cast.members.viewer,
        )
    })

    test('the data of the other account is unchanged at the end', async () => {
      assert.deepEqual(await rowsOfNeighbour(it), theirRows)
    })
  })
}
