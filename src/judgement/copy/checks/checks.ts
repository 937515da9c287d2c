import { promptInjectionsIn } from '#platform/llm/prompt-injection.ts'
import type { Check, Copy } from './check.ts'
import { plainness, size } from './form.ts'
import { links, mentions } from './links.ts'
import { names } from './names.ts'
import { negation } from './negation.ts'
import { numbers } from './numbers.ts'
import type { Source } from './source.ts'

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

/** What is wrong with a machine's copy, the first thing found; null where all checks pass. */
export function faultOf(copy: Copy, source: Source): string | null {
  for (const check of CHECKS) {
    const fault = check(copy, source)
    if (fault !== null) return fault
  }
  return null
}
