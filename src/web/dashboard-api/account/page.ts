import { Hono } from 'hono'
import { z } from 'zod'
import type { Account } from '#accounts/account.ts'
import { storeImage } from '#changelog/entries/images/images.ts'
import { pictureFrom } from '#changelog/entries/images/picture.ts'
import { pageAddress } from '#changelog/feeds/address.ts'
import { hostProof, proveHost } from '#changelog/page/address/hosts.ts'
import { framedDocument } from '#changelog/page/page.ts'
import { type PreviewedSettings, previewedPage } from '#changelog/page/preview.ts'
import { changePage, type PageChange, pageSettings } from '#changelog/page/settings.ts'
import type { WebContext } from '#web/context.ts'
import { pathPrefix } from '#web/html-pages.ts'
import { jsonBody, queryParameters } from '#web/request-bodies.ts'
import { pagePolicy } from '#web/response-headers.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { fontAddresses } from '#web/site/page-responses.ts'
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

/** What the form shows, as the query of an address; an empty text clears. */
const draftSchema = z
  .object({
    ...{ title: z.string(), intro: z.string(), accent: z.string(), homeUrl: z.string() },
    showsPullRequests: z.stringbool(),
  })
  .partial()

/** The page with settings that are not saved, as its readers would see it. The dashboard shows it in a frame; nobody else can. */
async function previewOf({ db, baseUrl }: WebContext, accountId: string, draft: PreviewedSettings) {
  const page = await previewedPage(db.read, accountId, draft)
  const prefix = pathPrefix(baseUrl)
  const root = pageAddress(baseUrl, page.identity)
  return framedDocument({
    db,
    page,
    baseUrl,
    root,
    siteRoot: root,
    prefix,
    isCapability: page.settings.name === null && page.settings.host === null,
    fonts: await fontAddresses(prefix),
  })
}

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
    .get('/accounts/:account/page/preview', queryParameters(draftSchema), async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      const { html, styleSource } = await previewOf(web, accountId, c.req.valid('query'))
      return c.html(html, 200, {
        'Cache-Control': 'no-store',
        'Content-Security-Policy': pagePolicy({ style: styleSource, frameAncestors: "'self'" }),
        'Referrer-Policy': 'no-referrer',
      })
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
