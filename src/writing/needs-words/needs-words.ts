import { withCodeBlanked } from '#judgement/text/markup.ts'
import type { Copy } from '../pitch.ts'
import { mayTellFault, ORDER, tellsOnlyFault } from './faults.ts'
import { isThin, namesOnlyParts } from './says-nothing.ts'

/** Names as only source code has them, outside code spans: `handleInitialsFieldClick`, `max_rows`, `rows()`. */
const IDENTIFIER = /(?<![\w.-])(?:[a-z]+(?:[A-Z][a-z0-9]+){2,}|[a-z]+_[a-z0-9]+_[a-z0-9_]+|[A-Za-z_]\w*\(\))/
const WORKSHOP: [RegExp, string][] = [
  [
    /\b(?:races?|race condition|deadlock|goroutine|mutex)\b/i,
    'It speaks of concurrent code, not of what people see.',
  ],
  [
    /\b(?:(?:unit|e2e|integration|flaky) tests?|test (?:data|fixtures?|suite|helpers?)|seed (?:data|script)|fixtures?|eslint|linter|lint|biome|prettier|type ?check\w*|typings|debug log\w*|log(?:ging)? (?:level|message|line)s?|console\.\w+|stack traces?)\b/i,
    'It speaks of tests, test data, checks on the code or what the program logs.',
  ],
]

/** Why the machine's words are not fit to be published until a person has put them right; null where they are. */
export function needsWords({ headline, body }: Copy, isFix: boolean): string | null {
  const said = withCodeBlanked(headline)
  if (headline.endsWith('…'))
    return 'The title is too long for a headline, and nothing shorter says the same.'
  if (tellsNothing({ headline, body })) return 'The title does not say what is different.'
  if (/\bshould\b|^(?:need|want|would like)s? to\b/i.test(said))
    return 'It tells what should be so, not what is.'
  if (/\b(?:was|were)\b/.test(said) && !ORDER.test(said)) return 'It tells how things were, not how they are.'
  if (tellsOnlyFault(said, isFix)) return 'It tells what went wrong, not what is right now.'
  if (mayTellFault(said, isFix)) return 'It may name what went wrong, not what is right now.'
  if (body === '' && IDENTIFIER.test(said)) return 'It speaks in names of the source code.'
  if (/^Revert “/.test(headline)) return 'It takes an earlier change back: say what is so again.'
  if (REWORK.test(said)) return 'It tells how the code was changed, not what is different.'
  if (body !== '') return null
  return WORKSHOP.find(([sign]) => sign.test(said))?.[1] ?? null
}

/** Whether the words leave a reader as wise as before. */
export const tellsNothing = ({ headline, body }: Copy): boolean =>
  body === '' && (isThin(headline) || namesOnlyParts(headline))

/** Work on the code of which nobody who uses the product is told. */
const REWORK = /^(?:[A-Z][\w ]*: )?(?:refactor|restructur|decoupl|modulari[sz])/i
