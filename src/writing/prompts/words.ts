import { z } from 'zod'

/** A sentence, and the passage of the source that it rests on, copied from there. */
const statement = z.strictObject({ text: z.string(), from: z.string() })

/** Words for customers as a language model gives them. Lengths are for the checks, not for the schema. */
export const words = z.strictObject({
  headline: statement,
  sentences: z.array(statement),
  /** What somebody has to do, in order; none where nothing has to be done. */
  steps: z.array(statement),
})
export type Words = z.infer<typeof words>
export type Statement = z.infer<typeof statement>

export const written = z.strictObject({
  /** Whether the source says what is different for customers. */
  tellable: z.boolean(),
  ...words.shape,
})
export type Written = z.infer<typeof written>

/** Other words for the same change, for a person to choose from. */
export const VARIANTS = ['shorter', 'plainer', 'story'] as const
export type Variant = (typeof VARIANTS)[number]

export const variants = z.strictObject({ shorter: words, plainer: words, story: words })

/** Words for a social post, in which whole sentences may be left out from the end. */
export const post = z.strictObject({ headline: statement, sentences: z.array(statement) })
export type PostAnswer = z.infer<typeof post>
