import type { Context } from 'hono'
import { z } from 'zod'
import { type Membership, type Role, requireAtLeast, requireRole } from '#accounts/members.ts'
import type { Entry } from '#changelog/entries/entry.ts'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import type { ListedEntry } from '#changelog/entries/list.ts'
import { entryIfUnchanged } from '#changelog/entries/store.ts'
import type { Reader } from '#platform/db/schema.ts'
import { type CursorPosition, cursorOf, positionFrom } from '#platform/page-cursor.ts'
import type { WebContext } from '#web/context.ts'
import type { SignedInEnv } from '#web/session-guard.ts'

/** Somebody in an account, and what they do there in their own name. */
export interface Inside {
  membership: Membership
  accountId: string
  mover: EntryContext
}

/** Who asks, in the account of the address. `not_found` for whoever is not in it. */
export const insideOf =
  ({ db, clock, dashboard }: WebContext) =>
  async (c: Context<SignedInEnv>, least: Role): Promise<Inside> => {
    const { person } = c.var
    const membership = await requireRole(db.read, person, c.req.param('account') ?? '', least)
    return {
      membership,
      accountId: membership.account.id,
      mover: { clock, ids: dashboard.ids, actor: person.id, effects: dashboard.effects },
    }
  }

/** Drafts are a writer's; what is on its way to readers, or was there, is a publisher's. */
export const leastFor = ({ state }: Pick<Entry, 'state'>): Role =>
  state === 'draft' || state === 'dismissed' ? 'writer' : 'publisher'

/** An entry of the account at the version that the person saw, if their role lets them change it as it stands. */
export async function changeable(
  db: Reader,
  { membership, accountId }: Inside,
  id: string,
  seen: number,
): Promise<Entry> {
  const entry = await entryIfUnchanged(db, id, { seen, accountId })
  requireAtLeast(membership, leastFor(entry))
  return entry
}

/** Whoever changes an entry says at which version they saw it. */
export const seen = z.int().min(1)

/** Lists are read a page at a time. */
export const pageWish = {
  after: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
}

export const placeOf = (after: string | undefined): CursorPosition | undefined =>
  after === undefined ? undefined : positionFrom(after)

export const nextOf = (place: CursorPosition | null): string | null =>
  place === null ? null : cursorOf(place)

/** An entry as pages get it: the account's internal key is in no answer. */
export const shown = ({ entry, externalUrl }: ListedEntry) => {
  const { accountId: _, ...rest } = entry
  return { ...rest, externalUrl }
}
