import type { OpenAPIHono } from '@hono/zod-openapi'
import { accountById } from '#accounts/account.ts'
import { AppError } from '#platform/errors.ts'
import { escapeMarkup } from '#platform/markup/markup.ts'
import { clientMetadata, returnPath } from '#social/accounts/apps.ts'
import { finishAuthorization } from '#social/accounts/authorize.ts'
import { NETWORKS } from '#social/settings.ts'
import type { WebContext } from '#web/context.ts'
import { htmlPage, pathPrefix } from '#web/html-pages.ts'
import { problemFor } from '#web/problems.ts'
import { pagePolicy } from '#web/response-headers.ts'
import { headersWithClient } from '#web/session-guard.ts'

/** Serves the documents that describe this service as an OAuth client to the servers of networks. */
export function serveClientMetadata(app: OpenAPIHono, { dashboard }: WebContext): void {
  for (const network of NETWORKS)
    app.get(`/social/${network}/client-metadata.json`, async c => {
      const metadata = await clientMetadata(dashboard.social('social network'), network)
      return c.json(metadata, 200, { 'Cache-Control': 'public, max-age=300' })
    })
}

/**
 * Serves the pages that social networks send people back to after connecting. Somebody who started in the dashboard returns there; somebody
 * who started at the command line is told that it is done. Not part of the public interface.
 */
export function serveSocialReturns(app: OpenAPIHono, { db, baseUrl, dashboard }: WebContext): void {
  const headers = {
    'Cache-Control': 'no-store',
    'X-Robots-Tag': 'noindex, nofollow',
    'Referrer-Policy': 'no-referrer',
    'Content-Security-Policy': pagePolicy({ formAction: "'none'" }),
  }
  const page = (title: string, text: string) =>
    htmlPage(baseUrl, {
      ...{ title, description: title, path: '' },
      body: `<main id="content" class="sheet"><h1>${title}</h1><p>${escapeMarkup(text)}</p><p><a href="${pathPrefix(baseUrl)}/app/">Open the dashboard</a></p></main>`,
    })
  const home = new URL(baseUrl)
  for (const network of NETWORKS) {
    const path = returnPath(network)
    app.on('GET', [path, `${path}/:server`], async c => {
      const social = dashboard.social('connection link')
      let isFromDashboard = false
      const returning = async () => {
        isFromDashboard = true
        const signedIn = await (await dashboard.signIn()).signedIn(headersWithClient(c, dashboard))
        return signedIn?.person ?? null
      }
      const { hostname, search, searchParams: parameters } = new URL(c.req.url)
      if (hostname === '127.0.0.1' && home.hostname === 'localhost')
        // Bluesky redirects to the address of the loopback interface, but the session's cookie belongs to its name.
        return c.redirect(baseUrl + c.req.path + search)
      try {
        const { id, accountId, profile } = await finishAuthorization(
          social,
          network,
          { path: c.req.path, parameters },
          returning,
        )
        if (isFromDashboard) {
          const { publicId } = await accountById(db.read, accountId)
          return c.redirect(`${pathPrefix(baseUrl)}/app/${publicId}/channels?connected=${id}`, 303)
        }
        const { title } = await social.networks[network]()
        const text = `${profile.handle} on ${title} is connected. You can close this page.`
        return c.html(await page('Connected', text), 200, headers)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        const { status } = problemFor(baseUrl, error)
        return c.html(await page('Not connected', error.message), status as 404, headers)
      }
    })
  }
}
