import { Hono } from 'hono'
import { accountById } from '#accounts/account.ts'
import { listSets } from '#accounts/sets.ts'
import { feedAddresses } from '#changelog/feeds/address.ts'
import { languagesOf } from '#changelog/translations/translations.ts'
import type { WebContext } from '#web/context.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize } from '../authorize.ts'

/**
 * The route of the feed settings: addresses, the origins that may read them, and which pull requests they link to. All members see them.
 */
export function feeds(web: WebContext) {
  const { db, baseUrl } = web
  return new Hono<SessionEnv>().get('/accounts/:account/feeds', async c => {
    const { accountId } = await authorize(web, c, 'viewer')
    const account = await accountById(db.read, accountId)
    const sets = await listSets(db.read, accountId)
    return c.json({
      accountId: account.publicId,
      origins: account.allowedOrigins,
      hidesPrivatePulls: account.hidesPrivatePulls,
      all: feedAddresses(baseUrl, account),
      translations: (await languagesOf(db.read, accountId)).map(language => ({
        language,
        ...feedAddresses(baseUrl, account, undefined, language),
      })),
      sets: sets.map(({ id, name }) => ({ id, name, ...feedAddresses(baseUrl, account, id) })),
    })
  })
}
