import type { Classifier } from '../classifier.ts'
import { decide } from '../decide.ts'
import { modelEvidence } from '../model/evidence.ts'
import { type Loaded, theModel, weightsVersion } from '../model/loaded.ts'
import { viewOf } from '../model/view.ts'
import { versionWith } from '../team/habits.ts'

/** Layer 2: a small learnt model of what teams announce. It always answers, and knows when it is unsure. */
export const modelLayer = (load: () => Loaded, weights: string): Classifier => ({
  layer: 'model',
  version: `2-${weights}`,
  classify(pull, signals, habits = null) {
    const loaded = load()
    const { model } = loaded
    const { facts, opinion, beside, answers } = viewOf(loaded, pull, signals)
    const bent = habits?.bend(pull, { facts, answers })
    const decision = decide({
      pull,
      signals,
      facts,
      lean: bent?.answers ?? answers,
      logOdds: (bent?.answers ?? answers).visible,
      evidence: [
        ...beside,
        ...modelEvidence(pull, opinion, model.vocabulary.numbers),
        ...(bent?.evidence ?? []),
      ],
      trusted: model.settings.trusted,
      ...(bent && { usual: bent.usual }),
    })
    return { ...decision, layer: 'model', version: versionWith(this.version, habits) }
  },
})

/** By the weights that come with the product. */
export const model = modelLayer(theModel, weightsVersion())
