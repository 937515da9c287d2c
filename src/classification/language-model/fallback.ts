import { FAILURES, type FailureReason } from '#llm/failure.ts'
import type { Classification } from '../classification.ts'

/** Why a model's advice is missing: it failed, it was not asked because it keeps failing, or the text tried to speak to it. */
export type Silence = FailureReason | 'resting' | 'whispers'

const SENTENCES: Record<Silence, string> = {
  ...(Object.fromEntries(
    Object.entries(FAILURES).map(([reason, words]) => [reason, `the language model ${words}`]),
  ) as Record<FailureReason, string>),
  resting: 'the language model failed several times and was left alone for a while',
  whispers: 'part of the text speaks to a language model, so that part was left out and none was asked',
}

/** The decision of the layers before, which says why it is theirs. Text that speaks to a model is for a person to look at. */
export function withoutAdvice(base: Classification, silence: Silence): Classification {
  const because = SENTENCES[silence]
  return {
    ...base,
    confidence: silence === 'whispers' ? 'low' : base.confidence,
    reason: base.reason.replace(/\.?$/, ` (${because}).`),
    evidence: [...base.evidence, { source: 'language-model', detail: because, weight: 0 }],
  }
}
