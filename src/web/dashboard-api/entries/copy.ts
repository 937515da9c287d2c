import { Hono } from 'hono'
import { z } from 'zod'
import { requireAtLeast } from '#accounts/members.ts'
import { declineProposal, editableEntry, takeProposal } from '#changelog/entries/edit.ts'
import { listedEntry } from '#changelog/entries/list.ts'
import { regenerate } from '#pipeline/judging/regenerate.ts'
import type { WebContext } from '#web/context.ts'
import { body } from '#web/request-bodies.ts'
import type { SignedInEnv } from '#web/session-guard.ts'
import { changeable, insideOf, leastFor, seen, shown } from '../authorize.ts'

const seenAt = z.object({ seen })

/** The machine's new words for an entry: asked for, taken or declined. */
export function words(parts: WebContext) {
  const { db, dashboard } = parts
  const inside = insideOf(parts)
  return new Hono<SignedInEnv>()
    .post('/accounts/:account/entries/:entry/regenerate', body(seenAt), async c => {
      const { membership, accountId, mover } = await inside(c, 'writer')
      const editing = { seen: c.req.valid('json').seen, accountId }
      const before = await editableEntry(db.read, c.req.param('entry'), editing)
      requireAtLeast(membership, leastFor(before))
      const made = await regenerate({ db, mover, judge: await dashboard.judge() }, before.id, editing)
      const { words: proposal, difference } = made
      return c.json({ entry: shown(await listedEntry(db.read, made.entry)), proposal, difference })
    })
    .post(
      '/accounts/:account/entries/:entry/proposal',
      body(z.object({ seen, take: z.boolean() })),
      async c => {
        const who = await inside(c, 'writer')
        const { seen, take } = c.req.valid('json')
        const answer = take ? takeProposal : declineProposal
        const after = await db.write(async tx => {
          const { id } = await changeable(tx, who, c.req.param('entry'), seen)
          return answer(tx, who.mover, id, { seen, accountId: who.accountId })
        })
        return c.json(shown(await listedEntry(db.read, after)))
      },
    )
}
