import { Hono } from 'hono'
import { z } from 'zod'
import { accountById } from '#accounts/account.ts'
import { RateLimiter } from '#auth/rate-limit.ts'
import { breakingEntries } from '#changelog/entries/covered-pulls.ts'
import { roleToChange } from '#changelog/entries/entry.ts'
import { requireShort } from '#changelog/entries/entry-text.ts'
import { type ListedEntry, listedEntry } from '#changelog/entries/list.ts'
import { entryById } from '#changelog/entries/store.ts'
import { type EntryContent, plainTitle, unsavedContent } from '#changelog/feeds/content.ts'
import { pullLinks, titleWithoutHidden, withoutHidden } from '#changelog/feeds/pull-links.ts'
import { shownInFeeds } from '#changelog/feeds/read-feed.ts'
import { bodyHtml, entryHtml } from '#changelog/page/html/entry.ts'
import { pageSettings, shownPulls } from '#changelog/page/settings.ts'
import { wordsFor } from '#changelog/words/words.ts'
import { TaskFailed } from '#platform/background-thread.ts'
import type { Reader } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import type { WebContext } from '#web/context.ts'
import { tooManyRequests } from '#web/problems.ts'
import { jsonBody } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize } from '../authorize.ts'

/** The words to preview. The exact limit of the body is checked by `requireShort`. */
const words = z.object({ title: z.string().max(10_000), body: z.string().max(100_000) })
type Words = z.infer<typeof words>

/** The rate limit: more than a person causes who types all the time. */
const PREVIEWS_A_MINUTE = 240

/** Routes that preview unsaved words as readers will see them, for members who may save them. */
export function preview(web: WebContext) {
  const { db, clock } = web
  const limiter = new RateLimiter(PREVIEWS_A_MINUTE)
  return new Hono<SessionEnv>().post(
    '/accounts/:account/entries/:entry/preview',
    jsonBody(words),
    async c => {
      const { accountId, requireRole } = await authorize(web, c, 'writer')
      const entry = await entryById(db.read, c.req.param('entry'), accountId)
      requireRole(roleToChange(entry))
      const unsaved = c.req.valid('json')
      requireShort(unsaved.body)
      const taken = limiter.take(c.var.person.id, clock.now())
      if (!taken.allowed) throw tooManyRequests(limiter, taken, 'One person')
      return c.json(await shownPreview(db.read, await listedEntry(db.read, entry), unsaved, contentOf))
    },
  )
}

async function contentOf(unsaved: Words): Promise<EntryContent> {
  try {
    return await unsavedContent(unsaved)
  } catch (cause) {
    if (!(cause instanceof TaskFailed)) throw cause
    throw new AppError('invalid_parameter', `The body cannot be shown. ${cause.message}`, { cause })
  }
}

/**
 * How a feed reader and the hosted page show these words of an entry, without its image and without addresses
 * that readers must not see. All HTML is sanitised.
 */
export async function shownPreview(
  db: Reader,
  { entry, externalUrl }: ListedEntry,
  { title, body }: Words,
  render: (words: Words) => Promise<EntryContent>,
) {
  const { id, accountId } = entry
  const { hidesPrivatePulls, language, timeZone } = await accountById(db, accountId)
  const inFeeds = await pullLinks(db, accountId, [id], shownInFeeds(hidesPrivatePulls))
  const onPage = await pullLinks(db, accountId, [id], shownPulls(await pageSettings(db, accountId)))
  const url = externalUrl !== null && inFeeds.isHidden(externalUrl) ? null : externalUrl
  const content = await render({
    title: titleWithoutHidden(title, inFeeds),
    body: withoutHidden(body, inFeeds),
  })
  const pageContent = await render({
    title: titleWithoutHidden(title, onPage),
    body: withoutHidden(body, onPage),
  })
  const { html, text } = content
  const isBreaking = (await breakingEntries(db, [id])).has(id)
  const style = { words: wordsFor(language), language }
  return {
    feed: { title: plainTitle(content.title), html, text, summary: content.summary, url },
    page: {
      head: entryHtml(
        {
          ...entry,
          title: pageContent.title,
          isBreaking,
          published: 0,
          image: null,
          recording: null,
          html: '',
          pulls: [],
        },
        { ...style, ...{ timeZone, date: null, level: 3, link: null, body: '' } },
      ),
      body: bodyHtml(
        { image: null, recording: null, html: pageContent.html, language: entry.language },
        3,
        style,
      ),
    },
  }
}
