import { sharedStems } from '#judgement/copy/text/sentences.ts'
import { shorten } from '#judgement/copy/title/fit.ts'
import { verbOf } from '#judgement/copy/title/verbs.ts'

/** What surrounds a sentence, to tell its names and its subject by. */
export interface Context {
  title: string
  /** The whole description. */
  text: string
}

const LONGEST = 230

const MARKED =
  /^(?:previously|formerly|until now|before(?: this(?: (?:pr|change|fix|commit|patch))?)?|(?:prior|previous) to this(?: (?:pr|change|fix))?|in the past|up to now|up until now|originally|currently|right now|at the moment|today|as of now|presently|at present),? +/i
/** Why it was so is for colleagues. */
const REASON = /,? (?:because|since|due to|as a result of|caused by)\b.*/
const NOW = /\b(?:now|no longer)\b/i
const CAUSE =
  /\b(?:because|due to|caused|causes|as a result|results? in|leads? to|the (?:first|second|other) case)\b/i
export const PAST =
  /\b(?:used to|would(?! (?:be able|like|have|need|require))|wasn['’]t|weren['’]t|was(?! (?:added|implemented|introduced|tested|reported|requested|found|discovered|merged|made|created|done|chosen|needed|meant|intended|able|supposed))|were(?! (?:added|implemented|introduced|tested|reported|found|made|created|needed|able))|didn['’]t|did not|could not|couldn['’]t|wouldn['’]t|would not|had(?: to)?|there was no)\b/i
const PRESENT = /\b(?:is|are|can|cannot|has|have|does|do|will)\b|\b(?:is|are|ca|has|have|does|do|wo)n['’]t\b/i
/** Tells what happened to whoever used it, not what was done to the code. */
const EVENT =
  /\b(?:would|used to|could not|couldn['’]t|did not|didn['’]t|had to|there was no (?:way|option)|(?:was|were) (?:not|only|always|never|missing|lost|hidden|ignored|blank|empty|broken|shown|hard|difficult|impossible|confusing|slow))\b|\b(?:wasn|weren)['’]t\b/i

/**
 * How things were, as "Until now, …". Without a word such as "previously" only the sentences that lead a description tell that. Null where the sentence does not tell that. */
export function toldBefore(said: string, context: Context, isLead: boolean): string | null {
  const isMarked = MARKED.test(said)
  const rest = said.replace(MARKED, '').replace(REASON, '').replace(/[.!]$/, '')
  if (NOW.test(rest) || CAUSE.test(rest) || (!isMarked && (!isLead || LEANS.test(rest) || isOrder(rest))))
    return null
  const isPast = PAST.test(rest) && !PRESENT.test(rest.split(PAST)[0] ?? '')
  const isTrouble = (isPast && EVENT.test(rest)) || (tellsPast(rest) && HARM.test(rest))
  const told = isTrouble || (isMarked && isPast) ? rest : null
  const short = told === null ? '…' : shorten(told, LONGEST)
  return short.endsWith('…') ? null : `Until now, ${lowered(short, context)}`
}

/** Cannot be understood without the sentence before it. */
const LEANS =
  /\bsuch an?\b|^(?:instead|otherwise|however|then|therefore|thus|also|so|it|this|that|they|these|those|there|here|no|not|each|several|some|both|neither|its|their|such|one|another|the (?:first|second|latter|former|same|other|previous))\b|\b(?:this|these|those)(?= (?:is|are|was|were|has|had|can|could|would|\w+s)\b|[,.;]|$)/i
/** What nobody wants, in whatever tense. */
const HARM =
  /\b(?:sometimes|stuck|fail(?:s|ed|ing)?|broken?|breaks|crash(?:es|ed)?|incorrect(?:ly)?|wrong(?:ly)?|errors?|lost|loses?|cut (?:off|in)|clip(?:s|ped)|overflow(?:s|ed)|overlap(?:s|ped)|disappear(?:s|ed)|vanish(?:es|ed)?|hangs?|hung|froze|freezes|frozen|flicker(?:s|ed)|impossible|blank|twice|annoying|confusing|misleading|noisy|slow(?:ly|er)?|stale|invisible|unreadable|overwr\w+|leak(?:s|ed)|throws|threw|unexpected(?:ly)?|accidental(?:ly)?|corrupt\w*)\b/i
/** What is harm only where it is over: in the present it may be meant. */
const PAST_HARM =
  /\b(?:never|nothing|not|too|had to|missing|unable|even (?:when|if|though)|hidden|ignored|rejected|refused|blocked|forced|without|instead of|left|duplicated?|truncated|no way to|kept|still|lacked)\b|n['’]t\b/i
/** A cure, a wish or a deed. */
const CURED =
  /\b(?:now|no longer|instead,|should|meant|intended|expected|supposed|to (?:fix|address|solve) (?:this|that|it))\b/i
/** "…, so the list stayed empty": what people saw of it. */
const CONSEQUENCE = /[,;] (?:and )?so (?!that\b|as\b|it\b|they\b|this\b|that\b|these\b|those\b|we\b|I\b)(.+)/
/** "Names are kept instead of being lost" tells no harm. */
const SPARED = /\b(?:instead of|rather than|without|never|avoid\w*|prevent\w*)\b.*/i
/** Words for what the first half of the sentence names. */
const ELSEWHERE = /\b(?:it|its|them|they|their|those|these)\b/i
const OPENING =
  /^(?:when|if|while|after|before|on|in|for|with|during|once|as|at|by|under|without)\b[^,–—]*[,–—]/i

/**
 * The fault that a fix begins with, as "Fixes an issue where …", which holds for the present and the past alike, so that no verb is
 * changed. Of a cause and what came of it, the latter is told. Null in doubt.
 */
export function toldFault(said: string, context: Context): string | null {
  const plain = said
    .replace(MARKED, '')
    .replace(REASON, '')
    .replace(/ (?:therefore|thus|hence|consequently)\b/, '')
    .replace(/[.!]$/, '')
  const isPast = tellsPast(plain)
  const consequence = CONSEQUENCE.exec(plain)?.[1] ?? ''
  const came = isPast && isOwnClause(consequence) ? inShort(consequence) : null
  const fault = came ?? inShort(isOrder(consequence) ? plain.replace(CONSEQUENCE, '') : plain)
  if (CURED.test(plain) || fault === null || LEANS.test(fault) || isOrder(fault)) return null
  if (isOfAnother(fault, context.title) || fault.split(' ').length < 6) return null
  const isHarm = HARM.test(fault.replace(SPARED, '')) || (isPast && PAST_HARM.test(fault))
  if (came === null && !isHarm) return null
  return `Fixes an issue where${OPENING.test(fault) ? ',' : ''} ${lowered(fault, context)}`
}

const isOwnClause = (text: string): boolean =>
  text.split(' ').length > 4 &&
  (PAST.test(text) || words(text).some(isPastVerb)) &&
  !ELSEWHERE.test(text) &&
  !isOrder(text)

const inShort = (text: string): string | null => (text.length <= LONGEST ? text : null)

/** Its words, but for the first and those that follow an article: "an unmatched name" has no verb yet. */
const words = (text: string): string[] =>
  text.split(' ').filter((_, at, all) => at > 0 && !/^(?:an?|the|of|with|any|its)$/i.test(all[at - 1] ?? ''))

const isPastVerb = (word: string): boolean =>
  /^(?:did|was|were|had|could|would|[a-z]+ed|went|left|got|lost|kept|came|made|threw|sent|took|held|cut)(?:n['’]t)?$/.test(
    word,
  )
const isPresentVerb = (word: string): boolean => PRESENT.test(word) || verbOf(word)?.form === 'third'

/** Is its first verb in the past, as far as can be told? */
function tellsPast(text: string): boolean {
  const verb = words(text).find(word => isPastVerb(word) || isPresentVerb(word))
  return verb !== undefined && isPastVerb(verb)
}

/** "Nudge the model", "adds a fade": a verb and its object, without a subject. */
function isOrder(text: string): boolean {
  const [first = '', next = ''] = text.split(' ', 2)
  if (/^(?:the|an?|its|their|your|any|all|each|every|both)$/i.test(next))
    return !OPENING.test(text) && !/ing$/.test(first)
  return (
    verbOf(first)?.form === 'base' &&
    verbOf(next)?.form !== 'third' &&
    !PRESENT.test(next) &&
    !PAST.test(next)
  )
}

/** "Node removes …": another program, or a part that the title does not speak of, and what it does. */
function isOfAnother(text: string, title: string): boolean {
  const [first = '', next = ''] = text.split(' ', 2)
  return (next === 'does' || verbOf(next)?.form === 'third') && sharedStems(first, title) === 0
}

/** A first word in lower case, unless it is a name as far as the text tells. */
function lowered(said: string, { title, text }: Context): string {
  const [first = '', next = ''] = said.split(' ', 2)
  if (!/^[A-Z][a-z]*(?:['’-][a-z]+)?$/.test(first) || first === 'I') return said
  const lower = first.toLowerCase()
  const known = ` ${title}\n${text}`
  const isWord = known.match(/[\w-]+(?:['’][a-z]+)?/g)?.includes(lower)
  const isName = /^[A-Z]/.test(next) || isInMidSentence(first, known)
  return isWord || !isName ? lower + said.slice(first.length) : said
}

const isInMidSentence = (word: string, text: string): boolean =>
  text
    .split(` ${word}`)
    .some((after, at, parts) => at > 0 && /[a-z,]$/.test(parts[at - 1] ?? '') && !/^\w/.test(after))
