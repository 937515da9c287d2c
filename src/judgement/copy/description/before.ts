import { shorten } from '#judgement/copy/title/fit.ts'
import { verbOf } from '#judgement/copy/title/verbs.ts'

/** What surrounds a sentence, to tell its names and its subject by. */
export interface Context {
  title: string
  /** The whole description. */
  text: string
  /** Does the title say that something was mended? */
  isFix: boolean
}

const LONGEST = 260

const MARKED =
  /^(?:previously|formerly|until now|before(?: this(?: (?:pr|change|fix|commit|patch))?)?|(?:prior|previous) to this(?: (?:pr|change|fix))?|in the past|up to now|up until now|currently|right now|at the moment|today|as of now|presently|at present),? +/i
/** The same in the middle of a sentence. "The currently selected tenant" says nothing of the past. */
const MARK = / (?:previously|formerly|currently(?! \w+ed \w)|at the moment|right now|today)(?= |,|$)/i
/** Why it was so is for colleagues. */
export const REASON = /,? (?:because|since|due to|as a result of|caused by)\b.*/
const NOW = /\bnow\b|(?<!\b(?:that|which|who) )\bno longer\b/i
/** What happened once, and is not how things were. */
const EPISODE =
  /\b(?:(?:was|were|been|recently|originally|initially|first) (?:added|implemented|introduced|tested|reported|requested|found|discovered|merged|made|created|done|chosen|reverted|removed|renamed|forgotten|designed|built|written|copied|taken|moved|based|split|extracted|generated)|^(?:profiling|measuring|testing|looking|investigating)\b|introduced|regress\w*|recently|originally|initially|left (?:untouched|unchanged|alone|as (?:it|they))|last (?:week|month|year|release|version)|yesterday|this morning|(?:in|since|before|after|until) v?\d+\.\d|used to (?:work|be)|back when|years? ago|\d{4}-\d\d-\d\d|the (?:intent|idea|goal|plan|fix|change|test|tests|ci|build|team))\b/i
