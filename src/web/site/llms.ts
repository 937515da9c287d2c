import type { OpenAPIHono } from '@hono/zod-openapi'
import { pageAddress } from '#changelog/feeds/address.ts'
import { guideOf } from '#changelog/feeds/entry-markdown.ts'
import { listedPages } from '#changelog/page/find-page.ts'
import { titleOf } from '#changelog/page/page.ts'
import { withoutHtml } from '#platform/rendering/rendering.ts'
import type { WebContext } from '#web/context.ts'
import { conditionalGet } from '#web/response-headers.ts'

/** Serves `/llms.txt`: the public changelogs of this installation, for programs and assistants. */
export function serveLlmsText(app: OpenAPIHono, { db, baseUrl }: WebContext): void {
  app.get('/llms.txt', conditionalGet, async c => {
    const pages = await listedPages(db.read)
    const guided = pages.map(page => ({
      title: titleOf(page),
      intro: page.settings.intro,
      home: pageAddress(baseUrl, page.identity),
    }))
    const text = await withoutHtml(`${guideOf('Tidings', guided)}\n`)
    return c.body(text, 200, {
      'Content-Type': 'text/markdown; charset=utf-8',
      'Cache-Control': 'public, max-age=300',
    })
  })
}
