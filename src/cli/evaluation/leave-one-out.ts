import { type Classifier, nothingBefore } from '#judgement/classification/classifier.ts'
import type { Model } from '#judgement/classification/model/model.ts'
import { calibrate } from '#judgement/classification/training/calibrate.ts'
import { byRepository, type Example } from '#judgement/classification/training/examples.ts'
import type { Labelled } from '#judgement/classification/training/labelled.ts'
import { crossValidate, fitParts, type Progress } from '#judgement/classification/training/train.ts'
import { eachInSteps, type Steps } from '#judgement/steps.ts'
import type { Judged } from './scores.ts'

/** One pull request classified twice: with its title as merged, and without the type in front. */
export interface Rounds {
  merged: Judged
  bare: Judged
}

/** Whether the classifier sees what a team wrote for its record. */
export type Records = 'hidden' | 'shown'

/** Classifies rows either way, each in the context of the earlier ones classified that way. */
export function* judgeBothWays(
  { classify }: Pick<Classifier, 'classify'>,
  rows: readonly Labelled[],
  records: Records,
): Steps<Rounds[]> {
  const [merged, bare] = [nothingBefore(), nothingBefore()]
  return yield* eachInSteps(rows, labelled => {
    const { bareTitle, record } = labelled
    const pull = records === 'shown' ? { ...labelled.pull, ...record } : labelled.pull
    return {
      merged: { labelled, decision: classify(pull, merged) },
      bare: { labelled, decision: classify({ ...pull, title: bareTitle }, bare) },
    }
  })
}

/**
 * Each repository as classified by a model fitted to the others: how the model does on a repository that it never saw. It is calibrated
 * on the others too, by the folds of one cross-validation over all.
 */
export function* judgeLeftOut(
  examples: readonly Example[],
  classifierWith: (model: Model) => Pick<Classifier, 'classify'>,
  records: Records,
  progress: Progress,
): Steps<Rounds[]> {
  const { unseen, contextOf } = yield* crossValidate(examples, () => {})
  const repositories = [...byRepository(examples)]
  const judged: Rounds[][] = []
  for (const [repo, own] of repositories) {
    const others = examples.filter(example => example.repo !== repo)
    const fitted = yield* fitParts(others, contextOf)
    const above = calibrate(unseen.filter(({ example }) => example.repo !== repo))
    const rows = own.map(({ labelled }) => labelled)
    judged.push(yield* judgeBothWays(classifierWith({ ...fitted, ...above }), rows, records))
    progress(judged.length, repositories.length)
  }
  return judged.flat()
}
