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
import { jsonBody } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize, entryJson, roleToChange, seen } from '../authorize.ts'

interface Input {
  setId?: string | undefined
}

interface Move {
  least(entry: Entry): Role
  make(tx: Tx, action: EntryContext, before: Entry, input: Input): Promise<Entry>
}

const publisher = (): Role => 'publisher'

const MOVES = {
  publish: {
    least: publisher,
    make: (tx, action, before, { setId }) => {
      const { id } = requireState(before, 'published', 'draft', 'queued')
      return publishEntry(tx, action, id, setId === undefined ? {} : { setId })
    },
  },
  withdraw: { least: publisher, make: (tx, action, { id }) => withdrawEntry(tx, action, id) },
  republish: {
    least: publisher,
    make: (tx, action, before) =>
      publishEntry(tx, action, requireState(before, 'published again', 'withdrawn').id),
  },
  dismiss: { least: roleToChange, make: (tx, action, { id }) => dismissEntry(tx, action, id) },
  restore: { least: roleToChange, make: (tx, action, { id }) => restoreEntry(tx, action, id) },
} satisfies Record<string, Move>

const input = z.object({
  move: z.enum(Object.keys(MOVES) as (keyof typeof MOVES)[]),
  seen,
  set: z.uuid().optional(),
})

/** Changes the state of an entry, if it is still at the version that the member saw. */
export function transitions(web: WebContext) {
  const { db } = web
  return new Hono<SessionEnv>().post('/accounts/:account/entries/:entry/moves', jsonBody(input), async c => {
    const { membership, accountId, action } = await authorize(web, c, 'writer')
    const { seen, set, ...input } = c.req.valid('json')
    const move = MOVES[input.move]
    const after = await db.write(async tx => {
      const before = await entryIfUnchanged(tx, c.req.param('entry'), { seen, accountId })
      requireAtLeast(membership, move.least(before))
      return move.make(tx, action, before, { setId: set })
    })
    return c.json(entryJson(await listedEntry(db.read, after)))
  })
}
