import type { Reader, Tx } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import { type Advice, advice } from './answer.ts'

/** What the same question was answered before; null where it was not, or not in today's form. */
export async function answerTo(db: Reader, accountId: string, question: string): Promise<Advice | null> {
  const row = await db
    .selectFrom('language_model_answer')
    .select('answer')
    .where('account_id', '=', accountId)
    .where('question', '=', question)
    .executeTakeFirst()
  return row === undefined ? null : (advice.safeParse(JSON.parse(row.answer)).data ?? null)
}

/** Keeps the answer; of two to the same question the first. `question` is a hash of all that was asked, the model's name included. */
export async function keepAnswer(
  tx: Tx,
  clock: Clock,
  { accountId, question, answer }: { accountId: string; question: string; answer: Advice },
): Promise<void> {
  await tx
    .insertInto('language_model_answer')
    .values({ account_id: accountId, question, answer: JSON.stringify(answer), answered_at: clock.now() })
    .onConflict(conflict => conflict.columns(['account_id', 'question']).doNothing())
    .execute()
}
