import type { Guidance } from '#judgement/classification/language-model/guidance.ts'

/** An account that neither described its voice nor decided anything. */
export const NO_GUIDANCE: Guidance = { voice: '', corrections: [], published: [] }
