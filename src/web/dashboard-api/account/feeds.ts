import { Hono } from 'hono'
import { z } from 'zod'
import {
  type Account,
  accountById,
  rotateAddress,
  setAllowedOrigins,
  setHidesPrivatePulls,
} from '#accounts/account.ts'
import { listSets } from '#accounts/sets.ts'
import { feedAddresses } from '#changelog/feeds/address.ts'
import { languagesOf } from '#changelog/translations/translations.ts'
import type { Reader } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import type { WebContext } from '#web/context.ts'
import { jsonBody } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize } from '../authorize.ts'

/** Null: any origin. */
const origins = z.object({ origins: z.array(z.string().max(500)).max(100).nullable() })
const links = z.object({ hidesPrivatePulls: z.boolean() })
const typedName = z.object({ name: z.string().max(1_000) })

/** The addresses of the feeds, who may read them from a browser, and what they link to. All members see them; owners change them. */
export function feeds(web: WebContext) {
  const { db, clock, dashboard } = web
  return new Hono<SessionEnv>()
    .get('/accounts/:account/feeds', async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      return c.json(await shown(db.read, web.baseUrl, await accountById(db.read, accountId)))
    })
    .put('/accounts/:account/feeds/origins', jsonBody(origins), async c => {
      const { accountId, action } = await authorize(web, c, 'owner')
      const account = await db.write(async tx => {
        const before = await accountById(tx, accountId)
        const { origins } = c.req.valid('json')
        return setAllowedOrigins(tx, clock, dashboard.ids, before, origins, action.actor)
      })
      return c.json(await shown(db.read, web.baseUrl, account))
    })
    .put('/accounts/:account/feeds/links', jsonBody(links), async c => {
      const { accountId, action } = await authorize(web, c, 'owner')
      const { hidesPrivatePulls } = c.req.valid('json')
      const account = await db.write(async tx =>
        setHidesPrivatePulls(tx, action, await accountById(tx, accountId), hidesPrivatePulls),
      )
      return c.json(await shown(db.read, web.baseUrl, account))
    })
    .post('/accounts/:account/feeds/rotate', jsonBody(typedName), async c => {
      const { accountId, action } = await authorize(web, c, 'owner')
      const account = await db.write(async tx => {
        const before = await accountById(tx, accountId)
        requireName(before, c.req.valid('json').name)
        return rotateAddress(tx, clock, dashboard.ids, before, action.actor)
      })
      return c.json(await shown(db.read, web.baseUrl, account))
    })
}

/** All subscribers lose the feed, so the owner types the account's name first. */
function requireName({ name }: Account, typed: string): void {
  if (typed.trim() === name) return
  const accepts = `“${name}”`
  throw new AppError('invalid_parameter', `Type the account's name, ${accepts}, to replace its addresses.`, {
    parameters: [{ name: 'name', got: '', accepts }],
  })
}

async function shown(db: Reader, baseUrl: string, account: Account) {
  const sets = await listSets(db, account.id)
  return {
    accountId: account.publicId,
    origins: account.allowedOrigins,
    hidesPrivatePulls: account.hidesPrivatePulls,
    all: feedAddresses(baseUrl, account),
    translations: (await languagesOf(db, account.id)).map(language => ({
      language,
      ...feedAddresses(baseUrl, account, undefined, language),
    })),
    sets: sets.map(({ id, name }) => ({ id, name, ...feedAddresses(baseUrl, account, id) })),
  }
}
