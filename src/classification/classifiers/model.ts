import type { Classification } from '../classification.ts'
import type { Classifier } from '../classifier.ts'
import { decide } from '../decide.ts'
import type { Known } from '../known.ts'
import { modelEvidence } from '../model/evidence.ts'
import { type Loaded, theModel, weightsVersion } from '../model/loaded.ts'
import { tellerOf } from '../model/number-details.ts'
import type { Viewed } from '../model/view.ts'
import { eachOnce, type Weighed } from '../reason.ts'
import { type Habits, versionWith } from '../team/habits.ts'

/** Layer 2: a small learnt model of what teams announce. It always answers, and knows when it is unsure. */
export const modelLayer = (load: () => Loaded, weights: string): Classifier => {
  const version = `2-${weights}`
  const decided = (
    { pull, signals, facts, beside, answers, lack, usual }: Viewed,
    evidence: Weighed[],
    habits: Habits | null,
  ): Classification => {
    const bent = habits?.bend(pull, { facts, answers })
    const lean = bent?.answers ?? answers
    const added = lack ? [...beside, lack] : beside
    const alone = added.length === 0 && !bent
    const decision = decide({
      pull,
      signals,
      facts,
      lean,
      logOdds: lean.visible + (lack?.weight ?? 0),
      evidence: alone ? evidence : eachOnce([...added, ...evidence, ...(bent?.evidence ?? [])]),
      trusted: load().model.settings.trusted,
      usual: habits?.usual(usual) ?? usual,
    })
    return { ...decision, layer: 'model', version: versionWith(version, habits) }
  }
  const classifyAll = (viewed: readonly Viewed[], { habits }: Known): Classification[] => {
    const tellers = load().model.vocabulary.numbers.map(tellerOf)
    return viewed
      .map(view => ({ view, evidence: modelEvidence(view.pull, view.opinion, tellers) }))
      .map(({ view, evidence }) => decided(view, evidence, habits))
  }
  return {
    layer: 'model',
    version,
    classify: (viewed, known) => classifyAll([viewed], known)[0] ?? null,
    classifyAll,
  }
}

/** By the weights that come with the product. */
export const model = modelLayer(theModel, weightsVersion())
