import { Hono } from 'hono'
import { z } from 'zod'
import { withWordsOfNow } from '#changelog/editions/edition.ts'
import { type EntryEdit, editEntry, restoreVersion } from '#changelog/entries/edit.ts'
import { ENTRY_STATES, type Entry } from '#changelog/entries/entry.ts'
import { bodyFrom } from '#changelog/entries/entry-text.ts'
import { entryPage, listedEntry } from '#changelog/entries/list.ts'
import { entryById } from '#changelog/entries/store.ts'
import { continueTyping } from '#changelog/inbox/changes.ts'
import { KINDS, MAGNITUDES } from '#judgement/classification/classification.ts'
import type { WebContext } from '#web/context.ts'
import { jsonBody, queryParameters } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import {
  authorize,
  entryJson,
  entryToChange,
  nextCursor,
  pageParameters,
  positionAfter,
  seen,
} from '../authorize.ts'
import { entryDetail } from './detail.ts'
import { listJson, pageAddresses } from './list.ts'

const listQuery = z.object({
  ...pageParameters,
  state: z.enum(ENTRY_STATES).optional(),
  kind: z.enum(KINDS).optional(),
  /** `none`: those of no set. */
  set: z.union([z.uuid(), z.literal('none')]).optional(),
  flagged: z.literal('true').optional(),
  words: z.string().trim().min(1).max(200).optional(),
})

/** Fields that are left out stay unchanged. `editEntry` validates the text. */
const edit = z.object({
  seen,
  title: z.string().max(100_000).optional(),
  body: z.string().max(100_000).optional(),
  kind: z.enum(KINDS).optional(),
  magnitude: z.enum(MAGNITUDES).optional(),
  setId: z.uuid().nullable().optional(),
  primaryPullRequestId: z.uuid().optional(),
  language: z.string().max(100).nullable().optional(),
  image: z
    .object({ sha256: z.string().length(64), alt: z.string().max(10_000) })
    .nullable()
    .optional(),
  reviewed: z.literal(true).optional(),
})

/** The entries of an account. All members read them, writers change drafts, publishers change the rest. */
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
    .patch('/accounts/:account/entries/:entry', jsonBody(edit), async c => {
      const who = await authorize(web, c, 'writer')
      const { seen, ...input } = c.req.valid('json')
      // What is rendered before the transaction is in memory when that checks it.
      if (input.body !== undefined) await bodyFrom(input.body)
      const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
      const after = await db.write(async tx => {
        const before = await entryToChange(tx, who, c.req.param('entry'), seen)
        const edit = keepingMachineWords(
          before,
          await withWordsOfNow(tx, before, clock.now()),
          given as EntryEdit,
        )
        const isTyped = Object.keys(given).every(field => field === 'title' || field === 'body')
        const action = isTyped ? await continueTyping(tx, who.action, before) : who.action
        const edited = await editEntry(tx, action, before.id, edit, { seen })
        return withWordsOfNow(tx, edited, clock.now())
      })
      return c.json(entryJson(await listedEntry(db.read, after)))
    })
    .post('/accounts/:account/entries/:entry/back', jsonBody(z.object({ seen, to: seen })), async c => {
      const who = await authorize(web, c, 'writer')
      const { seen, to } = c.req.valid('json')
      const after = await db.write(async tx => {
        const before = await entryToChange(tx, who, c.req.param('entry'), seen)
        return restoreVersion(tx, who.action, before.id, to, { seen })
      })
      return c.json(entryJson(await listedEntry(db.read, after)))
    })
}

/** Words that are the machine's of now stay the machine's, so that those of an edition go on following what is in it. */
const keepingMachineWords = (stored: Entry, now: Entry, edit: EntryEdit): EntryEdit => ({
  ...edit,
  ...(edit.title !== undefined && edit.title === now.machineTitle && { title: stored.machineTitle }),
  ...(edit.body !== undefined && edit.body === now.machineBody && { body: stored.machineBody }),
})
