import { type Classification, CONFIDENCES, type Evidence, MAGNITUDES } from '../classification.ts'
import { concluding, outspoken, reasonOf } from '../reason.ts'
import { confidenceOf, probability, visibilityOf } from '../score.ts'
import { spokenOf } from '../spoken.ts'
import type { Advice } from './answer.ts'

/**
 * What a model's word weighs in log-odds, by how sure it says it is. Less than what separates a `medium` decision of the layers
 * before from its opposite: no model, whatever it was told, turns round more than a `low` one.
 */
const WEIGHTS = { low: 0.4, medium: 0.7, high: 1 } as const

/**
 * The decision of the layers before with a model's advice weighed in. What people decided explicitly stands. Otherwise the advice is
 * one more piece of evidence: it moves the magnitude by one step at most, and lifts no confidence to `high`, which is promised by
 * figures that no model was measured by.
 */
export function weigh(base: Classification, advice: Advice, version: string): Classification {
  if (base.layer === 'explicit' || base.layer === 'person') return base
  const weight = WEIGHTS[advice.confidence] * (advice.visibility === 'user-facing' ? 1 : -1)
  const score = probability(Math.log(base.score / (1 - base.score)) + weight)
  const visibility = visibilityOf(score)
  const confidence = lesser(confidenceOf(score), base.confidence === 'high' ? 'high' : 'medium')
  const own = evidenceOf(advice, weight)
  const evidence = [...base.evidence, own].toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight))
  return {
    visibility,
    kind: advice.visibility === visibility ? advice.kind : base.kind,
    magnitude: stepTowards(base.magnitude, advice.magnitude),
    confidence,
    score,
    reason:
      advice.visibility === visibility
        ? reasonOf([outspoken(own)], { visibility, confidence, kind: advice.kind })
        : concluding(base.reason, visibility, confidence),
    evidence,
    layer: 'language-model',
    version,
  }
}

function evidenceOf({ grounds, kind }: Advice, weight: number): Evidence {
  const named = [...new Set(grounds)].slice(0, 2).map(ground => `the ${ground}`)
  const going = named.length > 0 ? `going by ${named.join(' and ')}, ` : ''
  return {
    source: 'language-model',
    detail: `${going}a language model takes it for ${spokenOf(kind)}`,
    weight,
  }
}

const lesser = <T extends Classification['confidence']>(a: T, b: T): T =>
  CONFIDENCES.indexOf(a) < CONFIDENCES.indexOf(b) ? a : b

function stepTowards(from: Classification['magnitude'], to: Classification['magnitude']) {
  const [start, end] = [MAGNITUDES.indexOf(from), MAGNITUDES.indexOf(to)]
  return MAGNITUDES[start + Math.sign(end - start)] ?? from
}
