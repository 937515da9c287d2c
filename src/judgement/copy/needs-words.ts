import type { Copy } from './pitch.ts'
import { withCodeBlanked } from './text/markup.ts'
import { tellsFault } from './title/faults.ts'
import { isThin, namesOnlyParts } from './title/thin.ts'
import { isDeed, isNoun, isSurelyVerb, verbOf } from './title/verbs.ts'

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
  if (tellsNothing({ headline, body })) return 'Neither the title nor the description says what is different.'
  if (/\bshould\b|^(?:need|want|would like)s? to\b/i.test(said))
    return 'It tells what should be so, not what is.'
  if (/\b(?:was|were)\b/.test(said) && !ORDER.test(said)) return 'It tells how things were, not how they are.'
  if ((isFix || SUFFERED.test(said)) && tellsState(said))
    return 'It may tell what went wrong, or what is right now.'
  if (isUnmended(said, isFix)) return 'It tells what went wrong, not what is right now.'
  if (body === '' && IDENTIFIER.test(said)) return 'It speaks in names of the source code.'
  if (/^Revert “/.test(headline)) return 'It takes an earlier change back: say what is so again.'
  if (REWORK.test(said)) return 'It tells how the code was changed, not what is different.'
  if (body !== '') return null
  return WORKSHOP.find(([sign]) => sign.test(said))?.[1] ?? null
}

/** Whether the words leave a reader as wise as before: neither the title nor the description says what is different. */
export const tellsNothing = ({ headline, body }: Copy): boolean =>
  body === '' && (isThin(headline) || namesOnlyParts(headline))

/** Work on the code of which nobody who uses the product is told. */
const REWORK = /^(?:[A-Z][\w ]*: )?(?:refactor|restructure|decouple|modulari[sz]e)\b/i

const ORDER =
  /^(?:[A-Z][\w ]*(?:: | - ))?(?:add|allow|avoid|catch|change|check|correct|detect|disable|do not|don['’]t|enable|ensure|fail|fix(?:e[sd])?|guard|handle|ignore|improve|let|make|never|prevent|raise|recover|reject|remove|resolve|restore|return|revert|show|skip|stop|support|throw|update|warn)\b/i

/** Of a fix, a statement that says nowhere that it is so now may be the fault: "The sidebar opens when a draft is found". */
const tellsState = (said: string): boolean => isStatement(said) && !CURED.test(said)

/** What no fault is told with. */
const CURED =
  /\b(?:now|no longer|again|right|(?<!in)correct(?:ly)?|proper(?:ly)?|fully|reliably|consistently|successfully|faster|once more|as expected|back|restored|fixed)\b/i
const BE =
  /^(?:is|are|has|have|can|may|do|does|gets?|contains?|remains?|appears?|seems?|results?|happens?|exists?|looks?)$/

/** A subject with its verb, not an order. */
function isStatement(said: string): boolean {
  const [first = '', ...rest] = said.split(' ')
  if (ORDER.test(said)) return false
  const verb = verbOf(first)
  const isOrder = verb?.form === 'base' && !isNoun(first, said)
  // "Document update rejected" begins with a noun.
  if (isOrder && isDeed(first, { base: verb.base, form: 'third' })) return false
  if (isOrder) return SUFFERED.test(said)
  const main = said.replace(/ (?:when|if|after|while|that|which|who|where|so|because)\b.*/, '')
  const words = rest.slice(0, main.split(' ').length - 1)
  return words.some(word => BE.test(word) || isSurelyVerb(word)) || SUFFERED.test(said)
}

/** "Update rejected when …", "Totals lost on …" */
const SUFFERED =
  /^(?:\S+ ){1,6}?(?:rejected|refused|ignored|lost|dropped|duplicated|truncated|overwritten|blocked|missed|skipped|swallowed|clipped|misplaced|misaligned|corrupted|cut off|invisible|blurry|unreadable|unreachable|unclickable|breaking|failing)(?: (?:when|if|on|after|in|while|during|by|for|with|at|from|without)\b|$)/

/** A sentence about a fault that nothing turns round. */
const isUnmended = (said: string, isFix: boolean): boolean =>
  tellsFault(said) &&
  !ORDER.test(said) &&
  (isFix ||
    /\b(?:crash\w*|fail(?:s|ed|ing)|broken|not work\w*|unable to|cannot|can['’]t|stuck|renders? blank)\b/i.test(
      said,
    ))
