import { Hono } from 'hono'
import { z } from 'zod'
import type { Account } from '#accounts/account.ts'
import { storeImage } from '#changelog/entries/images/images.ts'
import { pictureFrom } from '#changelog/entries/images/picture.ts'
import { pageAddress } from '#changelog/feeds/address.ts'
import { changePage, type PageSettings, pageSettings } from '#changelog/page/settings.ts'
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
  const shown = (account: Pick<Account, 'publicId'>, settings: PageSettings) => ({
    ...settings,
    address: settings.isOn ? pageAddress(web.baseUrl, { publicId: account.publicId, ...settings }) : null,
  })
  return new Hono<SessionEnv>()
    .get('/accounts/:account/page', async c => {
      const { membership, accountId } = await authorize(web, c, 'viewer')
      return c.json(shown(membership.account, await pageSettings(web.db.read, accountId)))
    })
    .put('/accounts/:account/page/logo', async c => {
      const { membership, accountId, action } = await authorize(web, c, 'owner')
      const picture = await pictureFrom(new Uint8Array(await c.req.arrayBuffer()), accountId)
      const after = await web.db.write(async tx => {
        const logo = await storeImage(tx, action, accountId, picture)
        return changePage(tx, action, accountId, { logo })
      })
      return c.json(shown(membership.account, after))
    })
    .patch('/accounts/:account/page', jsonBody(inputSchema), async c => {
      const { membership, accountId, action } = await authorize(web, c, 'owner')
      const input = c.req.valid('json') as Partial<PageSettings>
      return c.json(
        shown(membership.account, await web.db.write(tx => changePage(tx, action, accountId, input))),
      )
    })
}
