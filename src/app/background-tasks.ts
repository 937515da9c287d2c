import type { Classifier } from '#judgement/classification/classifier.ts'
import { judgeAllForModel, type ModelInput } from '#pipeline/judging/judge.ts'
import { type Judged, judgeAll, type OfflineJudgement } from '#pipeline/judging/judged.ts'
import { checkedWords } from '#pipeline/judging/wording.ts'
import { type Review, recordedHistory, reviewOf } from '#pipeline/reviewing/review.ts'
import { memoizeOnce } from '#platform/cache.ts'
import type { Instant } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import type { Repository } from '#pulls/repositories/repositories.ts'
import type { Checked } from '#writing/checks/check.ts'
import type { Guidance } from '#writing/guidance.ts'
import { offlinePitch } from '#writing/offline.ts'
import type { WriterWords } from '../writing/prompts/questions.ts'
import { createAccountContextLoader, createProductClassifier } from './judging.ts'

/** A batch of merges of one account. */
interface Judging {
  accountId: string
  pulls: readonly MergedPull[]
  now: Instant
}

/** The texts that a language model wrote about a merge, with the account's description of itself. */
interface WordsToCheck {
  pull: MergedPull
  words: WriterWords
  guidance: Pick<Guidance, 'voice' | 'language'>
}

/**
 * The tasks of the background thread, which processes untrusted text. It reads the database for what an account's own decisions taught the
 * classifier.
 */
export function openBackgroundTasks(
  openDatabase: () => Promise<Database>,
  loadClassifier: () => Promise<Classifier> = createProductClassifier,
) {
  let now = 0
  const classifierOf = memoizeOnce(loadClassifier)
  const databaseOf = memoizeOnce(openDatabase)
  const knownOf = memoizeOnce(async () =>
    createAccountContextLoader({ db: await databaseOf(), clock: { now: () => now } }),
  )
  /** Loads what judging needs. Reading an account's history may be slow, so it does not count towards the time limit. */
  const prepared = async ({ accountId, now: time }: Omit<Judging, 'pulls'>) => {
    now = time
    const known = await (await knownOf())(accountId)
    return { classifier: await classifierOf(), known }
  }
  return {
    async judge(judging: Judging, begin: () => void): Promise<Judged[]> {
      const { classifier, known } = await prepared(judging)
      begin()
      return judgeAll(classifier, judging.pulls, known)
    },
    async read(judging: Judging, begin: () => void): Promise<ModelInput[]> {
      const { classifier, known } = await prepared(judging)
      begin()
      return judgeAllForModel(classifier, judging.pulls, known)
    },
    /**
     * Reviews an open pull request. Reads the recorded merges anew each time, because an open pull request
     * must not be added to `known`, which other merges are judged with.
     */
    async review(
      { repository, pull, now: time }: { repository: Repository; pull: MergedPull; now: Instant },
      begin: () => void,
    ): Promise<Review> {
      const { classifier, known } = await prepared({ accountId: repository.accountId, now: time })
      const history = await recordedHistory((await databaseOf()).read, repository)
      begin()
      return reviewOf(classifier, pull, history.merges, { ...history.known, habits: known.habits })
    },
    async judgeOne(pull: MergedPull, begin: () => void): Promise<OfflineJudgement> {
      const classifier = await classifierOf()
      begin()
      return { classification: classifier.classify(pull), pitch: offlinePitch(pull) }
    },
    async checkWords({ pull, words, guidance }: WordsToCheck, begin: () => void): Promise<Checked> {
      begin()
      return checkedWords(pull, words, guidance)
    },
  }
}

export type BackgroundTasks = ReturnType<typeof openBackgroundTasks>
