import { Hono } from 'hono'
import { z } from 'zod'
import { coveredPulls, pullsByEntry } from '#changelog/entries/covered-pulls.ts'
import { type EntryEdit, editEntry, restoreVersion } from '#changelog/entries/edit.ts'
import { ENTRY_STATES, type Entry } from '#changelog/entries/entry.ts'
import { historyOf } from '#changelog/entries/history.ts'
import { entryPage, listedEntry } from '#changelog/entries/list.ts'
import { entryById } from '#changelog/entries/store.ts'
import { entryContent } from '#changelog/feeds/content.ts'
import { KINDS, MAGNITUDES } from '#judgement/classification/classification.ts'
import { standingDecisions } from '#judgement/classification/decisions.ts'
import type { Reader } from '#platform/db/schema.ts'
import { diffWords } from '#platform/diff.ts'
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

const listWish = z.object({
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
  const { db } = web
  return new Hono<SessionEnv>()
    .get('/accounts/:account/entries', queryParameters(listWish), async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      const { after, set, flagged, ...wish } = c.req.valid('query')
      const page = await entryPage(db.read, {
        ...{ ...wish, accountId, after: positionAfter(after), flagged: flagged !== undefined },
        setId: set === 'none' ? null : set,
      })
      return c.json({ entries: page.entries.map(entryJson), next: nextCursor(page.next) })
    })
    .get('/accounts/:account/entries/:entry', async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      const entry = await entryById(db.read, c.req.param('entry'), accountId)
      return c.json(await storyOf(db.read, entry))
    })
    .patch('/accounts/:account/entries/:entry', jsonBody(edit), async c => {
      const who = await authorize(web, c, 'writer')
      const { seen, ...wish } = c.req.valid('json')
      const given = Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined))
      const after = await db.write(async tx => {
        const { id } = await entryToChange(tx, who, c.req.param('entry'), seen)
        return editEntry(tx, who.action, id, given as EntryEdit, { seen, accountId: who.accountId })
      })
      return c.json(entryJson(await listedEntry(db.read, after)))
    })
    .post('/accounts/:account/entries/:entry/back', jsonBody(z.object({ seen, to: seen })), async c => {
      const who = await authorize(web, c, 'writer')
      const { seen, to } = c.req.valid('json')
      const after = await db.write(async tx => {
        const { id } = await entryToChange(tx, who, c.req.param('entry'), seen)
        return restoreVersion(tx, who.action, id, to, { seen, accountId: who.accountId })
      })
      return c.json(entryJson(await listedEntry(db.read, after)))
    })
}

/** An entry with its rendered content, proposal, history and pull requests. */
async function storyOf(db: Reader, entry: Entry) {
  const ids = (await pullsByEntry(db, [entry.id])).get(entry.id) ?? []
  const [pulls, decisions] = [await coveredPulls(db, entry.accountId, ids), await standingDecisions(db, ids)]
  const { proposal } = entry
  return {
    entry: entryJson(await listedEntry(db, entry)),
    content: await entryContent(entry.title, entry.body),
    difference: proposal && {
      title: await diffWords(entry.title, proposal.title),
      body: await diffWords(entry.body, proposal.body),
    },
    history: await historyOf(db, entry.id),
    pulls: ids.flatMap(id => {
      const pull = pulls.get(id)
      return pull ? [{ ...pull, decision: decisions.get(id)?.classification ?? null }] : []
    }),
  }
}
