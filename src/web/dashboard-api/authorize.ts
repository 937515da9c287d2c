import type { Context } from 'hono'
import { z } from 'zod'
import type { Change } from '#accounts/activity.ts'
import { type Membership, requireAtLeast, requireRole } from '#accounts/members.ts'
import type { Role } from '#accounts/roles.ts'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import { type CursorPosition, cursorOf, positionFrom } from '#platform/db/page-cursor.ts'
import type { WebContext } from '#web/context.ts'
import type { SessionEnv } from '#web/session-guard.ts'

/** The member who sends a request, their membership, and the context to act on their behalf. */
export interface AccountAccess {
  membership: Membership
  account: Membership['account']
  accountId: string
  /** The context of the request's actions, which are one change together. */
  action: EntryContext & { change: Change }
  /** Throws `insufficient_scope` if the member's role is lower. */
  requireRole(least: Role): void
}

/**
 * Checks that the signed-in person has at least this role in the account of the path. Throws `not_found` if the person is not a member, and
 * `insufficient_scope` if the role is too low or the account does not accept this way to sign in.
 */
export async function authorize(
  { db, clock, dashboard: { ids, effects } }: WebContext,
  c: Context<SessionEnv>,
  least: Role,
): Promise<AccountAccess> {
  const { person } = c.var
  const membership = await requireRole(db.read, c.var, c.req.param('account') ?? '', least)
  const { account } = membership
  const action = { clock, ids, actor: person.id, change: { id: ids.next() }, effects }
  return {
    ...{ membership, account, accountId: account.id, action },
    requireRole: role => requireAtLeast(membership, role),
  }
}

/** Query parameters of a paginated list. */
export const pageParameters = {
  after: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
}

export const positionAfter = (cursor: string | undefined): CursorPosition | undefined =>
  cursor === undefined ? undefined : positionFrom(cursor)

export const nextCursor = (place: CursorPosition | null): string | null =>
  place === null ? null : cursorOf(place)
