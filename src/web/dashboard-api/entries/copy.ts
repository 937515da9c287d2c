import { Hono } from 'hono'
import { z } from 'zod'
import { accountById } from '#accounts/account.ts'
import { requireAtLeast } from '#accounts/members.ts'
import { declineProposal, editableEntry, takeProposal } from '#changelog/entries/edit.ts'
import type { Entry } from '#changelog/entries/entry.ts'
import { listedEntry } from '#changelog/entries/list.ts'
import { entryById } from '#changelog/entries/store.ts'
import { bodilessContent, entryContent, plainTitle } from '#changelog/feeds/content.ts'
import { pullLinks, withoutHidden } from '#changelog/feeds/pull-links.ts'
import { shownInFeeds } from '#changelog/feeds/read-feed.ts'
import { bodyHtml, titleHtml } from '#changelog/page/entry-html.ts'
import { pageSettings, shownPulls } from '#changelog/page/settings.ts'
import { regenerate } from '#pipeline/judging/regenerate.ts'
import type { Reader } from '#platform/db/schema.ts'
import type { WebContext } from '#web/context.ts'
import { jsonBody } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize, entryJson, entryToChange, roleToChange, seen } from '../authorize.ts'

const seenAt = z.object({ seen })

const words = z.object({ title: z.string().max(10_000), body: z.string().max(100_000) })

/** Regenerates the copy of an entry; the proposal can be accepted or declined. Shows words that are not saved yet as readers will see them. */
export function copy(web: WebContext) {
  const { db, dashboard } = web
  return new Hono<SessionEnv>()
    .post('/accounts/:account/entries/:entry/preview', jsonBody(words), async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      const entry = await entryById(db.read, c.req.param('entry'), accountId)
      return c.json(await previewOf(db.read, entry, c.req.valid('json')))
    })
    .post('/accounts/:account/entries/:entry/regenerate', jsonBody(seenAt), async c => {
      const { membership, accountId, action } = await authorize(web, c, 'writer')
      const editing = { seen: c.req.valid('json').seen, accountId }
      const before = await editableEntry(db.read, c.req.param('entry'), editing)
      requireAtLeast(membership, roleToChange(before))
      const made = await regenerate({ db, action, judge: await dashboard.judge() }, before.id, editing)
      const { words: proposal, difference } = made
      return c.json({ entry: entryJson(await listedEntry(db.read, made.entry)), proposal, difference })
    })
    .post(
      '/accounts/:account/entries/:entry/proposal',
      jsonBody(z.object({ seen, take: z.boolean() })),
      async c => {
        const who = await authorize(web, c, 'writer')
        const { seen, take } = c.req.valid('json')
        const answer = take ? takeProposal : declineProposal
        const after = await db.write(async tx => {
          const { id } = await entryToChange(tx, who, c.req.param('entry'), seen)
          return answer(tx, who.action, id, { seen, accountId: who.accountId })
        })
        return c.json(entryJson(await listedEntry(db.read, after)))
      },
    )
}

/** An entry as a feed reader and as the hosted page show it, without its image. All HTML is sanitised. */
async function previewOf(db: Reader, entry: Entry, { title, body }: z.infer<typeof words>) {
  const { hidesPrivatePulls } = await accountById(db, entry.accountId)
  const inFeeds = await pullLinks(db, entry.accountId, [entry.id], shownInFeeds(hidesPrivatePulls))
  const onPage = await pullLinks(
    db,
    entry.accountId,
    [entry.id],
    shownPulls(await pageSettings(db, entry.accountId)),
  )
  const { externalUrl } = await listedEntry(db, entry)
  const url = externalUrl !== null && inFeeds.isHidden(externalUrl) ? null : externalUrl
  const content = await entryContent(title, withoutHidden(body, inFeeds))
  const { html: pageHtml } = await entryContent(title, withoutHidden(body, onPage))
  const { html, text } = content.html === '' ? bodilessContent(entry.kind, url) : content
  return {
    feed: { title: plainTitle(content.title), html, text, summary: content.summary, url },
    page: { title: titleHtml(content.title), body: bodyHtml({ image: null, html: pageHtml }, 1) },
  }
}
