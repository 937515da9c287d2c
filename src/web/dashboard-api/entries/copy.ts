import { Hono } from 'hono'
import { z } from 'zod'
import { requireAtLeast } from '#accounts/members.ts'
import {
  declineProposal,
  editableEntry,
  proposeWords,
  takeProposal,
  takeWords,
} from '#changelog/entries/edit.ts'
import { roleToChange } from '#changelog/entries/entry.ts'
import { listedEntry } from '#changelog/entries/list.ts'
import { VARIANTS } from '#judgement/copy/writers/language-model/words.ts'
import { regenerate } from '#pipeline/judging/regenerate.ts'
import { proposeVariants, takeVariant } from '#pipeline/judging/variants.ts'
import type { WebContext } from '#web/context.ts'
import { jsonBody } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize, entryJson, entryToChange, seen } from '../authorize.ts'

const seenAt = z.object({ seen })
const regeneration = z.object({ seen, take: z.boolean().default(false) })

/** Takes new words without proposing them. */
const takeAtOnce: typeof proposeWords = (tx, action, before, words) =>
  words === null ? proposeWords(tx, action, before, words) : takeWords(tx, action, before, words)

/** Regenerates the copy of an entry, and takes it at once where `take` says so; or proposes other words. A proposal can be accepted or declined. */
export function copy(web: WebContext) {
  const { db, dashboard } = web
  return new Hono<SessionEnv>()
    .post('/accounts/:account/entries/:entry/regenerate', jsonBody(regeneration), async c => {
      const { membership, accountId, action } = await authorize(web, c, 'writer')
      const { seen, take } = c.req.valid('json')
      const editing = { seen, accountId }
      const before = await editableEntry(db.read, c.req.param('entry'), editing)
      requireAtLeast(membership, roleToChange(before))
      const context = {
        db,
        action,
        judge: await dashboard.judge(),
        models: dashboard.models,
        signal: c.req.raw.signal,
      }
      const made = await regenerate(context, before.id, editing, take ? takeAtOnce : proposeWords)
      const { words: proposal, difference } = made
      return c.json({ entry: entryJson(await listedEntry(db.read, made.entry)), proposal, difference })
    })
    .post('/accounts/:account/entries/:entry/variants', jsonBody(seenAt), async c => {
      const { membership, accountId, action } = await authorize(web, c, 'writer')
      const editing = { seen: c.req.valid('json').seen, accountId }
      const before = await editableEntry(db.read, c.req.param('entry'), editing)
      requireAtLeast(membership, roleToChange(before))
      const context = { db, action, models: dashboard.models, signal: c.req.raw.signal }
      return c.json(await proposeVariants(context, before.id, editing))
    })
    .post(
      '/accounts/:account/entries/:entry/variants/take',
      jsonBody(
        z.object({
          seen,
          variant: z.enum(VARIANTS),
          title: z.string().max(1_000),
          body: z.string().max(100_000),
        }),
      ),
      async c => {
        const { membership, accountId, action } = await authorize(web, c, 'writer')
        const { seen, ...chosen } = c.req.valid('json')
        const editing = { seen, accountId }
        const before = await editableEntry(db.read, c.req.param('entry'), editing)
        requireAtLeast(membership, roleToChange(before))
        const context = { db, action, models: dashboard.models, signal: c.req.raw.signal }
        const taken = await takeVariant(context, before.id, chosen, editing)
        const change = taken.version === before.version ? null : action.change.id
        return c.json({ entry: entryJson(await listedEntry(db.read, taken)), change })
      },
    )
    .post(
      '/accounts/:account/entries/:entry/proposal',
      jsonBody(z.object({ seen, take: z.boolean() })),
      async c => {
        const who = await authorize(web, c, 'writer')
        const { seen, take } = c.req.valid('json')
        const answer = take ? takeProposal : declineProposal
        const after = await db.write(async tx => {
          const before = await entryToChange(tx, who, c.req.param('entry'), seen)
          return answer(tx, who.action, before.id, { seen })
        })
        return c.json(entryJson(await listedEntry(db.read, after)))
      },
    )
}
