import { withCodeBlanked } from '#judgement/copy/text/markup.ts'
import { uncapitalised } from './case.ts'
import { mendedFault, tellsShortFault } from './faults.ts'
import { isDeed, isNoun, isSurelyVerb, type Verb, verbOf } from './verbs.ts'

/** After these the first word was no verb with an object: "Changes to …", "Fixed in …", "Updates are …". */
const NO_OBJECT =
  /^(?:to|of|for|from|in|on|by|with|at|as|is|are|was|were|and|or|not|no|now|can|will|should|must|may|does|do|has|have|which|when|while|after|before|if|size|width|height|page|screen|version)$/i
/** "Adding tags is slow", "Sorting of lists: show …": what is done is the subject, and the verb follows. */
const SUBJECT =
  /^\w+ (?:\w+ ){0,3}\w+: |^(?:(?! (?:that|which|who|when|where|while|if|so|because|to|and|as|after|before|until|unless|since)\b).)* (?:is|are|was|were|has|have|had|can|could|does|did|should|will|would|must|may|now|no longer|adds|allows|breaks?|causes?|crashes|fails?|makes?|needs?|prevents|removes|requires?|results?|returns?|seems?|keeps|shows|takes?|throws?|works?)\b/i

/**
 * "Added X", "Adds X" and "Adding X" become "Add X", a noun takes the verb of its prefix ("feat: dark mode" → "Add dark mode"), and a
 * fault is told as mended. What may be no verb is never touched.
 */
export function asOrder(text: string, prefixVerb: string | null): string {
  const [first = ''] = /^[A-Za-z]+(?:-[a-z]+)*(?=\s)/.exec(text) ?? []
  const verb = verbOf(first)
  if (/^fix /i.test(text)) return text
  if (verb?.form === 'base' && !isNoun(first, text))
    return tellsShortFault(text) ? withVerb(text, prefixVerb === 'Fix' ? 'Fix' : null) : text
  if (prefixVerb === 'Fix' && LOST.test(text)) return `Fix ${uncapitalised(text)}`
  const isFault = FAULTY_DEED.test(text) || (prefixVerb === 'Fix' && tellsShortFault(text))
  if (verb === undefined || !isDeed(first, verb) || isFault) return withVerb(text, prefixVerb)
  const isSubject = verb.form === 'gerund' && SUBJECT.test(text)
  return (isSubject ? null : conjugated(text, first, verb)) ?? withVerb(text, prefixVerb)
}

/** "fix: shows the wrong price": as an order it would be the opposite. */
const FAULTY_DEED =
  /^(?!fixes\b)[a-z]+s\b.*\b(?:wrong\w*|twice|incorrect\w*|too|invalid|empty|duplicated?|blank|stale|broken|even|despite)\b/i
/** "fix: losing drafts", the same. */
const LOST = /^(?:dropping|losing|leaking)\b/i

