import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { unsubscribeByToken } from '#accounts/mail/summaries.ts'
import { UNSUBSCRIBE_PATH } from '#pipeline/weekly-summary.ts'
import type { WebContext } from '#web/context.ts'
import { htmlPage } from '#web/html-pages.ts'
import { pagePolicy } from '#web/response-headers.ts'

const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': pagePolicy({ formAction: "'self'" }),
}

/**
 * Unsubscribes from the weekly summary by the token in its mail, without a session. Only a POST acts, because mail scanners open every
 * link (RFC 8058 §3.2). The response is the same for an unknown token. Not part of the public interface.
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
  app.get(`${UNSUBSCRIBE_PATH}/:token`, c => answer(c, 'Unsubscribe from the weekly summary?', BUTTON))
  app.post(`${UNSUBSCRIBE_PATH}/:token`, async c => {
    await db.write(tx => unsubscribeByToken(tx, c.req.param('token')))
    return answer(c, 'You are unsubscribed', '<p>You no longer get the weekly summary.</p>')
  })
}

const inMain = (title: string, body: string): string =>
  `<main id="content" class="sheet"><h1>${title}</h1>${body}</main>`

/** Without an `action` the form posts to the page's own URL. */
const BUTTON = '<form method="post"><button>Unsubscribe</button></form>'
