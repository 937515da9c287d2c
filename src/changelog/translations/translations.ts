import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Account } from '#accounts/account.ts'
import { type ActionContext, recordActivity } from '#accounts/activity.ts'
import { touchFeeds } from '#accounts/feed-revision.ts'
import type { Entry } from '#changelog/entries/entry.ts'
import { bodyFrom, languageFrom, titleFrom } from '#changelog/entries/entry-text.ts'
import type { Instant } from '#platform/clock.ts'
import type { Reader, Schema, Tx } from '#platform/db/schema.ts'
import { indexTexts } from '#platform/db/search-text.ts'
import { AppError } from '#platform/errors.ts'
import { safeLine } from '#platform/text.ts'
import { HEADLINE_LIMIT } from '#writing/pitch.ts'

/** A title and a body in Markdown. */
type Words = Pick<Entry, 'title' | 'body'>

/** An entry's words in another language. */
export interface EntryTranslation extends Words {
  /** BCP 47. */
  language: string
  /** Whether the writer translated it and no person has checked it. */
  isMachine: boolean
  /** Whether the entry's own words have changed since the translation. */
  isOutdated: boolean
  /** Increases with every change; an edit names the version that it is based on. */
  version: number
  updatedAt: Instant
}

/** The translations of an entry, by language. */
export async function translationsOf(
  db: Reader,
  entry: Pick<Entry, 'id' | 'title' | 'body'>,
): Promise<Map<string, EntryTranslation>> {
  const rows = await db.selectFrom('entry_translation').selectAll().where('entry_id', '=', entry.id).execute()
  const source = hashOf(entry)
  return new Map(
    rows.map(row => [
      row.language,
      {
        language: row.language,
        title: row.title,
        body: row.body,
        isMachine: row.by_machine === 1,
        isOutdated: row.source_hash !== source,
        version: row.version,
        updatedAt: row.updated_at,
      },
    ]),
  )
}

/** The limit of a translated title: other languages need up to half as much space again. */
const TRANSLATED_TITLE_LIMIT = 1.5 * HEADLINE_LIMIT

/**
 * Stores an entry's words in one of the account's languages. Throws `conflict` if the version that was seen
 * (0 for none) is not the stored one, or if the writer would replace a person's words; throws `invalid_parameter` for
 * words that an entry cannot have, and for a language that the account does not translate into.
 */
export async function saveTranslation(
  tx: Tx,
  context: ActionContext,
  entry: Entry,
  language: string,
  words: Words,
  { isMachine, seen }: { isMachine: boolean; seen: number },
): Promise<void> {
  await requireLanguage(tx, entry.accountId, language)
  const told = { title: titleFrom(words.title, TRANSLATED_TITLE_LIMIT), body: await bodyFrom(words.body) }
  const before = await translationIfUnchanged(tx, entry, language, seen)
  const columns = {
    ...told,
    by_machine: Number(isMachine),
    source_hash: hashOf(entry),
    version: seen + 1,
    updated_at: Math.max(context.clock.now(), before?.updatedAt ?? 0),
  }
  const stored =
    seen === 0
      ? await tx
          .insertInto('entry_translation')
          .values({ entry_id: entry.id, account_id: entry.accountId, language, ...columns })
          .onConflict(conflict => conflict.doNothing())
          .returning('version')
          .executeTakeFirst()
      : await tx
          .updateTable('entry_translation')
          .set(columns)
          .where('entry_id', '=', entry.id)
          .where('language', '=', language)
          .where('version', '=', seen)
          .$if(isMachine, query => query.where('by_machine', '=', 1))
          .returning('version')
          .executeTakeFirst()
  if (stored === undefined) throw await translationConflict(tx, entry, language)
  const text = `${told.title} ${told.body}`
  await indexTexts(tx, [{ accountId: entry.accountId, entryId: entry.id, language, text }])
  await recordTranslation(tx, context, entry, language, before ?? null, told)
}

/** Removes a translation: readers get the entry's own words. Throws `conflict` like `saveTranslation`. */
export async function removeTranslation(
  tx: Tx,
  context: ActionContext,
  entry: Entry,
  language: string,
  seen: number,
): Promise<void> {
  const before = await translationIfUnchanged(tx, entry, language, seen)
  if (before === undefined) return
  const { numDeletedRows } = await tx
    .deleteFrom('entry_translation')
    .where('entry_id', '=', entry.id)
    .where('language', '=', language)
    .where('version', '=', seen)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw await translationConflict(tx, entry, language)
  await recordTranslation(tx, context, entry, language, before, null)
}