function conjugated(text: string, first: string, { base, form }: Verb): string | null {
  const rest = text.slice(first.length)
  const [next = ''] = /^\s+[\w'’-]+/.exec(rest) ?? []
  if (NO_OBJECT.test(next.trim())) return null
  // Later verbs of the same form follow the first: "adds X and fixes Y".
  const tail = rest.replace(/(?<=(?:\band|,|&|\+) )[a-z]+(?= )/g, (word, at: number) => {
    const later = verbOf(word)
    if (later === undefined || later.form !== form || later.base === word) return word
    const isInClause = /\b(?:so|that|which|who|when|where|if)\b/.test(rest.slice(0, at))
    const takesObject = /^ (?:the|a|an|some|all|missing|support|its|it|their|new|`)/.test(
      rest.slice(at + word.length),
    )
    return (takesObject && !isInClause) || isDeed(word, later) ? later.base : word
  })
  return base + tail
}

/** A title with one of these is a sentence of its own, which an added verb would break. */
const FINITE =
  /(?:\b(?:is|are|was|were|be|been|should|must|can|cannot|could|will|would|may|might|does|do|did|has|have|had|not|no|never|now|only)\b|n['’]t\b|:\s)/i
/** First words that go on from no verb. */
const SETTLED =
  /^(?:able|always|also|automatically|better|correctly|cleaner|do|dont|ensure|how|once|optionally|until|what|where|why|faster|fewer|first|gracefully|initial|less|more|stricter|safer|smarter|simpler|clearer|smoother|nicer|tighter|never|no|not|nothing|now|only|properly|slightly|temporarily|this|these|when|you|your|we|our|i|it|to|by|in|on|for|at|if|as|with|and|or|but|after|before)$/i
/** What follows may have a verb of its own: "crash when the cart is empty" is a noun with a clause. */
const SUBORDINATE =
  / (?:when|whenever|if|while|because|where|that|which|after|before|until|unless|once|since|(?<!such )as)\b.*/i
/** Nouns made of verbs: "removal of …" says itself what was done. */
const DONE =
  /\b(?:\w+(?:ization|isation)|removal|deprecation|clean-?up|refactor(?:ing)?|migration|rename|upgrade|updates?|improvements?|enhancements?|changes|tweaks?|polish|(?:bug)?fix(?:es)?|follow-?up|rework|redesign|overhaul|optimizations?|adjustments?|replacement)\b/i
const MENDED =
  /\b(?:(?:bug)?fix(?:es)?|improvements?|tweaks?|polish|clean-?up|refactor(?:ing)?|support|overhaul|adjustments?|changes)\b/i

/** A noun phrase with the verb that its prefix stood for; a fault as one that is mended. */
export function withVerb(text: string, prefixVerb: string | null): string {
  const mended = mendedFault(text, prefixVerb === 'Fix')
  if (mended !== text || prefixVerb === null || !isNounPhrase(text)) return mended
  const says = prefixVerb === 'Fix' ? MENDED.test(text.replace(/, (?!fix).*/, '')) : DONE.test(text)
  return says ? text : `${prefixVerb} ${uncapitalised(text)}`
}

function isNounPhrase(text: string): boolean {
  const [first = ''] = /^[\w'’-]+/.exec(text) ?? []
  const main = withCodeBlanked(text).replace(SUBORDINATE, '')
  const verb = verbOf(first)
  if (/\b(?:(?:is|are) now|now works?|no longer)\b/.test(text) || HAS_VERB.test(main)) return false
  if (main.split(' ').slice(1).some(isSurelyVerb)) return false
  if (SETTLED.test(first) || FINITE.test(main) || /[^\x00-\x7F]/.test(text) || / [-–—] /.test(main))
    return false
  if (verb?.form === 'base') return isNoun(first, text)
  if (verb !== undefined) return verb.form !== 'third' && !isDeed(first, verb)
  // An unknown word is a verb where an article follows: "constrain the height".
  return !/^\S+ (?:the|an?|its|their|your|all|any|every|each)\b/i.test(text) && !/(?:ed|ly)$/.test(first)
}

/** "favicon adapts to the theme", "receipts show the right price": a subject with its verb. */
const HAS_VERB =
  /^(?:\S+ ){1,4}(?:adapts|shows|returns|works|opens|closes|appears|keeps|gets|uses|respects|follows|accepts|allows|ignores|loads|saves|sends|renders|stays|becomes|looks|goes|takes|makes|needs|includes|contains|lets|expires|happens|supports|requires|depends|matches|creates)\b|\b(?:correctly|properly) [a-z]+s\b|^(?:\S+ ){0,3}\S+s (?:show|return|work|open|close|appear|keep|get|use|respect|follow|accept|allow|ignore|load|save|send|render|stay|see|become|need|include|match) (?:the|a|an|all|only|right|correct|their|its|no|as|in|on|when|with|to)\b/i