export const PAST =
  /\b(?:used to\b|would(?! (?:be able|like|have|need|require))|(?:was|were|did|could|would|had)n['’]t|was|were|did not|could not|had|got|went|left|lost|broke|meant|took)(?!\w)/i
const PRESENT =
  /^(?:is|are|can|cannot|has|have|does|do|will|must|needs?|(?:is|are|ca|has|have|does|do|wo)n['’]t)$/i
/** Went on in what is no prose: "failed with:". */
const BROKEN_OFF = /[:,(]$| (?:an?|the|that|where|which|when|and|or)$/
/** A past that an object follows, and so no adjective: "included the name". */
const DID =
  /\b(?!used )\w+ed (?:an?|the|its|their|all|every|each|only|on|up|out|to|as|into|with|from|by|\d+)\b/
/** What nobody wants, in whatever tense. */
export const HARM =
  /\b(?:stuck|fail(?:s|ed|ing|ures?)?|broken?|breaks|crash(?:es|ed|ing)?|incorrect(?:ly)?|wrong(?:ly)?|errors?|lost|loses?|cut (?:off|in)|clip(?:s|ped)|overflow(?:s|ed)|overlap\w*|disappear(?:s|ed)|vanish(?:es|ed)?|hangs?|hung|froze|freezes|frozen|flicker(?:s|ed)|impossible|blank|twice|annoying|confusing|misleading|noisy|slow(?:ly|er)?|stale|invisible|unreadable|overwr\w+|leak(?:s|ed)|throws|threw|unexpected(?:ly)?|accidental(?:ly)?|corrupt\w*|silently|mislead\w*|reject(?:s|ed)?|500'd|timed out|times out)\b/i
/** What is harm where it is over, or at the head of what a fix says: in other places it may be meant. */
const LACK =
  /\b(?:never|nothing|not|too|had to|need(?:ed)? to|missing|unable|even (?:when|if|though)|hidden|ignored|refused|blocked|forced|without|instead of|rather than|left|duplicated?|truncated|no|kept|still|lacked|only|always|hard-?coded|difficult|hard to|cannot|sometimes|empty|would|whenever|every)\b|n['’]t\b/i
/** A cure, a wish or a deed. */
const CURED =
  /\b(?:now|no longer|instead,|should|meant|intended|expected|supposed|(?:fix|address|solve) (?:this|that|it)|behaviou?r is unchanged)\b/i
/** "Names are kept instead of being lost" tells no harm. */
const SPARED = /\b(?:instead of|rather than|without|never|avoid\w*|prevent\w*)\b.*/i
/** Cannot be understood without the sentence before it, or is a label with what it stands for. */
const LEANS =
  /^[^,.`"]{1,40}: (?![`"])|\bsuch(?! as\b)\b|^(?:instead|otherwise|however|then|therefore|thus|also|so|it|this|that|they|these|those|there|here|no|not|each|several|some|both|neither|its|their|such|one|another|the (?:first|second|latter|former|same|other|previous|issue|problem|bug|cause|reason))\b|^(?:\S+ ){0,3}(?:this|these|those)(?= (?:is|are|was|were|has|had|can|could|would|\w+s)\b|[,.;]|$)|^(?:\S+ ){0,6}(?:these|those) (?!who|whose|that|which|with|of|in|on|from|for)\w+|(?<!\band )\bthen \w+ed\b|\bthe (?:resulting|latter|former|whole) \w|\b(?:in|for|of|on|with|by|from) that (?!is|it|they|the|an?\b)[a-z]+|\b(?:to|of|reach|use|find|see|for) (?:it|them) at all\b/i
/** "…, so the list stayed empty": what people saw of it. */
const CONSEQUENCE = /[,;] (?:and )?so (?!that\b|as\b|it\b|they\b|this\b|that\b|these\b|those\b|we\b|I\b)(.+)/
/** Words for what the first half of the sentence names. */
const ELSEWHERE = /\b(?:it|its|them|they|their|those|these)\b/i
const OPENING =
  /^(?:when|if|while|after|before|on|in|for|with|during|once|as|at|by|under|without)\b[^,–—]*[,–—]/i

/** How things were, as "Until now, …"; null where the sentence does not tell that. Without "previously" only the first sentences of a description do. */
export function toldBefore(said: string, context: Context, isLead: boolean): string | null {
  const isMarked = MARKED.test(said) || (MARK.test(said) && tellsPast(said))
  const rest = said.replace(MARKED, '').replace(MARK, '').replace(REASON, '').replace(/[.!]$/, '')
  if (
    NOW.test(rest) ||
    EPISODE.test(rest) ||
    (!isMarked && LEANS.test(rest)) ||
    isOrder(rest) ||
    !tellsPast(rest)
  )
    return null
  const isFault = context.isFix && [DID, HARM, LACK].some(words => words.test(rest))
  if (!isMarked && !(isLead && (isFault || PAST.test(rest)))) return null
  const short = shorten(rest, LONGEST)
  return short.endsWith('…') || BROKEN_OFF.test(short) ? null : `Until now, ${lowered(short, context)}`
}

/**
 * The fault that a fix begins with, as "Fixes an issue where …", which holds for the present and the past alike, so that no verb is
 * changed. Of a cause and what came of it, the latter is told. Null in doubt.
 */
export function toldFault(said: string, context: Context): string | null {
  const plain = said
    .replace(MARKED, '')
    .replace(MARK, '')
    .replace(REASON, '')
    .replace(/ (?:therefore|thus|hence|consequently)\b/, '')
    .replace(/[.!]$/, '')
  const isPast = tellsPast(plain)
  const consequence = CONSEQUENCE.exec(plain)?.[1]?.replace(/ even though .*/, '') ?? ''
  const came = isOwnClause(consequence) ? consequence : null
  const fault = came ?? (isOrder(consequence) ? plain.replace(CONSEQUENCE, '') : plain)
  if (fault.length > LONGEST || fault.split(' ').length < 6 || BROKEN_OFF.test(fault)) return null
  if (CURED.test(plain) || EPISODE.test(fault) || LEANS.test(fault) || isOrder(fault)) return null
  if (isOfAnother(fault)) return null
  const isHarm =
    HARM.test(fault.replace(SPARED, '').replace(/ if .*|\b(?:an?|each|every) \w+ed (?=\w)/g, '')) ||
    (isPast && LACK.test(fault))
  if (came === null && !isHarm && !/\bcurrently\b/i.test(said)) return null
  return `Fixes an issue where${OPENING.test(fault) ? ',' : ''} ${lowered(fault, context)}`
}

/** "Node removes …": another program, or a part that the title does not speak of, and what it does. */
const isOfAnother = (text: string): boolean => {
  const next = text.split(' ', 2)[1] ?? ''
  return next === 'does' || verbOf(next)?.form === 'third'
}

const isOwnClause = (text: string): boolean =>
  text.split(' ').length > 4 && tellsPast(text) && !ELSEWHERE.test(text) && !isOrder(text)

const isPastVerb = (word: string): boolean =>
  /^(?:did|was|were|had|could|would|used|[a-z]+ed|went|left|got|lost|kept|came|made|became|saw|threw|sent|took|meant|held|broke|ran|fell|hid|froze|stood|gave)(?:n['’]t)?$/.test(
    word,
  )

/** Is its first verb in the past, as far as can be told? Those of opening and relative clauses do not count. */
function tellsPast(text: string): boolean {
  const plain = text
    .replace(/`[^`]*`|["“][^"“”]*["”]|\([^()]*\)/g, 'code')
    .replace(/ [–—] [^–—]* [–—] /g, ' ')
    .replace(/\b(?:that|which|who|where|whose) (?:\w+ly )?\w+/g, '')
  return [plain.replace(OPENING, ' '), plain].some(said => isPastVerb(firstVerb(said) ?? ''))
}

function firstVerb(text: string): string | undefined {
  const words = text.split(/[\s,]+/)
  return words.find((word, at) => {
    if (at === 0 || !(isPastVerb(word) || isPresentVerb(word))) return false
    const rest = words.slice(at + 1)
    // "The list shown by …", "a cached page", "was deleted".
    const isParticiple =
      /ed$/.test(word) &&
      (rest.some(later => PRESENT.test(later)) ||
        (/^(?:by|in|on|from|with|at|to|for|as|via)$/.test(rest[0] ?? '') && rest.some(isPresentVerb)))
    return !NO_SUBJECT.test(words[at - 1] ?? '') && !isParticiple && !AUXILIARY.test(rest[0] ?? '')
  })
}

/** A word before one of these is its subject: "requests could …". */
const AUXILIARY = /^(?:could|would|was|were|did|had|is|are|can|has|have|does|do)(?:n['’]t|not)?$/
const NO_SUBJECT = /^(?:an?|the|of|with|any|its|by|to|be|been|being|gets?|getting|is|are|has|have)$/i

export const isPresentVerb = (word: string): boolean => PRESENT.test(word) || verbOf(word)?.form === 'third'

/** "Filter values were …" begins with a noun, whatever its first word may be elsewhere. */
export const HAS_SUBJECT = /^(?:(?!that |which |who )\S+ ){2,4}(?:is|are|was|were|has|have|had)\b/

/** "Nudge the model", "adds a fade": a verb and its object, without a subject. */
function isOrder(said: string): boolean {
  const text = said.replace(OPENING, '').trim() || said
  const [first = '', next = ''] = text.split(' ', 2)
  if (HAS_SUBJECT.test(text)) return false
  if (/^(?:the|an?|its|their|your|any|all|each|every|both)$/i.test(next)) return !/ing$/.test(first)
  return (
    verbOf(first)?.form === 'base' &&
    verbOf(next)?.form !== 'third' &&
    !PRESENT.test(next) &&
    !PAST.test(next)
  )
}

/** A first word in lower case, unless it is a name as far as the text tells. */
function lowered(said: string, { title, text }: Context): string {
  const [first = '', next = ''] = said.split(' ', 2)
  if (!/^[A-Z][a-z]*(?:['’-][a-z]+)?$/.test(first) || first === 'I') return said
  const lower = first.toLowerCase()
  const known = ` ${title}\n${text}`
  const isWord = known.match(/[\w-]+(?:['’][a-z]+)?/g)?.includes(lower)
  const isName = /^[A-Z]/.test(next) && !OPENING.test(said)
  return isWord || !isName ? lower + said.slice(first.length) : said
}
