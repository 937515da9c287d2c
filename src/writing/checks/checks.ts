import { safeLine } from '#platform/text.ts'
import { promptInjectionsIn } from '#writing/models/prompt-injection.ts'
import type { Copy } from '../pitch.ts'
import type { Check, Source } from './check.ts'
import { names, numbers } from './facts.ts'
import { links, mentions, plainness, size } from './form.ts'
import { negation } from './negation.ts'

/** Copy is passed on to other programs, models among them. */
const promptInjections: Check = ({ headline, body }) =>
  promptInjectionsIn(`${headline}\n${body}`).length > 0 ? 'speak to a language model' : null

const CHECKS: readonly Check[] = [
  size,
  plainness,
  mentions,
  links,
  promptInjections,
  numbers,
  names,
  negation,
]

/** What is wrong with a machine's copy, the first thing found; null where all checks pass. A list of steps may be longer than a body. */
export function faultOf(copy: Copy, source: Source, { isList = false } = {}): string | null {
  for (const check of CHECKS) {
    const fault = isList && check === size ? null : check(copy, source)
    if (fault !== null) return fault
  }
  return null
}

/** What a model may get wrong without harm: stray white space, a full stop after the headline. */
export const cleanCopy = ({ headline, body }: Copy): Copy => ({
  headline: safeLine(headline).replace(/(?<!\.)\.$/, ''),
  body: safeLine(body),
})
