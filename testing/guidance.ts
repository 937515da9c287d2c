import type { ModelOf } from '#accounts/language-model/model.ts'
import type { Guidance } from '#judgement/guidance.ts'

/** An account that neither described its voice nor decided anything. */
export const NO_GUIDANCE: Guidance = {
  voice: { product: '', audience: '', guide: '', wordsToUse: [], wordsToAvoid: [] },
  language: 'en',
  corrections: [],
  published: [],
  trust: { right: 0, decided: 0 },
}

/** No account has a language model. */
export const noModel: ModelOf = async () => null
