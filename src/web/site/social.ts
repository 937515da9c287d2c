import type { OpenAPIHono } from '@hono/zod-openapi'
import { AppError } from '#platform/errors.ts'
import { escapeMarkup } from '#platform/markup/markup.ts'
import { finishAuthorization, returnPath } from '#social/accounts/authorize.ts'
import { loadNetwork } from '#social/context.ts'
import { NETWORKS } from '#social/network.ts'
import type { WebContext } from '#web/context.ts'
import { htmlPage } from '#web/html-pages.ts'
import { problemFor } from '#web/problems.ts'
import { pagePolicy } from '#web/response-headers.ts'
import { headersWithClient } from '#web/session-guard.ts'

/** Serves the pages that social networks lead people back to after connecting. Not part of the public interface. */
export function serveSocialReturns(app: OpenAPIHono, { baseUrl, dashboard }: WebContext): void {
  const headers = {
    'Cache-Control': 'no-store',
    'X-Robots-Tag': 'noindex, nofollow',
    'Referrer-Policy': 'no-referrer',
    'Content-Security-Policy': pagePolicy({ formAction: "'none'" }),
  }
  const page = (title: string, text: string) =>
    htmlPage(baseUrl, {
      ...{ title, description: title, path: '' },
      body: `<main id="content" class="sheet"><h1>${title}</h1><p>${escapeMarkup(text)}</p></main>`,
    })
  for (const network of NETWORKS) {
    app.get(returnPath(network), async c => {
      const social = dashboard.social('connection link')
      const returning = async () => {
        const signedIn = await (await dashboard.signIn()).signedIn(headersWithClient(c, dashboard))
        return signedIn?.person ?? null
      }
      try {
        const parameters = new URL(c.req.url).searchParams
        const { profile } = await finishAuthorization(social, network, parameters, returning)
        const { title } = await loadNetwork(social, network)
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
