import type { ModelOf } from '#accounts/language-model/model.ts'
import type { Guidance } from '#judgement/guidance.ts'

/** An account that neither described its voice nor published anything. */
export const NO_GUIDANCE: Guidance = {
  voice: { product: '', audience: '', guide: '', wordsToUse: [], wordsToAvoid: [] },
  language: 'en',
  published: [],
}

/** No account has a language model. */
export const noModel: ModelOf = async () => null
