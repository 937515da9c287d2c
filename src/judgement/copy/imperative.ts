import { isNamedFault, isShortFault } from './faults.ts'
import { nounAfterAll, withVerb } from './prefix-verb.ts'
import { uncapitalised } from './sentence-case.ts'
import { isSure } from './words/forms.ts'
import { type VerbForm, verbOf } from './words/verbs.ts'

/** After these the first word was no verb with an object: "Changes to …", "Fixed in …", "Updates are …". */
const NO_OBJECT =
  /^(?:to|of|for|from|in|on|by|with|at|as|is|are|was|were|and|or|not|no|now|can|will|should|must|may|does|do|has|have|which|when|while|after|before|if|size|width|height|page|screen|version|versions)$/i

/** "Added X", "Adds X" and "Adding X" become "Add X"; a noun takes the verb of its prefix. Never touches what may be no verb. */
export function imperative(title: string, prefixVerb: string | null): string {
  const text = granted(unhurried(title))
  const plain = text.replace(/^(?:also|just|this|pr)\s+(?=[a-z]+s\b)/i, '')
  const [first = ''] = /^[A-Za-z]+(?:-[a-z]+)*(?=\s)/.exec(plain) ?? []
  const verb = verbOf(first)
  if (verb?.form === 'base' && !nounAfterAll(first, plain))
    return prefixVerb === 'Fix' && (isShortFault(plain) || isNamedFault(plain))
      ? withVerb(plain, prefixVerb)
      : plain
  if (verb === undefined || !isSure(first, verb)) return withVerb(text, prefixVerb)
  if (prefixVerb === 'Fix' && LOST.test(plain)) return `Fix ${uncapitalised(plain)}`
  if (FAULTY.test(plain)) return text
  if (verb.form === 'gerund' && SUBJECT.test(plain)) return withVerb(text, prefixVerb)
  return conjugated(plain, first, verb.base, verb.form) ?? text
}

/** "Actually skip …" tells of an attempt before, of which customers know nothing. */
const HURRY = /^(?:(?:actually|finally|really) )+(?!(?:block|clause)s?\b)(?=([a-z]+)\b)/i

function unhurried(title: string): string {
  const [, next = ''] = HURRY.exec(title) ?? []
  return verbOf(next) === undefined ? title : title.replace(HURRY, '')
}

/** "Should not print errors" wants what is now so; with a subject ("The list should …") it is read elsewhere. */
const WISH = /^should (?=([a-z]+)\b)/i
const DENIED_WISH = /^should(?: not|n['’]t) (?=(?!be\b|have\b|only\b|always\b)[a-z]+ )/i

function granted(title: string): string {
  if (DENIED_WISH.test(title)) return title.replace(DENIED_WISH, 'Do not ')
  const [, wanted = ''] = WISH.exec(title) ?? []
  return verbOf(wanted)?.form === 'base' ? title.replace(WISH, '') : title
}

/** "fix: shows the wrong price" tells the fault: as an order it would be the opposite. */
const FAULTY =
  /^(?:shows|displays|returns|uses|renders|loads|sends|saves|gets|keeps|applies|creates|generates|makes|includes|opens|drops)\b.*\b(?:wrong\w*|twice|incorrect\w*|too|not|invalid|empty|duplicated?|blank|old|stale|broken|even|despite)\b/i

/** "fix: dropping requests" tells the fault as well. */
const LOST = /^(?:dropping|losing|leaking)\b/i

/** "Adding tags is slow", "Sorting of lists: show …": what is done is the subject or the topic, and the verb follows. */
const SUBJECT =
  /^\w+ (?:\w+ ){0,3}\w+: |^(?:(?! (?:that|which|who|when|where|while|if|so|because|to|and|as|after|before|until|unless|since)\b).)* (?:is|are|was|were|has|have|had|can|could|does|did|should|will|would|must|may|might|now|no longer|adds|allows|appears?|avoids|breaks?|causes?|crashes|fails?|gives?|hides|keeps|leads?|makes?|needs?|prevents|removes|requires?|results?|returns?|seems?|sets|shows|takes?|throws?|triggers|works?)\b/i

function conjugated(text: string, first: string, base: string, form: VerbForm): string | null {
  const rest = text.slice(first.length)
  const [next = ''] = /^\s+[\w'’-]+/.exec(rest) ?? []
  if (NO_OBJECT.test(next.trim()) || / (?:are|is|was|were) (?:now|no longer)\b/.test(rest)) return null
  const tail = alike(rest, form)
  return tail === null ? null : base + tail
}

/** Later verbs of the same form follow the first ("adds X and fixes Y"); one that may be an adjective stops it all. */
function alike(rest: string, form: VerbForm): string | null {
  let sure = true
  const tail = rest.replace(/(?<=(?:\band|,|&|\+) )[a-z]+(?= )/g, (word, at: number) => {
    const verb = verbOf(word)
    if (verb === undefined || verb.form !== form || verb.base === word) return word
    const followed = /^ (?:the|a|an|some|all|missing|support|several|its|it|them|their|new|`)/.test(
      rest.slice(at + word.length),
    )
    if (form !== 'third' && !followed) sure = false
    const isInClause = /\b(?:so|that|which|who|when|where|if)\b/.test(rest.slice(0, at))
    return (followed && !isInClause) || isSure(word, verb) ? verb.base : word
  })
  return sure ? tail : null
}
