import { uncapitalised } from './sentence-case.ts'
import { type VerbForm, verbOf } from './words/verbs.ts'

/** Verbs whose other forms are not adjectives or nouns at the head of a title ("Loading spinner", "Cached pages", "Tests"). */
const SURE: Record<Exclude<VerbForm, 'base'>, Set<string>> = {
  past: new Set(
    `add adjust allow avoid bump change clean convert correct create decrease deprecate disable drop enable ensure expose
    extend fix handle implement improve include increase introduce make migrate move optimize prevent reduce refactor remove
    rename reorder replace resolve restore revert rewrite show simplify switch update upgrade use`.split(
      /\s+/,
    ),
  ),
  third: new Set(
    `add adjust allow apply avoid bring convert correct create decrease deprecate disable drop enable ensure expose extend fix
    handle hide implement improve include increase introduce keep make migrate move optimize prevent reduce refactor remove
    rename replace resolve restore revert simplify support switch update upgrade use`.split(/\s+/),
  ),
  gerund: new Set(
    `add adjust allow avoid bump change clean convert correct create decrease deprecate disable drop enable ensure expose
    extend fix implement improve include increase introduce make migrate move optimize prevent reduce refactor remove rename
    replace resolve restore revert rewrite simplify support switch update upgrade use`.split(/\s+/),
  ),
}
/** After these the first word was no verb with an object: "Changes to …", "Fixed in …", "Updates are …". */
const NO_OBJECT =
  /^(?:to|of|for|from|in|on|by|with|at|as|is|are|was|were|and|or|not|no|now|can|will|should|must|may|does|do|has|have|that|which|when|while|after|before|if|size|width|height|page|screen|version|versions)$/i
/** A title with one of these is a sentence of its own, which an added verb would break. */
const FINITE =
  /(?:\b(?:is|are|was|were|be|been|am|should|must|can|cannot|could|will|would|may|might|does|do|did|has|have|had|not|no|never|now|doesn|isn|aren|won)\b|n['’]t\b|:\s)/i
/** First words that go on from no verb. */
const SETTLED =
  /^(?:a11y|ability|always|also|automatically|better|correctly|don|dont|do|does|ensure|faster|fewer|first|gracefully|initial|less|more|never|no|not|nothing|now|only|properly|slightly|temporarily|this|these|when|you|your|we|our|i|it|it's|to|by|in|on|for|at|if|as|with|and|or|but|after|before|re-\w+|un\w+ing)$/i
/** Nouns made of verbs: "Removal of …" says itself what was done. */
const DEED =
  /\b(?:\w+(?:ization|isation)|removal|deprecation|cleanup|clean-up|clean up|refactor(?:ing)?|migration|rename|upgrade|updates?|bump|improvements?|enhancements?|changes|tweaks?|polish|fix(?:es)?|bugfix(?:es)?|follow-?up|rework|redesign|revamp|optimizations?|adjustments?|replacement|support)\b/i

/** "Added X", "Adds X" and "Adding X" become "Add X"; a noun takes the verb of its prefix. Never touches what may be no verb. */
export function imperative(text: string, prefixVerb: string | null): string {
  const plain = text.replace(/^(?:also|just|this|pr)\s+(?=[a-z]+s\b)/i, '')
  const [first = ''] = /^[A-Za-z]+(?:-[a-z]+)*(?=\s)/.exec(plain) ?? []
  const verb = verbOf(first)
  if (verb === undefined) return withVerb(text, prefixVerb)
  if (verb.form === 'base') return nounAfterAll(first, plain) ? withVerb(text, prefixVerb) : plain
  return SURE[verb.form].has(verb.base) ? (conjugated(plain, first, verb.base, verb.form) ?? text) : text
}

/** "Support for X" and "Error in X" are nouns, though "support X" is not. */
const nounAfterAll = (first: string, text: string): boolean =>
  /^(?:support|access|display|filter|search|sort|order|cache|view|report|request|test|log|limit|design|default|review)$/i.test(
    first,
  ) && /^\S+ (?:for|of|in|on|to)\b/i.test(text)

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
    const followed = /^ (?:the|a|an|some|all|missing|support|several|its|it|their|new|`)/.test(
      rest.slice(at + word.length),
    )
    if (form !== 'third' && !followed) sure = false
    return SURE[form as 'past'].has(verb.base) ? verb.base : word
  })
  return sure ? tail : null
}

function withVerb(text: string, prefixVerb: string | null): string {
  if (prefixVerb === null || !isNounPhrase(text)) return text
  const addsSupport = prefixVerb === 'Add' && /^support\b/i.test(text)
  if (prefixVerb !== 'Fix' && DEED.test(text) && !addsSupport) return text
  if (prefixVerb === 'Fix' && DEED.test(text.replace(/\bsupport\b/gi, ''))) return text
  return `${prefixVerb} ${uncapitalised(text)}`
}

function isNounPhrase(text: string): boolean {
  const [first = ''] = /^[\w'’-]+/.exec(text) ?? []
  if (SETTLED.test(first) || FINITE.test(text) || /[^\x00-\x7F]/.test(text)) return false
  const verb = verbOf(first)
  return (
    (verb === undefined && !/(?:ed|ize|ise|ify|ly)$/.test(first)) ||
    (verb?.form === 'base' && nounAfterAll(first, text))
  )
}
