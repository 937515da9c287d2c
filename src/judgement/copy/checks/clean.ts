import { safeLine } from '#platform/text.ts'
import type { Copy } from './check.ts'

/** What a model may get wrong without harm: stray white space, a full stop after the headline. */
export const cleanCopy = ({ headline, body }: Copy): Copy => ({
  headline: safeLine(headline).replace(/(?<!\.)\.$/, ''),
  body: safeLine(body),
})
