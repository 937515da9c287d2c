import { Hono } from 'hono'
import { z } from 'zod'
import { type Account, accountById } from '#accounts/account.ts'
import { page as changePage } from '#actions/accounts/account-page.ts'
import { perform } from '#actions/action.ts'
import { pageAddress } from '#changelog/feeds/address.ts'
import { hostProof } from '#changelog/page/address/hosts.ts'
import { framedDocument } from '#changelog/page/page.ts'
import { type PreviewedSettings, previewedPage } from '#changelog/page/preview.ts'
import { pageSettings } from '#changelog/page/settings.ts'
import { languagesOf } from '#changelog/translations/translations.ts'
import type { WebContext } from '#web/context.ts'
import { pathPrefix } from '#web/html-pages.ts'
import { queryParameters } from '#web/request-bodies.ts'
import { pagePolicy } from '#web/response-headers.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { fontAddresses } from '#web/site/page-responses.ts'
import { actingIn } from '../actions.ts'
import { authorize } from '../authorize.ts'

/** The values of the form as query parameters; an empty text clears a setting. */
const draftSchema = z
  .object({
    ...{ title: z.string(), intro: z.string(), accent: z.string(), homeUrl: z.string(), into: z.string() },
    showsPullRequests: z.stringbool(),
  })
  .partial()

/** The page with settings that are not saved yet, as its readers would see it. Only the dashboard can show it, in a frame. */
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

/** Routes of the hosted changelog page's settings, which all members see. Owners upload a logo as the body of a request. */
export function page(web: WebContext) {
  const { db } = web
  /** The page's settings as the dashboard shows them: `host` is the wanted host, `hostProof` what it still needs. */
  const shown = async ({ id, publicId }: Pick<Account, 'id' | 'publicId'>) => {
    const { claimedHost, translations, ...settings } = await pageSettings(db.read, id)
    const languages = await languagesOf(db.read, id)
    return {
      ...settings,
      language: (await accountById(db.read, id)).language,
      /** By each further language of the account. */
      translations: Object.fromEntries(
        languages.map(into => [into, translations[into] ?? { title: null, intro: null }]),
      ),
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
      const access = await authorize(web, c, 'owner')
      await perform(changePage, actingIn(web, c, access), { logo: new Uint8Array(await c.req.arrayBuffer()) })
      return c.json(await shown(access.account))
    })
}
