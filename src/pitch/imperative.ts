import { uncapitalised } from './sentence-case.ts'
import { type Verb, type VerbForm, verbOf } from './words/verbs.ts'

/** Verbs whose other forms are not adjectives or nouns at the head of a title ("Loading spinner", "Cached pages", "Tests"). */
const SURE: Record<'past' | 'gerund', Set<string>> = {
  past: new Set(
    `add adjust allow avoid bump change clean convert correct create decrease deprecate disable drop enable enhance ensure expose
    extend generate fix handle implement improve include increase introduce make migrate move optimize prevent reduce refactor remove
    rename reorder replace resolve restore revert rewrite show simplify switch update upgrade use`.split(
      /\s+/,
    ),
  ),
  gerund: new Set(
    `add adjust allow avoid bump change clean convert correct create decrease deprecate disable drop enable ensure expose
    extend fix implement improve include increase introduce make migrate move optimize prevent reduce refactor remove rename
    replace resolve restore revert rewrite simplify support switch update upgrade use`.split(/\s+/),
  ),
}
/** Verbs whose third person is a plural noun as well. */
const PLURALS = new Set(
  `access address alert archive attempt block boost break build bump cache call cap capture catch cause change check click
  clip clone comment commit copy count cover cut default delay design display document download draft draw drop edit embed
  escape exit export fail fetch filter fix flag flip focus force format forward gate get go grant group guard handle
  highlight hint hook host import increase index insert install issue join launch lift limit link list load lock log map
  mark mask match measure merge mirror mock mount move mute name notice offer order override pad pass paste patch pause
  permit pick pin place point polish port post prefix preload present print process profile prompt pull purge push query
  queue read record redirect refactor reference register release reload report request reset retry return review rewrite
  rollback route run save schedule scope scroll search select sequence set share ship show snapshot sort split start stop
  store stream style support surface swap switch sync tag test throttle toggle track transfer transform trigger tune tweak
  update upgrade upload use view visit wait watch wire wrap`.split(/\s+/),
)
/** Plurals that titles use as verbs all the same, when an object follows. */
const VERBAL =
  /^(?:changes?|fixes|handles|moves|returns|shows|supports|switches|updates|upgrades|uses|sets|passes|stops|gets|drops|displays|checks|increases)$/i
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
  /\b(?:\w+(?:ization|isation)|removal|deprecation|cleanup|clean-up|clean up|refactor(?:ing)?|migration|rename|upgrade|updates?|bump|improvements?|enhancements?|changes|tweaks?|polish|fix(?:es)?|bugfix(?:es)?|follow-?up|rework|redesign|revamp|optimizations?|adjustments?|replacement)\b/i
const MENDING =
  /\b(?:fix(?:es)?|bugfix(?:es)?|hotfix|improvements?|tweaks?|polish|clean-?up|refactor(?:ing)?|follow-?up|support|overhaul|adjustments?|changes)\b/i

/** "Added X", "Adds X" and "Adding X" become "Add X"; a noun takes the verb of its prefix. Never touches what may be no verb. */
export function imperative(text: string, prefixVerb: string | null): string {
  const plain = text.replace(/^(?:also|just|this|pr)\s+(?=[a-z]+s\b)/i, '')
  const [first = ''] = /^[A-Za-z]+(?:-[a-z]+)*(?=\s)/.exec(plain) ?? []
  const verb = verbOf(first)
  if (verb === undefined) return withVerb(text, prefixVerb)
  if (verb.form === 'base') return nounAfterAll(first, plain) ? withVerb(text, prefixVerb) : plain
  return isSure(first, verb) ? (conjugated(plain, first, verb.base, verb.form) ?? text) : text
}

/** Surely a verb at the head of a title, in a form other than the base. */
function isSure(word: string, { base, form }: Verb): boolean {
  if (form === 'base') return false
  return form === 'third' ? !PLURALS.has(base) || VERBAL.test(word) : SURE[form].has(base)
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
    return isSure(word, verb) ? verb.base : word
  })
  return sure ? tail : null
}

/** A fix that only tells the fault must say that it is gone: "Unable to save" would announce the opposite. */
const FAULT =
  /\b(?:unable to|fails?|failed|failing|crash\w*|broken|breaks|not working|(?:doesn['’]t|does not|don['’]t|do not) work|incorrectly|wrongly|panics?|hangs?|throws?|was|were|wrong|flicker\w*|leak\w*|stuck|freez\w+)\b/i
/** Words with which a sentence tells the cure, or may. */
const CURE =
  /\b(?:no longer|never|without|now|instead|prevent\w*|avoid\w*|should|must|only|handle[sd]?|ensure[sd]?|when \S+ (?:fails|crashes|throws)|if)\b/i

/** A noun phrase with the verb that its prefix stood for. */
export function withVerb(text: string, prefixVerb: string | null): string {
  if (prefixVerb === 'Fix' && FAULT.test(text) && !CURE.test(text)) return fault(text)
  if (prefixVerb === null || !isNounPhrase(text) || hasDeed(text, prefixVerb)) return text
  return `${prefixVerb} ${uncapitalised(text)}`
}

function fault(text: string): string {
  if (/^unable to\b/i.test(text)) return `Fix being ${uncapitalised(text)}`
  if (isNounPhrase(text)) return hasDeed(text, 'Fix') ? text : `Fix ${uncapitalised(text)}`
  return /^(?:[A-Za-z-]+ )?[A-Za-z`][\w-]*`? (?:is|are|was|were|does|do|doesn|don|fails?|crashe?s?)\b|\b(?:was|were)\b/.test(
    text,
  )
    ? `Fix an issue where ${uncapitalised(text)}`
    : text
}

/** "Fix migration crash" is right, "Fix cleanup" and "Add removal of …" are not. */
const hasDeed = (text: string, verb: string): boolean =>
  verb === 'Fix' ? MENDING.test(text) : DEED.test(text)

function isNounPhrase(text: string): boolean {
  const [first = ''] = /^[\w'’-]+/.exec(text) ?? []
  if (SETTLED.test(first) || FINITE.test(text) || /[^\x00-\x7F]/.test(text)) return false
  const verb = verbOf(first)
  return (
    (verb === undefined && !/(?:ed|ize|ise|ify|ly)$/.test(first)) ||
    (verb?.form === 'base' && nounAfterAll(first, text))
  )
}
