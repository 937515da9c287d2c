import type { Classifier } from '../classifier.ts'
import { decide } from '../decide.ts'
import type { Fact } from '../facts/fact.ts'
import { factsOf } from '../facts/facts.ts'
import { modelEvidence } from '../model/evidence.ts'
import { type Loaded, theModel, weightsVersion } from '../model/loaded.ts'
import { outspoken, type Weighed } from '../reason.ts'
import type { Signal } from '../signals/signal.ts'

/** Facts too rare to have been learnt, or learnt too faintly in most repositories that were left out, in log-odds; set by judgement. */
const JUDGED: Record<string, number> = {
  revert: -1.2,
  breaking: 1,
  'type:security': 0.9,
  'type:deprecation': 0.9,
  'type:removal': 0.4,
  'type:feature': 0.3,
  'type:refactor': -0.5,
  'word:partial': -0.3,
  'verb:docs': -0.8,
  'only:release': -1.8,
  'only:generated': -1.2,
  'only:vendored': -0.8,
  'only:benchmark': -1,
}

/** Layer 2: a small learnt model of what teams announce. It always answers, and knows when it is unsure. */
export const modelLayer = (load: () => Loaded, weights: string): Classifier => ({
  layer: 'model',
  version: `2-${weights}`,
  classify(pull, signals) {
    const { model, judge } = load()
    const facts = factsOf(pull)
    const opinion = judge(pull, facts)
    const beside = besideModel(signals, facts)
    const decision = decide({
      pull,
      signals,
      facts,
      lean: opinion.answers,
      logOdds: beside.reduce((sum, { weight }) => sum + weight, opinion.answers.visible),
      evidence: [...beside, ...modelEvidence(pull, opinion, model.vocabulary.numbers)],
      trusted: model.settings.trusted,
    })
    return { ...decision, layer: 'model', version: this.version }
  },
})

/** By the weights that come with the product. */
export const model = modelLayer(theModel, weightsVersion())

/** What the model has not learnt from: labels, ticked boxes, the author, and rare facts. The title's prefix it reads itself. */
const besideModel = (signals: readonly Signal[], facts: readonly Fact[]): Weighed[] => [
  ...signals.filter(({ source }) => source !== 'title').map(outspoken),
  ...facts.flatMap(fact => {
    const weight = JUDGED[fact.name]
    return weight === undefined ? [] : [{ ...fact, weight }]
  }),
]
