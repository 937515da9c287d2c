import { Hono } from 'hono'
import { accountById } from '#accounts/account.ts'
import { briefJson } from '#actions/entries/entry-json.ts'
import { laidOut, olderDrafts, openEditionOf, unready } from '#changelog/editions/edition.ts'
import type { EditionDraft } from '#changelog/editions/items.ts'
import { inReadingOrder } from '#changelog/editions/layout.ts'
import { hasShownPicture } from '#changelog/entries/images/images.ts'
import { stillOf } from '#changelog/entries/images/stills.ts'
import { entryPage } from '#changelog/entries/list.ts'
import { shownOf } from '#changelog/entries/weight.ts'
import { entryContents } from '#changelog/feeds/content.ts'
import type { Reader } from '#platform/db/schema.ts'
import type { WebContext } from '#web/context.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize } from '../authorize.ts'
import { listJson } from './entries.ts'

/** The route of the edition that goes out next. All members see it. */
export function edition(web: WebContext) {
  return new Hono<SessionEnv>().get('/accounts/:account/edition', async c => {
    const { accountId } = await authorize(web, c, 'viewer')
    return c.json(await shownEdition(web, accountId))
  })
}

/**
 * The edition as the dashboard shows it. `edition` and `period` are null if the account has none, `last` if no edition has gone out yet.
 */
async function shownEdition(web: WebContext, accountId: string) {
  const { db, clock } = web
  const stored = await openEditionOf(db.read, accountId)
  const last = await lastEdition(web, accountId)
  if (stored === null) return { period: null, last, edition: null }
  const { edition, layout, more, words, account, isStale } = await laidOut(db.read, stored, clock.now())
  const titles = layout.stories.length > 0 ? 'below' : 'alone'
  const told = inReadingOrder(layout)
  const [opening, ...bodies] = await entryContents([edition, ...told.map(({ entry }) => entry)])
  const htmlOf = new Map(told.map(({ entry }, at) => [entry.id, bodies[at]?.html ?? '']))
  const stills = await stillsOf(db.read, accountId, [
    ...told,
    ...[...layout.held, ...layout.leftOut].map(({ item }) => item),
  ])
  const shown = (item: EditionDraft) => ({
    ...shownItem(item, stills.get(item.entry.id) ?? null),
    html: htmlOf.get(item.entry.id) ?? '',
  })
  return {
    period: account.period,
    last,
    edition: {
      ...briefJson(edition),
      html: opening?.html ?? '',
      size: told.length,
      /** Its stories are others than those that a person worded it for. */
      isStale,
      older: await olderDrafts(db.read, stored, account),
      /** Whether the edition contains a picture and the account has not shown one yet. */
      isFirstPicture:
        told.some(({ entry }) => entry.image !== null) && !(await hasShownPicture(db.read, accountId)),
      stories: layout.stories.map(shown),
      lists: layout.lists.map(({ name, changes }) => ({
        title: words.lists[name][titles],
        shown: shownOf(name, changes),
        items: changes.map(shown),
      })),
      held: layout.held.map(({ item, reason }) => ({ item: shown(item), reason })),
      leftOut: layout.leftOut.map(({ item, reason }) => ({ item: shown(item), reason })),
      more,
      ...unready(layout),
    },
  }
}

/** The edition that went out last, and its address for readers. */
async function lastEdition(web: WebContext, accountId: string) {
  const account = await accountById(web.db.read, accountId)
  const { entries } = await entryPage(web.db, {
    accountId,
    state: 'published',
    origin: 'edition',
    limit: 1,
  })
  const [last] = await listJson(web, account, entries)
  if (last?.state !== 'published') return null
  const { id, title, publishedAt, address, items } = last
  return { id, title, publishedAt, address, items }
}

/** The pictures of items, or the posters of their recordings, by entry id. */
async function stillsOf(
  db: Reader,
  accountId: string,
  items: readonly EditionDraft[],
): Promise<Map<string, string | null>> {
  const found = items.map(async ({ entry }) => [entry.id, await stillOf(db, accountId, entry.image)] as const)
  return new Map(await Promise.all(found))
}

const shownItem = (
  { entry, isBreaking, isUnsure, mergedAt, place, shippedIn }: EditionDraft,
  still: string | null,
) => ({
  ...briefJson(entry),
  image: still && entry.image && { sha256: still, alt: entry.image.alt },
  isBreaking,
  isUnsure,
  isPlaced: place !== null,
  mergedAt,
  shippedIn,
})
