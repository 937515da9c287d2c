import { z } from 'zod'
import { CONFIDENCES, KINDS, MAGNITUDES, VISIBILITIES } from '../classification.ts'

/** What a verdict can go by; the names of evidence are chosen from these, so that no reason is in words of the model's own. */
export const GROUNDS = ['title', 'description', 'labels', 'files', 'commits', 'team note'] as const

/** Grounds come first: a model that names them before it decides decides better. */
export const advice = z.strictObject({
  grounds: z.array(z.enum(GROUNDS)),
  visibility: z.enum(VISIBILITIES),
  kind: z.enum(KINDS),
  magnitude: z.enum(MAGNITUDES),
  confidence: z.enum(CONFIDENCES),
})
/** What a language model makes of a pull request: evidence, nothing that is so because it says so. */
export type Advice = z.infer<typeof advice>
