import { withCodeBlanked } from './code-spans.ts'
import { saysNothing } from './empty-titles.ts'
import { hasFiniteVerb } from './words/clauses.ts'
import { isSure } from './words/forms.ts'
import { stemsOf } from './words/stems.ts'
import { verbOf } from './words/verbs.ts'

/** "When …, the list …" has its verb behind the comma. */
const CONDITION = /^(?:if|when|given|while|after|before|as|since|once|until|in|on|for|under|with|during)\b/i
/** How things were. */
const BEFORE = /^(?:previously|before|until now|formerly|(?:the|this) (?:bug|issue|problem) was)\b/i

/** Ends in an ellipsis before it has said what happened ("If a list has a field called `id`…"), or tells how it was. */
export function breaksOff(headline: string): boolean {
  if (BEFORE.test(headline)) return true
  if (!headline.endsWith('…')) return false
  const said = withCodeBlanked(headline)
  return !tellsDeed(CONDITION.test(said) ? (/, (.*)/.exec(said)?.[1] ?? '') : said)
}

function tellsDeed(clause: string): boolean {
  const words = clause.match(/[A-Za-z-]+/g) ?? []
  return (
    hasFiniteVerb(clause) ||
    /\bno longer\b|^\W*\w+(?:ed|ly) /i.test(clause) ||
    words.slice(0, 2).some(word => verbOf(word)?.form === 'base') ||
    words.some(word => {
      const verb = verbOf(word)
      return verb?.form === 'third' && isSure(word, verb)
    })
  )
}

/** What is only deprecated is not removed yet. */
const GONE = /^(?!.*\bwill be (?:removed|dropped)\b).*\b(?:remov\w+|dropp\w+|delet\w+|gone|no longer)\b/is

/** Can a title stand for a note that breaks off? It begins with a verb, is whole, and says what the note says. */
export function standsFor(title: string, note: string): boolean {
  const words = [...stemsOf(title)]
  const known = stemsOf(note)
  const shared = words.filter(word => known.has(word))
  return (
    !title.endsWith('…') &&
    verbOf(/^[A-Za-z-]+(?= )/.exec(title)?.[0] ?? '') !== undefined &&
    !saysNothing(title.replace(/`[^`]*`/g, '')) &&
    !/\bshould\b/i.test(title) &&
    (!/^(?:remove|drop|delete)\b/i.test(title) || GONE.test(note)) &&
    shared.length >= words.length * 0.6 &&
    (title.match(/\d+/g) ?? []).every(number => note.includes(number))
  )
}
