import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { unsubscribeByToken } from '#accounts/mail/summaries.ts'
import { UNSUBSCRIBE_PATH } from '#pipeline/weekly-summary.ts'
import type { WebContext } from '#web/context.ts'
import { htmlPage } from '#web/html-pages.ts'

const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
}

/**
 * Ends a weekly summary, for whoever holds the mail: no session, and not part of the public interface. Only a POST acts, since
 * mail scanners open every link (RFC 8058 §3.2); it answers the same for a token that is spent or never was.
 */
export function serveUnsubscribe(app: OpenAPIHono, { db, baseUrl }: WebContext): void {
  const answer = async (c: Context, title: string, body: string) => {
    const page = {
      title,
      description: 'The weekly summary of waiting drafts.',
      path: '',
      body: inMain(title, body),
    }
    return c.html(await htmlPage(baseUrl, page), 200, HEADERS)
  }
  app.get(`${UNSUBSCRIBE_PATH}/:token`, c => answer(c, 'End the weekly summary?', BUTTON))
  app.post(`${UNSUBSCRIBE_PATH}/:token`, async c => {
    await db.write(tx => unsubscribeByToken(tx, c.req.param('token')))
    return answer(c, 'The weekly summary is ended', '<p>No more of it is sent to you from now on.</p>')
  })
}

const inMain = (title: string, body: string): string =>
  `<main id="content" class="sheet"><h1>${title}</h1>${body}</main>`

/** Without an address of its own it goes to the page's. */
const BUTTON = '<form method="post"><button>End it</button></form>'
