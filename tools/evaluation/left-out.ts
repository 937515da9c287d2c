import { type Classifier, createClassifier, nothingBefore } from '#judgement/classification/classifier.ts'
import type { Model } from '#judgement/classification/model/model.ts'
import { eachInSteps, type Steps } from '#judgement/steps.ts'
import { calibrate } from '../training/calibrate.ts'
import { byRepository, type Example } from '../training/examples.ts'
import type { Labelled } from '../training/labelled.ts'
import { crossValidate, type Fitted, type Progress } from '../training/train.ts'
import type { Judged } from './scores.ts'

/** The classifier with another model than that of the product. */
export const classifierWith = (model: Model): Classifier => createClassifier(() => model, 'trial')

/** One pull request classified twice: with its title as merged, and without its type prefix. */
interface BothTitles {
  merged: Judged
  bare: Judged
}

/** Whether the classifier sees what a team recorded beside a change, such as a changeset. */
type RecordVisibility = 'hidden' | 'shown'

/** Classifies the rows with both titles, each in the context of the earlier rows with the same kind of title. */
export function* classifyBothTitles(
  { classify }: Pick<Classifier, 'classify'>,
  rows: readonly Labelled[],
  records: RecordVisibility,
): Steps<BothTitles[]> {
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
 * Classifies each repository with a model of the cross-validation that never saw it, calibrated on the other repositories.
 */
export function* classifyLeftOut(
  examples: readonly Example[],
  records: RecordVisibility,
  progress: Progress,
): Steps<BothTitles[]> {
  const { unseen, fitted } = yield* crossValidate(examples, progress)
  const classified: BothTitles[] = []
  for (const [repo, own] of byRepository(examples)) {
    const calibration = calibrate(unseen.filter(({ example }) => example.repo !== repo))
    const classifier = classifierWith({ ...(fitted.get(repo) as Fitted), ...calibration })
    const rows = own.map(({ labelled }) => labelled)
    classified.push(...(yield* classifyBothTitles(classifier, rows, records)))
  }
  return classified
}
