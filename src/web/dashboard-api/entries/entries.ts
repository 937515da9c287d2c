import { Hono } from 'hono'
import { z } from 'zod'
import type { Account } from '#accounts/account.ts'
import { entryJson } from '#actions/entries/entry-json.ts'
import { withWordsOfNow } from '#changelog/editions/edition.ts'
import { editionReferences } from '#changelog/editions/references.ts'
import { ENTRY_STATES, type Entry } from '#changelog/entries/entry.ts'
import { proposeGroups } from '#changelog/entries/group-proposals.ts'
import { entryPage, type ListedEntry } from '#changelog/entries/list.ts'
import { entryById } from '#changelog/entries/store.ts'
import { pageAddress, permalinkPath } from '#changelog/feeds/address.ts'
import { pageSettings } from '#changelog/page/settings.ts'
import { KINDS } from '#judgement/classification/classification.ts'
import { postsOfEntries } from '#social/posts/post.ts'
import type { WebContext } from '#web/context.ts'
import { queryParameters } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize, nextCursor, pageParameters, positionAfter } from '../authorize.ts'
import { entryDetail } from './detail.ts'

const listQuery = z.object({
  ...pageParameters,
  state: z.enum(ENTRY_STATES).optional(),
  kind: z.enum(KINDS).optional(),
  /** A set's id; `none` for the entries without a set. */
  set: z.union([z.uuid(), z.literal('none')]).optional(),
  flagged: z.literal('true').optional(),
  words: z.string().trim().min(1).max(200).optional(),
})

/** Routes for the entries of an account, and the proposed groups of them. All members read them. */
export function entries(web: WebContext) {
  const { db, clock } = web
  return new Hono<SessionEnv>()
    .get('/accounts/:account/entries', queryParameters(listQuery), async c => {
      const { account, accountId } = await authorize(web, c, 'viewer')
      const { after, set, flagged, ...input } = c.req.valid('query')
      const page = await entryPage(db, {
        ...input,
        accountId,
        after: positionAfter(after),
        flagged: flagged !== undefined,
        setId: set === 'none' ? null : set,
      })
      const entries = await listJson(web, account, page.entries)
      return c.json({ entries, total: page.total, next: nextCursor(page.next) })
    })
    .get('/accounts/:account/entries/:entry', async c => {
      const { account, accountId } = await authorize(web, c, 'viewer')
      const stored = await entryById(db.read, c.req.param('entry'), accountId)
      const entry = await withWordsOfNow(db.read, stored, clock.now())
      const addressOf = await pageAddresses(web, account)
      return c.json({ ...(await entryDetail(db.read, entry)), address: addressOf(entry) })
    })
    .get('/accounts/:account/proposals', async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      return c.json({ groups: await proposeGroups(db.read, accountId) })
    })
}

/** Entries as JSON, each with its address on the hosted page (if there is one), its posts and its edition. */
export async function listJson(
  { db, baseUrl }: WebContext,
  { id, publicId }: Pick<Account, 'id' | 'publicId'>,
  entries: readonly ListedEntry[],
) {
  const addressOf = await pageAddresses({ db, baseUrl }, { id, publicId })
  const ids = entries.map(({ entry }) => entry.id)
  const posts = await postsOfEntries(db.read, ids)
  const references = await editionReferences(
    db.read,
    entries.map(({ entry }) => entry),
  )
  return entries.map(listed => {
    const { entry } = listed
    return {
      ...entryJson(listed),
      address: addressOf(entry),
      posts: posts.get(entry.id) ?? [],
      ...(references.get(entry.id) ?? { partOf: null, items: 0 }),
    }
  })
}

/** The addresses of entries on the account's hosted page, by entry id; null for an entry that is not there. */
export async function pageAddresses(
  { db, baseUrl }: Pick<WebContext, 'db' | 'baseUrl'>,
  { id, publicId }: Pick<Account, 'id' | 'publicId'>,
): Promise<(entry: Entry) => string | null> {
  const settings = await pageSettings(db.read, id)
  const root = settings.isOn ? pageAddress(baseUrl, { publicId, ...settings }) : null
  return entry => (root !== null && entry.state === 'published' ? root + permalinkPath(entry) : null)
}
