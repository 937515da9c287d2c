import { Hono } from 'hono'
import { z } from 'zod'
import { type Role, requireAtLeast } from '#accounts/members.ts'
import { type Entry, requireState } from '#changelog/entries/entry.ts'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import { listedEntry } from '#changelog/entries/list.ts'
import { entryIfUnchanged } from '#changelog/entries/store.ts'
import { dismissEntry, publishEntry, restoreEntry, withdrawEntry } from '#changelog/entries/transitions.ts'
import type { Tx } from '#platform/db/schema.ts'
import type { WebContext } from '#web/context.ts'
import { body } from '#web/request-bodies.ts'
import type { SignedInEnv } from '#web/session-guard.ts'
import { insideOf, leastFor, seen, shown } from '../authorize.ts'

interface Wish {
  setId?: string | undefined
}

interface Move {
  least(entry: Entry): Role
  make(tx: Tx, mover: EntryContext, before: Entry, wish: Wish): Promise<Entry>
}

const publisher = (): Role => 'publisher'

const MOVES = {
  publish: {
    least: publisher,
    make: (tx, mover, before, { setId }) => {
      const { id } = requireState(before, 'published', 'draft', 'queued')
      return publishEntry(tx, mover, id, setId === undefined ? {} : { setId })
    },
  },
  withdraw: { least: publisher, make: (tx, mover, { id }) => withdrawEntry(tx, mover, id) },
  republish: {
    least: publisher,
    make: (tx, mover, before) =>
      publishEntry(tx, mover, requireState(before, 'published again', 'withdrawn').id),
  },
  dismiss: { least: leastFor, make: (tx, mover, { id }) => dismissEntry(tx, mover, id) },
  restore: { least: leastFor, make: (tx, mover, { id }) => restoreEntry(tx, mover, id) },
} satisfies Record<string, Move>

const wish = z.object({
  move: z.enum(Object.keys(MOVES) as (keyof typeof MOVES)[]),
  seen,
  set: z.uuid().optional(),
})

/** Where an entry stands. What it says at the version that the person saw is what is moved, or nothing is. */
export function moves(parts: WebContext) {
  const { db } = parts
  const inside = insideOf(parts)
  return new Hono<SignedInEnv>().post('/accounts/:account/entries/:entry/moves', body(wish), async c => {
    const { membership, accountId, mover } = await inside(c, 'writer')
    const { seen, set, ...wish } = c.req.valid('json')
    const move = MOVES[wish.move]
    const after = await db.write(async tx => {
      const before = await entryIfUnchanged(tx, c.req.param('entry'), { seen, accountId })
      requireAtLeast(membership, move.least(before))
      return move.make(tx, mover, before, { setId: set })
    })
    return c.json(shown(await listedEntry(db.read, after)))
  })
}
