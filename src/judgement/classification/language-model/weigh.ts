import type { NoAnswer } from '#accounts/language-model/ask.ts'
import { FAILURES } from '#platform/llm/language-model.ts'
import { type Classification, CONFIDENCES, type Evidence, MAGNITUDES } from '../classification.ts'
import { KIND_PHRASES, reasonOf, withSide } from '../reason.ts'
import { confidenceOf, probability, type Thresholds, visibilityOf } from '../score.ts'
import type { Advice } from './advice.ts'

/**
 * How often a model's word is right where the layers before are not sure, before an account knows better: 80 of 100, measured on 55
 * changes (docs/classification.md). It counts like so many decisions of the account's own.
 */
const EXPECTED = { right: 16, decided: 20 }
/** No record makes a model's word worth more than this, or less. */
const BOUNDS = { least: 0.55, most: 0.9 }
/** How much of its weight a model's word has by how sure it says it is. */
const SURENESS = { low: 0.35, medium: 0.7, high: 1 } as const

/** How often the model was what people of the account decided, of those that they decided on. */
export type Trust = { right: number; decided: number }

/** What a model's word weighs in log-odds. */
function weightOf({ confidence, visibility }: Advice, { right, decided }: Trust): number {
  const share = (right + EXPECTED.right) / (decided + EXPECTED.decided)
  const earned = Math.min(BOUNDS.most, Math.max(BOUNDS.least, share))
  const weight = SURENESS[confidence] * Math.log(earned / (1 - earned))
  return visibility === 'user-facing' ? weight : -weight
}

/** Of scores with advice in them. */
const THRESHOLDS: Thresholds = {
  internal: { high: 0.91, medium: 0.74 },
  'user-facing': { high: 0.97, medium: 0.77 },
}

/**
 * The decision of the layers before with a model's advice weighed in. What people decided explicitly stands. Otherwise the advice is
 * one more piece of evidence: it turns round only what was of `low` confidence, moves the magnitude by one step at most, and lifts no
 * confidence to `high`, which is promised by figures that no model was measured by.
 */
export function weigh(base: Classification, advice: Advice, trust: Trust, version: string): Classification {
  if (base.layer === 'explicit' || base.layer === 'person') return base
  const weight = weightOf(advice, trust)
  const weighed = probability(Math.log(base.score / (1 - base.score)) + weight)
  const isTurned = visibilityOf(weighed) !== base.visibility
  const score = isTurned && base.confidence !== 'low' ? NEARLY_TURNED[base.visibility] : weighed
  const visibility = visibilityOf(score)
  const allowed = lesser(confidenceOf(score, THRESHOLDS), base.confidence === 'high' ? 'high' : 'medium')
  // A word against a decision that stands makes it less sure by one level.
  const confidence = visibility === base.visibility ? greater(allowed, oneBelow(base.confidence)) : allowed
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

const greater = <T extends Classification['confidence']>(a: T, b: T): T => (lesser(a, b) === a ? b : a)

const oneBelow = (confidence: Classification['confidence']): Classification['confidence'] =>
  CONFIDENCES[Math.max(0, CONFIDENCES.indexOf(confidence) - 1)] ?? confidence

const lesser = <T extends Classification['confidence']>(a: T, b: T): T =>
  CONFIDENCES.indexOf(a) < CONFIDENCES.indexOf(b) ? a : b

function stepTowards(from: Classification['magnitude'], to: Classification['magnitude']) {
  const [start, end] = [MAGNITUDES.indexOf(from), MAGNITUDES.indexOf(to)]
  return MAGNITUDES[start + Math.sign(end - start)] ?? from
}

/** Where a model speaks against a decision that it may not turn round. */
const NEARLY_TURNED = { internal: 0.49, 'user-facing': 0.51 } as const

/** Why a model's advice is missing: it failed, it was not asked because it keeps failing, or the text tried to speak to it. */
export type Silence = NoAnswer | 'prompt_injection'

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
