import type { MergedPull } from '#pulls/pull-request.ts'
import type { Classification } from './classification.ts'
import { type Case, type Classifier, caseOf } from './classifier.ts'
import { type Known, NOTHING_KNOWN } from './known.ts'
import type { Backdrops } from './model/backdrop.ts'
import type { Viewed } from './model/view.ts'

export interface Cascade {
  /** Adds it to the backdrops that are known. */
  classify(pull: MergedPull, known?: Known): Classification
  /**
   * The same for many, in their order, in less time: each step is done for all of them before the next, so that its instructions stay
   * at hand. Each stands before the backdrop of those that came before it.
   */
  classifyAll(pulls: readonly MergedPull[], known?: Known): Classification[]
  /** Changes when any layer does. */
  version: string
}

/** What the model makes of pull requests, which the layers decide on. */
export type ViewAll = (cases: readonly Case[], backdrops: Backdrops | null) => readonly Viewed[]

/** The layers in turn; the first that is sure decides. The last must be one that always answers. */
export function createCascade(classifiers: readonly Classifier[], viewAll: ViewAll): Cascade {
  const classifyAll = (pulls: readonly MergedPull[], known = NOTHING_KNOWN): Classification[] => {
    const cases = pulls.map(pull => caseOf(pull))
    let open = viewAll(cases, known.backdrops).map((viewed, place): Open => ({ ...viewed, place }))
    const decided: Classification[] = []
    for (const classifier of classifiers) {
      const answers = answersOf(classifier, open, known)
      for (const [at, answer] of answers.entries()) {
        const place = open[at]?.place
        if (answer !== null && place !== undefined) decided[place] = answer
      }
      open = open.filter((_, at) => answers[at] === null)
    }
    if (open.length > 0) throw unanswered()
    return decided
  }
  return {
    version: classifiers.map(({ layer, version }) => `${layer}@${version}`).join(' '),
    classify(pull, known) {
      const [answer] = classifyAll([pull], known)
      if (!answer) throw unanswered()
      return answer
    },
    classifyAll,
  }
}

/** What no layer has decided yet, with its place among those that were asked about. */
interface Open extends Viewed {
  place: number
}

const answersOf = (
  classifier: Classifier,
  open: readonly Viewed[],
  known: Known,
): readonly (Classification | null)[] =>
  classifier.classifyAll?.(open, known) ?? open.map(viewed => classifier.classify(viewed, known))

const unanswered = () => new Error('The last layer of the cascade gave no answer.')
