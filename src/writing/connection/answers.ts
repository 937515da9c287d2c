import type { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import type { Sampling } from '#writing/models/language-model.ts'

/** Identifies a question of an account: a hash of all that was asked, the model's name included. */
export interface QuestionKey {
  accountId: string
  question: string
}

/** An answer, and the sampling settings that the model was asked with. */
interface KnownAnswer<T> {
  answer: T
  sampling: Sampling
}

/** What the same question was answered before; null where it was not, or not in the form that is asked for today. */
export async function answerTo<T>(
  db: Reader,
  { accountId, question }: QuestionKey,
  schema: z.ZodType<T>,
): Promise<KnownAnswer<T> | null> {
  const row = await db
    .selectFrom('language_model_answer')
    .select(['answer', 'sampling'])
    .where('account_id', '=', accountId)
    .where('question', '=', question)
    .executeTakeFirst()
  const parsed = row && schema.safeParse(JSON.parse(row.answer))
  return parsed?.success ? { answer: parsed.data, sampling: JSON.parse(row?.sampling ?? '{}') } : null
}

/** Keeps the answer; of two to the same question the first. */
export async function keepAnswer(
  tx: Tx,
  clock: Clock,
  { accountId, question }: QuestionKey,
  { answer, sampling }: KnownAnswer<unknown>,
): Promise<void> {
  await tx
    .insertInto('language_model_answer')
    .values({
      account_id: accountId,
      question,
      answer: JSON.stringify(answer),
      sampling: JSON.stringify(sampling),
      answered_at: clock.now(),
    })
    .onConflict(conflict => conflict.columns(['account_id', 'question']).doNothing())
    .execute()
}
