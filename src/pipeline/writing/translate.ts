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
import type { Reader } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { handleJob, type RegisteredJob } from '#platform/jobs/job.ts'
import { ask } from '#writing/connection/ask.ts'
import { isHarmless } from '#writing/excerpt.ts'
import { translationFault, translationQuestion } from '#writing/prompts/translation.ts'
import { translateJob } from './translate-job.ts'

type Words = Pick<Entry, 'title' | 'body'>

/** A first answer, and another where that had a fault. */
const ATTEMPTS = 2

/** An entry's words in another language by the account's writer; or why there are none, as a sentence. */
async function translateWords(
  context: LanguageModels,
  accountId: string,
  { title, body }: Words,
  language: string,
  signal?: AbortSignal,
): Promise<Words | { why: string; mayRetry: boolean }> {
  const account = await context.modelOf(accountId)
  if (account === null)
    throw new AppError('conflict', 'No writer is switched on. An owner connects one in Settings.')
  const entry = { headline: title, body }
  if (!isHarmless(title) || !isHarmless(body))
    return { why: 'The entry speaks to a language model, so none is asked about it.', mayRetry: false }
  const asking = await askingFor(context, accountId, account, signal)
  let fault: string | null = null
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const question = translationQuestion(entry, asking.guidance, language, fault)
    const answered = await ask(asking, accountId, account, question, signal)
    if ('silence' in answered)
      return { why: `The writer ${silenceOf(answered.silence)}.`, mayRetry: answered.silence !== 'budget' }
    const told = { title: answered.answer.title.trim(), body: answered.answer.body.trim() }
    fault = translationFault(entry, { headline: told.title, body: told.body })
    if (fault === null) return told
  }
  return { why: `The writer's translation ${fault}, so it is not used.`, mayRetry: false }
}

/** The same for a person to look at; nothing is stored. Throws `unavailable` where there are no words. */
export async function requireTranslation(
  db: Reader,
  context: LanguageModels,
  entry: Entry,
  language: string,
  signal?: AbortSignal,
): Promise<Words> {
  await requireLanguage(db, entry.accountId, language)
  const words = await translateWords(context, entry.accountId, entry, language, signal)
  if ('title' in words) return words
  throw new AppError('unavailable', words.why)
}

/** A person's translation is never replaced; the machine's is where the entry has other words since. */
export const translateJobs = ({ db, action, models }: WritingContext): RegisteredJob =>
  handleJob(translateJob, {
    async run({ entryId, language }, { signal }) {
      const entry = await entryById(db.read, entryId)
      const known = (await translationsOf(db.read, entry)).get(language)
      const isWanted = async () => (await languagesOf(db.read, entry.accountId)).includes(language)
      if (!(await isWanted()) || (known && !(known.isMachine && known.isOutdated))) return async () => {}
      const context = await models()
      if ((await context.modelOf(entry.accountId)) === null) return async () => {}
      const words = await whileWanted(isWanted, signal, signal =>
        translateWords(context, entry.accountId, entry, language, signal),
      )
      if (words === null) return async () => {}
      if ('why' in words && words.mayRetry) throw new Error(words.why)
      if ('why' in words) return async () => {}
      return async tx => {
        const seen = known?.version ?? 0
        const current = await entryById(tx, entryId)
        if (current.title !== entry.title || current.body !== entry.body) return
        if (((await translationsOf(tx, current)).get(language)?.version ?? 0) !== seen) return
        const writer = { ...action, actor: 'writer' }
        await saveTranslation(tx, writer, current, language, words, { isMachine: true, seen })
      }
    },
  })
