import type { Account } from '#accounts/account.ts'
import { type ActionContext, recordActivity } from '#accounts/activity.ts'
import { touchFeeds } from '#accounts/feed-revision.ts'
import { languageFrom } from '#changelog/entries/entry-text.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'

const MOST_LANGUAGES = 8

/** From the account's own language into another one; both are BCP 47 tags. */
export interface Translation {
  from: string
  to: string
}

/** The languages that an account's entries are translated into, in its order; never its own. */
export async function languagesOf(db: Reader, accountId: string): Promise<string[]> {
  const { language, translated_into: stored } = await db
    .selectFrom('account')
    .select(['language', 'translated_into'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return otherLanguages(stored, language)
}

/** Of the stored list those that are not the account's own, which may have become one of them since. */
export const otherLanguages = (stored: string, own: string): string[] =>
  (JSON.parse(stored) as string[]).filter(language => language !== own)

/**
 * Finds one of the languages by how addresses name it, which is in lower case: null for the account's own, which no address names,
 * undefined for one that there is none of.
 */
export function translationInto(
  segment: string | null,
  own: string,
  languages: readonly string[],
): Translation | null | undefined {
  if (segment === null) return null
  const to = languages.find(language => language.toLowerCase() === segment.toLowerCase())
  return to === undefined ? undefined : { from: own, to }
}

/**
 * Sets the languages that entries are translated into. Translations into others are kept and no longer shown. Throws `invalid_parameter`
 * for text that is no language tag, for the account's own language, and for too many.
 */
export async function changeLanguages(
  tx: Tx,
  context: ActionContext,
  account: Account,
  given: readonly string[],
): Promise<string[]> {
  const before = await languagesOf(tx, account.id)
  const after = [...new Set(given.map(languageFrom))]
  if (after.length > MOST_LANGUAGES)
    throw new AppError(
      'invalid_parameter',
      `Entries are translated into at most ${MOST_LANGUAGES} languages.`,
    )
  if (after.includes(account.language))
    throw new AppError(
      'invalid_parameter',
      `Entries are written in ${account.language}, so they are not translated into it.`,
    )
  if (JSON.stringify(after) === JSON.stringify(before)) return before
  await tx
    .updateTable('account')
    .set({ translated_into: JSON.stringify(after) })
    .where('id', '=', account.id)
    .execute()
  await touchFeeds(tx, context.clock, account.id, 'all')
  await recordActivity(tx, context, 'settings changed', {
    accountId: account.id,
    before: { translatedInto: before },
    after: { translatedInto: after },
  })
  return after
}
