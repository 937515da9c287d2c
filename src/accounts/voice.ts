import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { safeLine, safeText } from '#platform/text.ts'
import { lockAccount } from './account.ts'
import { type ActionContext, recordActivity } from './activity.ts'

/** How an account wants its copy to sound. Parts that were not filled in are empty. */
export interface Voice {
  /** What the product is. */
  product: string
  /** Who reads the changelog. */
  audience: string
  /** How to write, in a few sentences. */
  guide: string
  wordsToUse: string[]
  wordsToAvoid: string[]
}

const NO_VOICE: Voice = { product: '', audience: '', guide: '', wordsToUse: [], wordsToAvoid: [] }
const LONGEST: Record<'product' | 'audience' | 'guide', number> = {
  product: 300,
  audience: 300,
  guide: 2_000,
}
const MOST_WORDS = 50
const LONGEST_WORD = 60

export async function voiceOf(db: Reader, accountId: string): Promise<Voice> {
  const row = await db.selectFrom('voice').selectAll().where('account_id', '=', accountId).executeTakeFirst()
  if (!row) return NO_VOICE
  const { product, audience, guide, words_to_use, words_to_avoid } = row
  return {
    product,
    audience,
    guide,
    wordsToUse: JSON.parse(words_to_use),
    wordsToAvoid: JSON.parse(words_to_avoid),
  }
}

/** Changes the given parts. Throws `invalid_parameter` for a text that is too long or too many words. */
export async function changeVoice(
  tx: Tx,
  context: ActionContext,
  accountId: string,
  change: Partial<Voice>,
): Promise<Voice> {
  const before = await voiceOf(await lockAccount(tx, accountId), accountId)
  const after = cleaned({ ...before, ...change })
  const row = {
    product: after.product,
    audience: after.audience,
    guide: after.guide,
    words_to_use: JSON.stringify(after.wordsToUse),
    words_to_avoid: JSON.stringify(after.wordsToAvoid),
    changed_at: context.clock.now(),
  }
  await tx
    .insertInto('voice')
    .values({ account_id: accountId, ...row })
    .onConflict(conflict => conflict.column('account_id').doUpdateSet(row))
    .execute()
  await recordActivity(tx, context, 'voice changed', { accountId, before, after })
  return after
}

const cleaned = (voice: Voice): Voice => ({
  product: textOf('product', voice.product),
  audience: textOf('audience', voice.audience),
  guide: textOf('guide', voice.guide),
  wordsToUse: wordsOf('wordsToUse', voice.wordsToUse),
  wordsToAvoid: wordsOf('wordsToAvoid', voice.wordsToAvoid),
})

function textOf(name: keyof typeof LONGEST, given: string): string {
  const text = safeText(given).trim()
  if (text.length <= LONGEST[name]) return text
  throw refused(name, `at most ${LONGEST[name]} characters`)
}

function wordsOf(name: string, given: readonly string[]): string[] {
  const words = [...new Set(given.map(safeLine))].filter(word => word !== '')
  if (words.length <= MOST_WORDS && words.every(word => word.length <= LONGEST_WORD)) return words
  throw refused(name, `at most ${MOST_WORDS} words or phrases of ${LONGEST_WORD} characters`)
}

const refused = (name: string, accepts: string): AppError =>
  new AppError('invalid_parameter', `Give ${accepts}.`, { parameters: [{ name, got: '', accepts }] })
