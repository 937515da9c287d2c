import type { Classification } from '#judgement/classification/classification.ts'
import type { LanguageModels, ModelInput, OfflineJudge } from '#pipeline/judging/judge.ts'
import type { Judge, Judged, OfflineJudgement, Unjudged } from '#pipeline/judging/judged.ts'
import type { Reviewer } from '#pipeline/reviewing/review-job.ts'
import { BackgroundThread, TaskFailed, type ThreadLimits } from '#platform/background-thread.ts'
import type { Clock } from '#platform/clock.ts'
import type { DatabaseLocation } from '#platform/db/open.ts'
import type { Metrics } from '#platform/monitoring/metrics.ts'
import { clip, safeLine } from '#platform/text.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { HEADLINE_LIMIT } from '#writing/pitch.ts'
import type { BackgroundTasks } from './background-tasks.ts'
import { createJudge, createLanguageModels, type ModelOptions } from './judging.ts'

export type Background = BackgroundThread<BackgroundTasks>

export const openBackground = (
  database: DatabaseLocation,
  metrics?: Metrics,
  limits?: Partial<ThreadLimits>,
  entry = new URL('./judging-thread.ts', import.meta.url),
): Background => new BackgroundThread(entry, { database }, limits, metrics)

/** Judges in the background thread. A merge that cannot be processed in time stays unclassified; the others of its batch are judged. */
const offlineInBackground = (background: Background, clock: Clock): OfflineJudge => ({
  judge: (accountId, pulls, signal) =>
    eachOrAlone(pulls, signal, async some => {
      const judged = await background.run('judge', { accountId, pulls: some, now: clock.now() })
      return judged.map((one, at) => ({ ...one, pull: some[at] as MergedPull }))
    }),
  judgeForModel: (accountId, pulls, signal) =>
    eachOrAlone(pulls, signal, async (some): Promise<ModelInput[]> => {
      const readings = await background.run('read', { accountId, pulls: some, now: clock.now() })
      return readings.map(({ judged, ...reading }, at) => ({
        ...reading,
        judged: { ...judged, pull: some[at] as MergedPull },
      }))
    }),
  async check(pull, words, { voice, language }) {
    const checked = await attempt(
      background.run('checkWords', { pull, words, guidance: { voice, language } }),
    )
    return checked instanceof TaskFailed
      ? { faults: [{ fault: 'could not be checked in time', rule: 'Form' }] }
      : checked
  },
})

/** The time limit of a review. Judging a few hundred earlier merges takes about a second. */
const REVIEW_MS = 20_000

/** Reviews open pull requests in the background thread. */
export const reviewInBackground =
  (background: Background, clock: Clock): Reviewer['review'] =>
  async (repository, pull) => {
    const task = background.run('review', { repository, pull, now: clock.now() }, { processingMs: REVIEW_MS })
    const review = await attempt(task)
    return review instanceof TaskFailed ? null : review
  }

/** Tries the whole batch first, which is faster. If that fails, tries each merge alone, so that only the ones at fault fail. */
async function eachOrAlone<T extends Judged | ModelInput>(
  pulls: readonly MergedPull[],
  signal: AbortSignal | undefined,
  process: (some: readonly MergedPull[]) => Promise<T[]>,
): Promise<(T | Unjudged)[]> {
  if (pulls.length === 0) return []
  const together = await attempt(process(pulls))
  if (!(together instanceof TaskFailed)) return together
  const results: (T | Unjudged)[] = []
  for (const pull of pulls) {
    signal?.throwIfAborted()
    const alone = await attempt(process([pull]))
    results.push(...(alone instanceof TaskFailed ? [{ pull, failure: alone.message }] : alone))
  }
  return results
}

async function attempt<T>(work: Promise<T>): Promise<T | TaskFailed> {
  try {
    return await work
  } catch (error) {
    if (error instanceof TaskFailed) return error
    throw error
  }
}

/** The offline judgement that a person's override starts from; the title alone if the text cannot be processed. */
export async function judgementToOverride(
  background: Background,
  pull: MergedPull,
): Promise<OfflineJudgement> {
  const judged = await attempt(background.run('judgeOne', pull))
  if (!(judged instanceof TaskFailed)) return judged
  const headline = clip(safeLine(pull.title), HEADLINE_LIMIT)
  return { classification: UNPROCESSED, pitch: { headline, body: '', writer: 'offline' } }
}

/** A classification for a merge that cannot be processed; it holds the fields that the person does not decide. */
const UNPROCESSED: Classification = {
  visibility: 'internal',
  kind: 'improvement',
  magnitude: 'patch',
  confidence: 'low',
  score: 0,
  reason: 'Its text could not be processed.',
  evidence: [],
  layer: 'model',
  version: '0',
}

type InBackground = ModelOptions & { background: Background }

/** Judges merges in the background thread, so that requests to the same process do not wait. */
export const judgeInBackground = (service: InBackground): Promise<Judge> =>
  createJudge(service, offlineInBackground(service.background, service.clock))

/** Creates what is needed to ask language models; the offline part runs in the background thread. */
export const modelsInBackground = (service: InBackground): Promise<LanguageModels> =>
  createLanguageModels(service, offlineInBackground(service.background, service.clock))
