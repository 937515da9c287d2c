import type { Context } from 'hono'
import { escapeMarkup } from '#platform/markup/markup.ts'
import { htmlPage, pathPrefix } from '#web/html-pages.ts'
import type { Problem } from '#web/problems.ts'
import { PAGE_POLICY } from './pages.ts'

/** Whether the client is a browser that opens an address: browsers name HTML first, programs do not (RFC 9110, section 12.5.1). */
export const wantsPage = (c: Context): boolean => /^\s*text\/html\b/i.test(c.req.header('accept') ?? '')

/** A page for people about a problem: what happened, and where to go from here. */
export async function errorPage(baseUrl: string, { title, detail }: Problem): Promise<string> {
  const home = `${pathPrefix(baseUrl)}/`
  return htmlPage(baseUrl, {
    ...{ title, description: detail, path: '' },
    body: `<main id="content" class="sheet"><h1>${escapeMarkup(title)}</h1><p>${escapeMarkup(detail)}</p><p><a href="${home}">Go to the start page</a></p></main>`,
  })
}

export const ERROR_PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': PAGE_POLICY,
}
