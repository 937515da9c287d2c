import type { Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import type { Billing, Plan } from './plan.ts'
import { lockPlan } from './plan-events.ts'

/** What a plan limits. Reading is never limited, and what is there already stays. */
const THINGS = {
  repositories: { one: 'repository', many: 'repositories' },
  members: { one: 'member', many: 'members' },
}
type Thing = keyof typeof THINGS

type Room = Record<Thing, number>
const EVERYTHING: Room = { repositories: Infinity, members: Infinity }
const LITTLE: Room = { repositories: 3, members: 3 }

/** The one table of limits. */
const ROOM: Record<Plan, Room> = {
  free: LITTLE,
  active: EVERYTHING,
  past_due: EVERYTHING,
  cancelled: LITTLE,
}

export interface PlanContext {
  tx: Tx
  billing: Billing
}

/** `conflict` when the account's plan has no room for one more watched repository. Ask it in the transaction that adds it. */
export const requireRepositoryQuota = (means: PlanContext, accountId: string): Promise<void> =>
  requireRoom(means, accountId, 'repositories', async () => {
    const { count } = await means.tx
      .selectFrom('repository')
      .select(build => build.fn.countAll<number>().as('count'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    return Number(count)
  })

/** The same for members; `countMembers` counts those that are invited too, in the same transaction. */
export const requireMemberQuota = (
  means: PlanContext,
  accountId: string,
  countMembers: () => Promise<number>,
): Promise<void> => requireRoom(means, accountId, 'members', countMembers)

/** Counts only once it holds the plan, so that two who add the last one at the same time do not both find room for it. */
async function requireRoom(
  { tx, billing }: PlanContext,
  accountId: string,
  thing: Thing,
  count: () => Promise<number>,
): Promise<void> {
  if (billing === 'none') return
  const plan = await lockPlan(tx, accountId)
  const room = ROOM[plan][thing]
  if (room === Infinity || (await count()) < room) return
  throw new AppError('conflict', fullSentence(plan, thing, room))
}

function fullSentence(plan: Plan, thing: Thing, room: number): string {
  const { one, many } = THINGS[thing]
  const cause = plan === 'cancelled' ? 'Since the subscription ended' : 'On the free plan'
  return `${cause} an account has room for ${room} ${room === 1 ? one : many}, and they are taken. Whoever runs this server gets a link to the paid plan with "tidings plan checkout"; what is there stays and can be read as before.`
}
