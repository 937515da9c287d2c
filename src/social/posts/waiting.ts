import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Reader, Schema } from '#platform/db/schema.ts'

/** Posts that a person has to look at: held, failed, of unknown outcome, or kept by the network although their entry was withdrawn. */
export const waitsForPerson = (where: ExpressionBuilder<Schema, 'post'>): Expression<SqlBool> =>
  where.or([
    where.and([where('post.state', '=', 'planned'), where('post.held', 'is not', null)]),
    where('post.state', 'in', ['failed', 'unknown']),
    where.and([where('post.state', '=', 'posted'), where('post.withdrawal', '=', 'refused')]),
  ])

/** What needs attention in an account. */
export interface SocialCounts {
  /** Social accounts that need reconnecting. */
  reconnect: number
  /** Posts that wait for a person. */
  waiting: number
}

export async function socialCounts(db: Reader, accountId: string): Promise<SocialCounts> {
  const { reconnect } = await db
    .selectFrom('social_account')
    .select(({ fn }) => fn.countAll<number>().as('reconnect'))
    .where('account_id', '=', accountId)
    .where('state', '=', 'needs reconnecting')
    .executeTakeFirstOrThrow()
  const { waiting } = await db
    .selectFrom('post')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('account_id', '=', accountId)
    .where(waitsForPerson)
    .executeTakeFirstOrThrow()
  return { reconnect: Number(reconnect), waiting: Number(waiting) }
}
