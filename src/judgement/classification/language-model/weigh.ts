import { FAILURES, type LanguageModelFailureReason } from '#platform/llm/language-model.ts'
import { type Classification, CONFIDENCES, type Evidence, MAGNITUDES } from '../classification.ts'
import { KIND_PHRASES, reasonOf, withSide } from '../reason.ts'
import { confidenceOf, probability, type Thresholds, visibilityOf } from '../score.ts'
import type { Advice } from './answer.ts'

/**
 * What a model's word weighs in log-odds, by how sure it says it is. Less than what separates a `medium` decision of the layers
 * before from its opposite: no model, whatever it was told, turns round more than a `low` one.
 */
const WEIGHTS = { low: 0.4, medium: 0.7, high: 1 } as const

/** Of scores with advice in them. */
const THRESHOLDS: Thresholds = {
  internal: { high: 0.91, medium: 0.74 },
  'user-facing': { high: 0.97, medium: 0.77 },
}

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
  const confidence = lesser(confidenceOf(score, THRESHOLDS), base.confidence === 'high' ? 'high' : 'medium')
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
        ? reasonOf([withSide(own)], { visibility, confidence, kind: advice.kind })
        : base.reason,
    evidence,
    isBreaking: base.isBreaking ?? false,
    notLive: visibility === 'user-facing' ? (base.notLive ?? null) : null,
    layer: 'language-model',
    version,
  }
}

function evidenceOf({ grounds, kind }: Advice, weight: number): Evidence {
  const named = [...new Set(grounds)].slice(0, 2).map(ground => `the ${ground}`)
  const going = named.length > 0 ? `going by ${named.join(' and ')}, ` : ''
  return {
    source: 'language-model',
    detail: `${going}a language model takes it for ${KIND_PHRASES[kind]}`,
    weight,
  }
}

const lesser = <T extends Classification['confidence']>(a: T, b: T): T =>
  CONFIDENCES.indexOf(a) < CONFIDENCES.indexOf(b) ? a : b

function stepTowards(from: Classification['magnitude'], to: Classification['magnitude']) {
  const [start, end] = [MAGNITUDES.indexOf(from), MAGNITUDES.indexOf(to)]
  return MAGNITUDES[start + Math.sign(end - start)] ?? from
}

/** Why a model's advice is missing: it failed, it was not asked because it keeps failing, or the text tried to speak to it. */
export type Silence = LanguageModelFailureReason | 'resting' | 'prompt_injection'

function sentenceOf(silence: Silence): string {
  if (silence === 'resting') return 'the language model failed several times and was left alone for a while'
  if (silence === 'prompt_injection')
    return 'part of the text speaks to a language model, so that part was left out and none was asked'
  return `the language model ${FAILURES[silence]}`
}

/** The decision of the layers before, which says why it is theirs. Text that speaks to a model is for a person to look at. */
export function withoutAdvice(base: Classification, silence: Silence): Classification {
  const because = sentenceOf(silence)
  return {
    ...base,
    confidence: silence === 'prompt_injection' ? 'low' : base.confidence,
    reason: base.reason.replace(/\.?$/, ` (${because}).`),
    evidence: [...base.evidence, { source: 'language-model', detail: because, weight: 0 }],
  }
}
