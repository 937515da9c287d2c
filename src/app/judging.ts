import type { Classifier } from '#judgement/classification/classifier.ts'
import type { KnownOf } from '#pipeline/judging/account-context.ts'
import type { LanguageModels, OfflineJudge, SurroundingsOf } from '#pipeline/judging/judge.ts'
import type { Judge } from '#pipeline/judging/judged.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { WriteContext } from '#platform/ids.ts'
import type { ModelOf } from '#writing/connection/model.ts'
import { NO_SURROUNDINGS } from '#writing/excerpt.ts'

// Builds what judges pull requests. Each part is loaded when it is asked for, because the weights and the word lists are large.

/** The classifier with the committed weights. */
export async function createProductClassifier(): Promise<Classifier> {
  const [{ createClassifier }, { theModel, weightsVersion }] = await Promise.all([
    import('#judgement/classification/classifier.ts'),
    import('#judgement/classification/model/weights-file.ts'),
  ])
  return createClassifier(theModel, weightsVersion())
}

/** Loads what an account's own decisions taught the classifier, cached. */
export async function createAccountContextLoader({
  db,
  clock,
}: {
  db: Database
  clock: Clock
}): Promise<KnownOf> {
  const [{ cachedAccountContext }, classifier] = await Promise.all([
    import('#pipeline/judging/account-context.ts'),
    createProductClassifier(),
  ])
  return cachedAccountContext(db.read, clock, classifier)
}

/** Judges offline on the caller's own thread. */
async function createOffline(options: { db: Database; clock: Clock }): Promise<OfflineJudge> {
  const [classifier, { offlineOnThisThread }, knownOf] = await Promise.all([
    createProductClassifier(),
    import('#pipeline/judging/judge.ts'),
    createAccountContextLoader(options),
  ])
  return offlineOnThisThread(classifier, knownOf)
}

/**
 * Judges merges with the classifier and the offline writer, and with the language model of accounts that have one. `offlineElsewhere` runs
 * the offline part on another thread.
 */
export async function createJudge(options: ModelOptions, offlineElsewhere?: OfflineJudge): Promise<Judge> {
  const { judgeWithLanguageModel } = await import('#pipeline/judging/judge.ts')
  return judgeWithLanguageModel(await createLanguageModels(options, offlineElsewhere))
}

export interface ModelOptions extends WriteContext {
  db: Database
  modelOf: ModelOf
  /** Looks up what a writer sees besides the record of a pull request; without it, nothing. */
  surroundings?: SurroundingsOf
}

/** Creates what is needed to ask the language models of accounts. */
export async function createLanguageModels(
  { db, clock, ids, modelOf, surroundings = async () => NO_SURROUNDINGS }: ModelOptions,
  offlineElsewhere?: OfflineJudge,
): Promise<LanguageModels> {
  const [offline, { guidanceFor }] = await Promise.all([
    offlineElsewhere ?? createOffline({ db, clock }),
    import('#pipeline/judging/guidance.ts'),
  ])
  return { db, clock, ids, modelOf, offline, guidanceFor: id => guidanceFor(db.read, id), surroundings }
}
