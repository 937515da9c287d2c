import { z } from 'zod'
import type { ActionContext } from '#accounts/activity.ts'
import { endRun, holdRun, type Run, type RunEnd, Runs } from '#accounts/runs.ts'
import { publishedEntries } from '#changelog/feeds/published.ts'
import { FEED_LIMIT } from '#changelog/limits.ts'
import { languagesOf } from '#changelog/translations/translations.ts'
import type { WritingContext } from '#pipeline/judging/judge.ts'
import { mapConcurrently, whileWanted } from '#platform/concurrency.ts'
import type { Tx } from '#platform/db/schema.ts'
import type { WriteContext } from '#platform/ids.ts'
import { chunksOf } from '#platform/iterables.ts'
import { defineJob, handleJob, type JobRun, type RegisteredJob } from '#platform/jobs/job.ts'
import { enqueue } from '#platform/jobs/queue.ts'
import { adviceOn, concernsOneRequest } from '#writing/models/language-model.ts'
import { translateEntry } from './translate.ts'

/** The ids of the entries to translate, the newest first. */
interface TranslationOptions {
  entries: string[]
}

interface TranslationCounts {
  /** How many translations by the writer could not be used. */
  untranslated: number
}

/** The translation of the newest entries into a language that was added to the account. The language is its subject. */
export type TranslationRun = Run<TranslationOptions, TranslationCounts>

const TRANSLATIONS = new Runs<TranslationOptions, TranslationCounts>('translation')

/** Translates some entries of a run. */
const translateNewestJob = defineJob({
  name: 'translate-newest',
  payload: z.object({ runId: z.string() }),
  attempts: 5,
  priority: 'backfill',
})

/** The most entries that one job takes, so that imports of the account get their turn in between. */
const BATCH = 20

/** Starts translating the entries that feeds list into the languages that were added to the account. */
export async function startTranslations(
  tx: Tx,
  context: ActionContext,
  accountId: string,
  languages: readonly string[],
): Promise<void> {
  const rows = await publishedEntries(tx, { accountId, setId: null }, 'both').limit(FEED_LIMIT).execute()
  if (rows.length === 0) return
  for (const subject of languages) {
    const given = { options: { entries: rows.map(({ id }) => id) }, counts: { untranslated: 0 } }
    // A language that is removed and added again at once continues with its run.
    if ((await TRANSLATIONS.last(tx, accountId, subject))?.state === 'running') continue
    const run = await TRANSLATIONS.start(tx, context, { accountId, subject, ...given }, 'It runs already.')
    await TRANSLATIONS.advance(tx, run, { total: rows.length })
    await enqueueBatch(tx, context, run)
  }
}

const enqueueBatch = (
  tx: Tx,
  context: WriteContext,
  { id, accountId }: Pick<TranslationRun, 'id' | 'accountId'>,
): Promise<void> => enqueue(tx, context, translateNewestJob, { accountId, payload: { runId: id } })

/**
 * Translates the entries of a run, a few at a time. After a crash it continues with those that are left. It
 * ends if the language is removed, or if the writer has no budget left or keeps failing, and says why.
 */
export const translationRunJobs = (context: WritingContext): RegisteredJob =>
  handleJob(translateNewestJob, {
    async run({ runId }, { signal, progressed }) {
      const { db, action } = context
      const run = await TRANSLATIONS.open(db, runId)
      if (!run) return async () => {}
      const hasLanguage = async () => (await languagesOf(db.read, run.accountId)).includes(run.subject)
      const isWanted = async () =>
        (await TRANSLATIONS.running(db.read, runId)) !== null && (await hasLanguage())
      const end = (await hasLanguage())
        ? await whileWanted(isWanted, signal, signal => translateBatch(context, run, { signal, progressed }))
        : ({ state: 'stopped', detail: 'The language was removed.' } as const)
      return async tx => {
        if (end !== null) await endRun(tx, action, run, end)
        else if (await holdRun(tx, run.id)) await enqueueBatch(tx, action, run)
      }
    },
    onFailed: (tx, { runId }, detail) => TRANSLATIONS.fail(tx, context.action, runId, detail),
  })

/** Translates the entries whose turn it is. Returns how the run ends, or null if it continues. */
async function translateBatch(
  context: WritingContext,
  run: TranslationRun,
  { signal, progressed }: Pick<JobRun, 'signal' | 'progressed'>,
): Promise<RunEnd | null> {
  const account = await (await context.models()).modelOf(run.accountId)
  if (account === null) return { state: 'failed', detail: 'The writer was switched off.' }
  const left = run.options.entries.slice(run.done)
  let { done, counts } = run
  for (const chunk of chunksOf(left.slice(0, BATCH), account.model.atOnce)) {
    signal.throwIfAborted()
    const results = await mapConcurrently(chunk, chunk.length, id =>
      translateEntry(context, id, run.subject, signal),
    )
    const failures = results.flatMap(result => (result && 'why' in result ? [result] : []))
    const failure = failures.find(({ silence }) => silence !== null && !concernsOneRequest(silence))
    if (!failure) {
      done += chunk.length
      counts = { untranslated: counts.untranslated + failures.length }
    }
    await context.db.write(async tx => {
      if (!(await TRANSLATIONS.advance(tx, run, { done, counts }))) return
      for (const result of results) if (result && 'store' in result) await result.store(tx)
    })
    if (failure?.silence === 'budget') return { state: 'failed', detail: adviceOn('budget') }
    if (failure) throw new Error(failure.why)
    await progressed()
  }
  return left.length > BATCH ? null : { state: 'done' }
}
