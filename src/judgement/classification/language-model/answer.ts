import { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { CONFIDENCES, KINDS, MAGNITUDES, VISIBILITIES } from '../classification.ts'

/** What a verdict can go by; the names of evidence are chosen from these, so that no reason is in words of the model's own. */
export const GROUNDS = ['title', 'description', 'labels', 'files', 'commits', 'team note'] as const

/** Grounds come first: a model that names them before it decides decides better. Lengths are for the checks, not for the schema. */
export const advice = z.strictObject({
  grounds: z.array(z.enum(GROUNDS)),
  visibility: z.enum(VISIBILITIES),
  kind: z.enum(KINDS),
  magnitude: z.enum(MAGNITUDES),
  confidence: z.enum(CONFIDENCES),
  headline: z.string(),
  body: z.string(),
})

/** What a language model makes of a pull request: evidence and proposed words, nothing that is so because it says so. */
export type Advice = z.infer<typeof advice>

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
