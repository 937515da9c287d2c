import type { Classifier } from '../classifier.ts'
import { decide } from '../decide.ts'
import type { Weighed } from '../reason.ts'
import { factsOf } from '../rules/facts.ts'
import { evidenceOf } from '../rules/lean.ts'
import { INTERCEPT } from '../rules/weights.ts'

/** An honest weighing of paths, title words, description and size. It always answers, and knows when it is unsure. */
export const rules: Classifier = {
  layer: 'rules',
  version: '1',
  classify(pull, signals) {
    const facts = factsOf(pull)
    // The facts hold the title's prefix already, with a weight that knows of the paths beside it.
    const written = signals.filter(({ source }) => source !== 'title')
    const evidence: Weighed[] = [...written, ...facts.map(evidenceOf)]
    const logOdds = evidence.reduce((total, { weight }) => total + weight, INTERCEPT[0])
    return { ...decide({ pull, signals, facts, evidence, logOdds }), layer: 'rules', version: this.version }
  },
}
