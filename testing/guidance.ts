import type { ModelOf } from '#writing/connection/model.ts'
import type { Guidance } from '#writing/guidance.ts'

/** The guidance of an account that neither described its voice nor published anything. */
export const NO_GUIDANCE: Guidance = {
  voice: { product: '', audience: '', guide: '', wordsToUse: [], wordsToAvoid: [] },
  language: 'en',
  published: [],
}

/** The language models of accounts where none has one. */
export const noModel: ModelOf = async () => null
