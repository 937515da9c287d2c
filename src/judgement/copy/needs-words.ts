import type { Copy } from './pitch.ts'
import { withCodeBlanked } from './text/markup.ts'
import { tellsFault } from './title/faults.ts'
import { isThin } from './title/thin.ts'
import { verbOf } from './title/verbs.ts'

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
  if (body === '' && isThin(headline)) return 'Neither the title nor the description says what is different.'
  if (/\bshould\b/i.test(said)) return 'It tells what should be so, not what is.'
  if (/\b(?:was|were)\b/.test(said) && !ORDER.test(said)) return 'It tells how things were, not how they are.'
  if (isFix && tellsEvent(said)) return 'It may tell what went wrong, or what is right now.'
  if (isUnmended(said, isFix)) return 'It tells what went wrong, not what is right now.'
  if (body === '' && IDENTIFIER.test(said)) return 'It speaks in names of the source code.'
  if (REWORK.test(said)) return 'It tells how the code was changed, not what is different.'
  if (body !== '') return null
  return WORKSHOP.find(([sign]) => sign.test(said))?.[1] ?? null
}

/** Work on the code of which nobody who uses the product is told. */
const REWORK = /^(?:[A-Z][\w ]*: )?(?:refactor|restructure|decouple|modulari[sz]e)\b/i

const ORDER =
  /^(?:[A-Z][\w ]*: )?(?:add|allow|avoid|catch|change|check|correct|detect|disable|enable|ensure|fail|fix(?:e[sd])?|guard|handle|ignore|improve|let|make|never|prevent|raise|recover|reject|remove|resolve|restore|return|revert|show|skip|stop|support|throw|update|warn)\b/i

/** "The sidebar opens when a draft is found": of a fix, that may be the fault. */
function tellsEvent(said: string): boolean {
  const [, first = '', verb = ''] =
    /^(\S+) (?:\S+ ){0,2}?([a-z]+s) (?:when|if|after|while)\b/.exec(said) ?? []
  const isOrder = ORDER.test(said) || verbOf(first)?.form === 'base' || /\b(?:now|no longer)\b/i.test(said)
  return !isOrder && verbOf(verb)?.form === 'third'
}

/** A sentence about a fault that nothing turns round. */
const isUnmended = (said: string, isFix: boolean): boolean =>
  tellsFault(said) &&
  !ORDER.test(said) &&
  (isFix || /\b(?:crash\w*|fail(?:s|ed|ing)|broken|not work\w*|unable to|stuck|renders? blank)\b/i.test(said))
