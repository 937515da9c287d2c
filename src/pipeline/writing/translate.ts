import type { Entry } from '#changelog/entries/entry.ts'
import { entryById } from '#changelog/entries/store.ts'
import {
  languagesOf,
  requireLanguage,
  saveTranslation,
  translationsOf,
} from '#changelog/translations/translations.ts'
import { askingFor, type LanguageModels, type WritingContext } from '#pipeline/judging/judge.ts'
import { silenceOf } from '#pipeline/judging/wording.ts'
import { whileWanted } from '#platform/concurrency.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { handleJob, type RegisteredJob } from '#platform/jobs/job.ts'
import { ask } from '#writing/connection/ask.ts'
import { isHarmless } from '#writing/models/prompt-injection.ts'
import { translationFault, translationQuestion } from '#writing/prompts/translation.ts'
import { translateJob } from './translate-job.ts'

type Words = Pick<Entry, 'title' | 'body'>

/** Why there is no translation, as a sentence. */
interface Untranslated {
  why: string
  /** Null if the writer answered, or must not be asked. */
  silence: Silence | null
}

type Silence = Parameters<typeof silenceOf>[0]

/** How often the writer is asked: once more if the first answer was faulty. */
const ATTEMPTS = 2

/** An entry's words in another language by the account's writer, or the reason why there are none, as a sentence. */
async function translateWords(
  context: LanguageModels,
  accountId: string,
  { title, body }: Words,
  language: string,
  signal?: AbortSignal,
): Promise<Words | Untranslated> {
  const account = await context.modelOf(accountId)
  if (account === null)
    throw new AppError('conflict', 'No writer is switched on. An owner connects one in Settings.')
  const entry = { headline: title, body }
  if (!isHarmless(title) || !isHarmless(body))
    return { why: 'The entry speaks to a language model, so none is asked about it.', silence: null }
  const asking = await askingFor(context, accountId, account, signal)
  let fault: string | null = null
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const question = translationQuestion(entry, asking.guidance, language, fault)
    const answered = await ask(asking, accountId, account, question, signal)
    if ('silence' in answered)
      return { why: `The writer ${silenceOf(answered.silence)}.`, silence: answered.silence }
    const told = { title: answered.answer.title.trim(), body: answered.answer.body.trim() }
    fault = translationFault(entry, { headline: told.title, body: told.body })
    if (fault === null) return told
  }
  return { why: `The writer's translation ${fault}, so it is not used.`, silence: null }
}

/** A translation of an entry, or of a page's title and introduction; nothing is stored. Throws `unavailable` if there is none. */
export async function requireTranslation(
  db: Reader,
  context: LanguageModels,
  entry: Words & Pick<Entry, 'accountId'>,
  language: string,
  signal?: AbortSignal,
): Promise<Words> {
  await requireLanguage(db, entry.accountId, language)
  const words = await translateWords(context, entry.accountId, entry, language, signal)
  if ('title' in words) return words
  throw new AppError('unavailable', words.why)
}

/**
 * Lets the writer translate an entry into a language of its account. Returns a function that stores the
 * translation, or why there is none; null if none is needed. A person's translation is never replaced, the
 * writer's only if the entry's words have changed since. Throws `conflict` without a writer.
 */
export async function translateEntry(
  { db, action, models }: WritingContext,
  entryId: string,
  language: string,
  signal: AbortSignal,
): Promise<{ store(tx: Tx): Promise<void> } | Untranslated | null> {
  const entry = await entryById(db.read, entryId)
  const known = (await translationsOf(db.read, entry)).get(language)
  if (known && !(known.isMachine && known.isOutdated)) return null
  const words = await translateWords(await models(), entry.accountId, entry, language, signal)
  if ('why' in words) return words
  return {
    async store(tx) {
      const seen = known?.version ?? 0
      const current = await entryById(tx, entryId)
      if (current.title !== entry.title || current.body !== entry.body) return
      if (((await translationsOf(tx, current)).get(language)?.version ?? 0) !== seen) return
      const writer = { ...action, actor: 'writer' }
      await saveTranslation(tx, writer, current, language, words, { isMachine: true, seen })
    },
  }
}

/** Translates entries that were published or edited. */
export const translateJobs = (context: WritingContext): RegisteredJob =>
  handleJob(translateJob, {
    async run({ entryId, language }, { signal }) {
      const { db, models } = context
      const { accountId } = await entryById(db.read, entryId)
      const isWanted = async () => (await languagesOf(db.read, accountId)).includes(language)
      if (!(await isWanted()) || (await (await models()).modelOf(accountId)) === null) return async () => {}
      const translated = await whileWanted(isWanted, signal, signal =>
        translateEntry(context, entryId, language, signal),
      )
      if (translated === null) return async () => {}
      if ('store' in translated) return translated.store
      if (translated.silence !== null && translated.silence !== 'budget') throw new Error(translated.why)
      return async () => {}
    },
  })
