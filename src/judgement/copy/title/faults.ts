import { uncapitalised } from './case.ts'
import { verbOf } from './verbs.ts'

/** What tells that something goes wrong, wherever it stands. */
const FAULT =
  /\b(?:sometimes|occasionally|intermittently|unable to|fails?|failed|failing|crash(?:es|ed|ing)?|broken|breaks|(?:does|do|did|is|are|was|were|has|have|could|can)(?:n['’]t| not)|cannot|incorrectly|wrongly|wrong|panics?|hangs?|throws?|causes?|flickers?|leaks?|stuck|freezes|disappears?|overlaps?|overflows?|renders? blank|loses|ignores|(?:is|are|gets?) (?:\w+ )?(?:unavailable|missing|lost|duplicated|truncated|corrupted|cut off|misaligned|out of sync|stale|incorrect|invalid|unusable|(?:too |very )?slow)|(?:appears?|sent|shown|rendered) twice|not (?!only|using|being|needed|required|supported|used)\w+(?:ing|ed)|error(?:s|ed)? (?:when|on|if|while))\b/i
/** Words with which a sentence tells the cure, or may. */
const CURE =
  /\b(?:no longer|never|without|now|instead|prevent\w*|avoid\w*|should|must|only|handle[sd]?|ensure[sd]?|when \S+ (?:fails|crashes|throws)|if)\b/i
/** With one of these before its verb, the sentence is about something else. */
const CLAUSE =
  /\b(?:always|never|still|not|may|might|can|ways?|when|where|that|which|who|whose|if|so|because|since|as|after|before|while|until|to|whether|how|what|why|it|they|and|or|nothing|nobody|issues?|bugs?|errors?|problems?|cases?|warnings?)\b|n['’]t\b/i

const SUBJECT = String.raw`^((?=[\w\x60])(?:[^\s,;:]+ ){1,6}?)`
/** A fault in the present with its subject, which "no longer" turns round: "The list crashes on open". */
const HAPPENS = new RegExp(
  String.raw`${SUBJECT}(crash(?:es)?|fails?|hangs?|freezes?|panics?|breaks?|disappears?|flickers?|flashes|overlaps?|overflows?|leaks?|throws?|loses?|appears? twice|renders? blank|(?:shows?|displays?|returns?|uses?|gives?) (?=(?:an? |the )?(?:wrong|empty|blank|incorrect|invalid|duplicate|stale)\b)|(?:gets?|becomes?) (?=stuck|lost|cut off)|(?:is|are) (?=broken|missing|stuck|blank|cut off|truncated|misaligned|unusable|duplicated|lost|corrupted|(?:shown|sent|rendered) twice|(?:too |very )?slow\b))`,
  'i',
)
/** "The export was broken": the past that a title tells is over. */
const PAST = new RegExp(
  String.raw`${SUBJECT}(?:(?:is|are) failing|(?:was|were) (?:broken|missing|empty|incorrect|wrong|lost|stuck|not (?:working|\w+ed))|stopped working|got stuck|failed)\b`,
  'i',
)
const NOT = `(?:(?:does|do|is|are|was|were|did|could|has|have)(?:n['’]t| not)|can(?:not| not|['’]t)|won['’]t)`
/** "Search does not open on mobile": a subject of a few words, and what it does not do. */
const DENIED = new RegExp(String.raw`${SUBJECT}${NOT} (?:(?:\w+ly|being|even|be) )?([a-z]+)`, 'i')
/** What is better not done or not had: denied, it is the cure. */
const HARM =
  /^(?:allocate|allow|affect|block|break|cause|clobber|close|conflict|corrupt|count|crash|cut|depend|disappear|drop|duplicate|empty|error|exceed|expose|fail|hang|ignore|interfere|leak|leave|lose|lost|modify|mutate|need|null|overlap|overrid|overwr|panic|require|reset|skip|throw|time|touch)/i
/** A fault that no verb follows: "Icons not showing on mobile", "missing totals", "crash on startup". */
const BARE =
  /^(?:(?:missing|wrong|incorrect|broken|unexpected|unwanted|unhandled|uncaught|untranslated|inverted|mismatched|misplaced|misaligned|malformed|truncated|garbled|unsupported|unescaped) (?!(?:or|and|if|the|an?|all)\b)[a-z`]|(?:crash|panic|deadlock|race condition|memory leak|regression|issues?|bugs?|errors?) (?:when|on|in|if|while|after|during|with)\b|(?:[^\s,;:]+ ){1,5}?broken (?:in|on|when|for|with|after|from|at|inside|on)\b)/i
/** "Icons not shown on mobile". */
const NOT_DONE =
  /^(?:"[^"]+" )?(?:[^\s,;:]+ ){1,6}?not (?:being )?(?:\w+(?:ing|ed)|shown|sent|set|kept|found|visible|available)(?: (?:in|on|when|for|with|after|if|by|from|at|as|inside|within|during|while|to|across|correctly|properly)\b|$)/i

const tellsCure = (text: string): boolean => CURE.test(text)

/** Tells what goes wrong, and nothing of what is right now. */
export const tellsFault = (text: string): boolean => FAULT.test(text) && !tellsCure(text)

/** "Upload fails …": so soon before its verb, the first word is no order. */
export const tellsShortFault = (text: string): boolean =>
  /^\S+ (?:(?:\S+ )?(?:fails|causes|crashes|throws|hangs|panics)|(?:does|is|are|was|were|can)(?:n['’]t| not)|(?:\S+ ){0,3}(?:sometimes|occasionally|intermittently))\b/i.test(
    text,
  )

const hasPlainSubject = (text: string, pattern: RegExp): boolean => {
  const subject = pattern.exec(text)?.[1]
  return subject !== undefined && !CLAUSE.test(subject)
}

const ORDER =
  /^(?:fix(?:e[sd]|ing)?|add|update|remove|check|ensure|document|test|allow|make|clarify|change|typo|only|prevent|avoid|handle)\b/i
/** A title that tells a fault, as one that is mended; as it is where it tells none, or may as well tell the cure. */
export function mendedFault(text: string, isFix: boolean): string {
  if (ORDER.test(text)) return text
  const main = text.replace(/ (?:when|if|while|that|which|where|after|before|because)\b.*/, '')
  const isBare = (BARE.test(text) && (isFix || !/^errors?\b/i.test(text))) || NOT_DONE.test(main)
  if (isBare && !/ (?:is|are|was|were|do|does) /.test(main)) return `Fix ${uncapitalised(text)}`
  const isOrder = verbOf(text.split(' ', 1)[0] ?? '')?.form === 'base'
  if (!isFix && isOrder && !hasPlainSubject(text, PAST)) return text
  const [, , denied = ''] = DENIED.exec(text) ?? []
  if (HARM.test(denied) || tellsCure(text)) return text
  if (/^unable to \w/i.test(text) || (isFix && CANNOT.test(text)))
    return text.replace(CANNOT, 'Fix being unable to ')
  if (!isFix && !hasPlainSubject(text, PAST)) return text
  if (hasPlainSubject(text, HAPPENS)) {
    const [whole, subject = '', verb = ''] = HAPPENS.exec(text) ?? []
    const isPlural = /s $/.test(subject) && !/s $/.test(`${verb} `)
    const rest = text.slice(whole?.length ?? 0)
    if (/^(?:is|are) $/.test(verb)) return `${subject}${verb}no longer ${rest}`
    if (isPlural || /^\w+s\b/.test(verb)) return `${subject}no longer ${verb}${rest}`
  }
  return hasPlainSubject(text, PAST) ||
    hasPlainSubject(text, DENIED) ||
    (isFix && hasPlainSubject(text, MAY_FAIL))
    ? `Fix an issue where ${uncapitalised(text)}`
    : text
}

const CANNOT =
  /^(?:unable to|can ?not|can['’]?t|could ?not|couldn['’]t) (?!fail|crash|break|hang|lose|leak|throw|panic|be\b)/i
const MAY_FAIL = new RegExp(
  String.raw`${SUBJECT}(?:(?:sometimes|occasionally|intermittently) |(?:fails?|causes?)\b|(?:can|may|might) (?:hang|crash|fail|panic|deadlock|be (?:undefined|null|nil|empty|lost|overwritten|corrupted))|(?:returns?|gives?|raises?|shows|reports|displays)(?= (?:\S+ ){0,3}errors?\b))`,
  'i',
)
