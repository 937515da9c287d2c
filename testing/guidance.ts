import type { ModelOf } from '#writing/connection/model.ts'
import type { Guidance } from '#writing/guidance.ts'

/** An account that neither described its voice nor published anything. */
export const NO_GUIDANCE: Guidance = {
  voice: { product: '', audience: '', guide: '', wordsToUse: [], wordsToAvoid: [] },
  language: 'en',
  published: [],
}

/** No account has a language model. */
export const noModel: ModelOf = async () => null
