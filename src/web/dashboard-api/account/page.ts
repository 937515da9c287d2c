import { Hono } from 'hono'
import { z } from 'zod'
import type { Account } from '#accounts/account.ts'
import { storeImage } from '#changelog/entries/images/images.ts'
import { pictureFrom } from '#changelog/entries/images/picture.ts'
import { pageAddress } from '#changelog/feeds/address.ts'
import { hostProof, proveHost } from '#changelog/page/hosts.ts'
import { changePage, type PageChange, pageSettings } from '#changelog/page/settings.ts'
import type { WebContext } from '#web/context.ts'
import { jsonBody } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize } from '../authorize.ts'

const text = z.string().max(500).nullable()
const inputSchema = z
  .object({
    isOn: z.boolean(),
    name: text,
    host: text,
    title: text,
    intro: text,
    logo: text,
    accent: text,
    homeUrl: text,
    isListed: z.boolean(),
    showsPullRequests: z.boolean(),
  })
  .partial()

/** Settings of the hosted changelog page. All members see them; owners change them. A logo is uploaded as the body of a request. */
export function page(web: WebContext) {
  const { db, hostRules } = web
  /** The host is the one that is wanted; `hostProof` says what it waits for. */
  const shown = async ({ id, publicId }: Pick<Account, 'id' | 'publicId'>) => {
    const { claimedHost, ...settings } = await pageSettings(db.read, id)
    return {
      ...settings,
      host: claimedHost ?? settings.host,
      hostProof: await hostProof(db.read, id),
      address: settings.isOn ? pageAddress(web.baseUrl, { publicId, ...settings }) : null,
    }
  }
  return new Hono<SessionEnv>()
    .get('/accounts/:account/page', async c => {
      const { membership } = await authorize(web, c, 'viewer')
      return c.json(await shown(membership.account))
    })
    .put('/accounts/:account/page/logo', async c => {
      const { membership, accountId, action } = await authorize(web, c, 'owner')
      const picture = await pictureFrom(new Uint8Array(await c.req.arrayBuffer()), accountId)
      await db.write(async tx => {
        const logo = await storeImage(tx, action, accountId, picture)
        return changePage(tx, { ...action, hostRules }, accountId, { logo })
      })
      return c.json(await shown(membership.account))
    })
    .post('/accounts/:account/page/host', async c => {
      const { membership, accountId, action } = await authorize(web, c, 'owner')
      await proveHost(db, { ...action, hostRules, txtRecords: web.txtRecords }, accountId)
      return c.json(await shown(membership.account))
    })
    .patch('/accounts/:account/page', jsonBody(inputSchema), async c => {
      const { membership, accountId, action } = await authorize(web, c, 'owner')
      const input = c.req.valid('json') as PageChange
      await db.write(tx => changePage(tx, { ...action, hostRules }, accountId, input))
      return c.json(await shown(membership.account))
    })
}