async function translationIfUnchanged(
  tx: Tx,
  entry: Entry,
  language: string,
  seen: number,
): Promise<EntryTranslation | undefined> {
  const stored = (await translationsOf(tx, entry)).get(language)
  if ((stored?.version ?? 0) === seen) return stored
  throw await translationConflict(tx, entry, language)
}

const translationConflict = async (tx: Tx, entry: Entry, language: string) =>
  new AppError('conflict', 'The translation has changed since. Nothing was changed; reload it.', {
    current: (await translationsOf(tx, entry)).get(language) ?? null,
  })

/** Throws `invalid_parameter` for a language that the account does not translate into. */
export async function requireLanguage(db: Reader, accountId: string, language: string): Promise<void> {
  const languages = await languagesOf(db, accountId)
  if (languages.includes(language)) return
  const accepts =
    languages.length === 0 ? 'a language that is added in the settings first' : languages.join(', ')
  throw new AppError('invalid_parameter', `The account translates into: ${accepts}.`, {
    parameters: [{ name: 'language', got: safeLine(language.slice(0, 40)), accepts }],
  })
}

/** Logs the words before and after the change, so that none are lost. */
async function recordTranslation(
  tx: Tx,
  context: ActionContext,
  { id, accountId, setId, state }: Entry,
  language: string,
  before: Words | null,
  after: Words | null,
): Promise<void> {
  const told = (words: Words | null) => words && { language, title: words.title, body: words.body }
  await recordActivity(tx, context, after === null ? 'translation removed' : 'translated', {
    accountId,
    subject: id,
    before: told(before),
    after: told(after),
    topic: 'entries',
  })
  if (state === 'published') await touchFeeds(tx, context.clock, accountId, { sets: [setId] })
}

const hashOf = ({ title, body }: Words): string =>
  createHash('sha256')
    .update(JSON.stringify([title, body]))
    .digest('hex')

const MOST_LANGUAGES = 8

/** A translation from the account's own language into another one; both are BCP 47 tags. */
export interface Translation {
  from: string
  to: string
}

/** What a team calls its page, and the sentence below; null where it gave none. */
export interface PageText {
  title: string | null
  intro: string | null
}

/** The text of a page in one language, and the language that each part is in, a BCP 47 tag. */
export interface TranslatedPageText extends PageText {
  languageOf: Record<keyof PageText, string>
}

/** The text of a page in a language; what is not translated stays in the account's own. */
export function pageTextIn(
  { title, intro, translations }: PageText & { translations: Record<string, PageText> },
  language: string,
  translation: Translation | null,
): TranslatedPageText {
  const told = (translation && translations[translation.to]) ?? { title: null, intro: null }
  const languageIn = (own: string | null, other: string | null) =>
    translation && own !== null && other === null ? translation.from : language
  return {
    title: told.title ?? title,
    intro: told.intro ?? intro,
    languageOf: { title: languageIn(title, told.title), intro: languageIn(intro, told.intro) },
  }
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

/** The languages of the stored list without the account's own, which may have become one of them since. */
const otherLanguages = (stored: string, own: string): string[] =>
  (JSON.parse(stored) as string[]).filter(language => language !== own)

/**
 * Finds the translation that a part of an address names, in lower case. Null for the account's own language,
 * which no address names; undefined if there is no such language.
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

/** The form of an account's feeds and page in one of its languages. */
export interface LanguageForm {
  /** BCP 47 tag of the language that this form is in. */
  language: string
  /** Null for the account's own language. */
  translation: Translation | null
  /** The languages that there are forms in, the account's own first. */
  languages: readonly [own: string, ...others: string[]]
}

/** The form that a part of an address names, null for the one in the account's own language. Null for a language that there is no form in. */
export function languageForm(
  { language: own, translated_into }: Pick<Selectable<Schema['account']>, 'language' | 'translated_into'>,
  segment: string | null,
): LanguageForm | null {
  const others = otherLanguages(translated_into, own)
  const translation = translationInto(segment, own, others)
  if (translation === undefined) return null
  return { language: translation?.to ?? own, translation, languages: [own, ...others] }
}

/**
 * Sets the languages that entries are translated into. Translations into other languages are kept but not shown. Throws `invalid_parameter`
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
