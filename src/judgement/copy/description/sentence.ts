import { sharedStems } from '#judgement/copy/text/sentences.ts'
import { sentenceCase } from '#judgement/copy/title/case.ts'
import { DANGLING, shorten } from '#judgement/copy/title/fit.ts'
import { isDeed, verbOf } from '#judgement/copy/title/verbs.ts'
import {
  type Context,
  HARM,
  HAS_SUBJECT,
  isPresentVerb,
  PAST,
  REASON,
  toldBefore,
  toldFault,
} from './before.ts'
import { inProductVoice } from './voice.ts'

/** What a sentence of a description tells: what is so now, how it was until now, what one can set or has to do, or more about it. */
export interface Told {
  kind: 'now' | 'before' | 'how' | 'more'
  text: string
  /** Cannot be understood without the sentence before it. */
  leans: boolean
  /** How much it tells somebody who uses the product; below 1 where it names code, and is no body alone. */
  worth: number
}

const LONGEST = 300

/** What is said to colleagues, is about how the work was done, or is not sure. */
const WORK =
  /https?:|www\.|(?:^|\s)[@#]\w|(?:\b(?:I|I['’]m|I['’]ve|I['’]d|we|we['’]re|we['’]ve|we['’]ll|us|our|my|me|let['’]s|lgtm|cc|nit|review(?:er|ers|ed|ing)|backport\w*|follow-?ups?|todo|fixme|nfc|test (?:suite|coverage|cases?|data)|e2e|flak[ey]\w*|lint\w*|typechecks?|refactor\w*|codebase|code ?paths?|call ?sites?|jira|resolves? #|stack ?trace|implementation\w*|implement(?:s|ed)? the|internally|under the hood|dependabot|renovate|changeset|verified|reproduced|wip|not sure|turns out|root cause|oversight|regression|reported by|worth noting|in theory|if \w+ ever|ideally|eventually|for now|not yet|in (?:the|a) future|future|next step|planned|another approach|trade-?offs?|decided|opted|figma|no (?:functional|behaviou?r\w*|user-visible|visible) change|claude code|(?:preserv|keep|retain)\w* (?:the )?(?:exact |existing |current |public |same )*behaviou?r|this (?:commit|branch|patch|approach|file|function|class|method|code|logic)|should|might|may be|could be|would (?:be (?:nice|good|great|useful|helpful|better|easier)|like|love|need|require|have)|seems?|appears to|apparently|supposed|hopefully|probably|maybe|perhaps|temporar\w+|feature[- ]flag\w*|behind (?:an? |the )?(?:[\w-]+ ){0,3}flag)\b|\?$|:\.?$|^(?:see|part of|related to)\b|^fix(?:e[sd])? (?:this|that|it)\b|^(?:note|nb|fyi|warning|caveat|disclaimer)\b)/i
/** The same, unless the product is about them, as its title tells. */
const WORK_TOPICS =
  /\b(?:prs?|pull requests?|merge requests?|mrs?|(?:this|previous|next|separate|subsequent|individual|later|earlier|one) commits?|(?:this|main|base|that) branch|tests?|testing|changelog|tickets?|screenshots?|(?:see|as|described|mentioned) (?:above|below)|the following)\b/gi
/** What only those who read the source know by name, outside code spans; names of settings in capitals aside. */
const SOURCE =
  /(?<![\w./-])[\w.-]+\/[\w./-]+\.\w|\w\.(?:tsx?|jsx?|mjs|go|py|rs|rb|java|kt|php|lua|swift|cpp|cc|scss|css|sql)\b|\b(?!(?:i|t|mac|tv|iPad|watch|vision|e|g|k)[A-Z])[a-z]+[A-Z]\w*|\b(?:[A-Z][a-z0-9]+){2,}[A-Z]\w*|\b(?!Open|Java|Type|Post|Click)(?=\w{12})[A-Z][a-z]+(?:[A-Z][a-z]+)+|\b(?![A-Z][A-Z0-9_]*\b)\w+_\w+|\w\(\)|::|->|=>|(?<![ (])[<>]|[{}|=;\\[\]]|\b[0-9a-f]{12,}\b|\b(?!ISO|CVE|SHA|UTF|RFC|AES|GPT)[A-Z]{2,6}-\d{3,}\b/g
const SPAN = /`[^`]*`/g
/** Code, and not the name of a setting, a command or a value. */
const SOURCE_IN_SPAN =
  /\w\.(?:tsx?|jsx?|mjs|go|py|rs|rb|java|kt|php|swift|cpp|scss)\b|\w\(|::|->|=>|[{};|]|^`[A-Z][a-z]+[A-Z]|^`#?[a-z]+(?:[A-Z][a-z]+)+`|[\w@]\/[\w-]+\//
/** Words of the workshop, which some users know as well. */
const WORKSHOP =
  /\b(?:allocat\w*|async|buffers?|callbacks?|classes|columns? in the database|index(?:es)? on|components?|conditions?|constructors?|coroutines?|css|datastore|db|dead code|(?:de)?seriali[sz]\w*|divs?|enums?|functions?|goroutines?|handlers?|helpers?|hooks?|init|internal|legacy|loaders?|logic|methods?|middlewares?|migration|modules?|mutators?|mutex\w*|nil|null|params?|parsers?|prisma|trpc|zod|upserts?|router|factory|singleton|pointers?|primitives?|processors?|props?|proto\w*|quer(?:y|ies)|race|redis|regex\w*|runtime|schemas?|scroll container|selectors?|snapshot|specs?|state|structs?|stub\w*|tables?|threads?|typings?|undefined|unused|upstream|utils?|utilit(?:y|ies)|(?<!environment |env )(?:variables?|vars?)|wrappers?)\b/gi

const CODE_PART =
  /\b(?!(?:node|next|vue|three|d3)\.)[a-z]\w+\.[a-z]{3,}\w*|\b(?:hook|handler|helper|function|method|class|callback|middleware|wrapper|selector|mutation)s?\b/gi
const CONSTANT = /\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g
/** What people set is spelled so as well. */
const SETTINGS =
  /\b(?:optional|default|env(?:ironment)?(?: var\w*)?|settings?|options?|configur\w+|set|flags?)\b/i

const UNTIL_NOW = /^(?:previously|formerly|until now|before|prior to this|in the past)\b/i
const CAN =
  /(?<!\b(?:right|until|by|just|as of|even) )\bnow\b(?! that| we\b| I\b)|(?<!(?:that|which|who|whose \w{1,30}) )\bno longer\b|^You can\b|\byou(?:['’]ll| will) (?:be able to )|\binstead of (?:just |only )?(?:silently |always )?\w+ing\b/i
/** What a description says of the fault itself. */
const WORSE =
  /\bnow (?:\w+ ){0,3}(?:have to|has to|must|wait|crash|fail|break|hang|panic|lose)|that (?:prevents?|stops?) (?:people|users|you)\b/i
const OFFERS =
  /^(?:You|Users?|People|Admins?|Administrators?|Customers?|Members|Owners?|Developers?|Visitors|Readers|Authors|Operators|Merchants|Moderators?)(?: \w+)? can\b(?! only\b)/
const HOW =
  /^(?:To (?:use|enable|disable|upgrade|migrate|configure|turn|opt|set|restore|keep|get)\b.*, |Use `[A-Z]|Set `|Set [A-Z_]+\b|Run `|Enable (?:it|this) |Disable (?:it|this) |(?:It|This) can (?:also )?be (?:done|enabled|disabled|turned|configured|changed|set|found)|(?:It|This) is (?:off|on|disabled|enabled|available|configurable|controlled)\b|(?:The )?[Dd]efault(?:s| is| value)\b|By default\b|O(?:ff|n) by default\b|(?:This r|R)equires (?=[A-Z\d`])|[A-Z][\w ]{3,40} (?:is|are) (?:disabled|enabled|off|on) by default\b|Available (?:on|in|for|to)\b)/
const WHY =
  /^(?:This|It|That) (?:also |will |now )*(?:makes? it (?:easier|possible|faster|simpler|clear\w*)|makes? (?:the )?\w+ (?:easier|faster)|is (?:especially |particularly |very |also )?(?:useful|helpful|handy|convenient|important)|is so (?:that )?|(?:helps|lets|allows|saves|speeds|reduces|avoids|prevents|gives|means|matches|brings|causes|ensures|keeps|improves|enables|adds)\b|(?:help|let|allow|save|reduce|avoid|prevent|give|cause|ensure|keep|improve|enable) )/
/** With a harm, what comes of the fault: "This makes the list feel broken". */
const BRINGS =
  /^(?:This|It|That|Which) (?:can |could |would |will |also )*(?:mak|mad|creat|caus|lead|led|result|forc|leav|left)(?!.*\b(?:easier|possible|clear\w*|faster|simpler|sure)\b)/i
const MEASURED =
  /\bfrom (?:~ ?)?\d[\d.,]* ?\S{0,12} (?:down )?to (?:~ ?)?\d|\b\d+(?:\.\d+)?(?:x| ?%| times) (?:faster|smaller|less|fewer|reduction|improvement|speedup)/i
const LEANS =
  /^(?:This|It|That|They|These|Those|Then|There|Otherwise|However|Instead|So|Both|(?:The )?[Ss]ame|The (?:consequence|effect|outcome|result|upshot) (?:is|was)|Each|Its|Their|Such|Either|Neither|Also)\b|^(?:To )?\w+ (?:that[,.;]|this|both|all these|these two|it|these|those|them)\b|\b(?:the (?:former|latter|two)|(?:this|these|those) (?!who|that|which|they|you|with|of|in|to)\w+|that (?:case|way))\b/
const LEANING_PAST = /^Until now, (?:it|they|this|that|these|those)\b/
/** What a sentence must not hold that only says how things are: it may be how they were. */
const TURNED =
  /\b(?:but|however|unfortunately|cannot|only|never|because|since|not|no|without|months?|years?|becom\w+|currently|still|already|today|problem|issue|bug|concern|error\w*|missing|deprecated|pollut\w+|too|used to)\b|n['’]t\b/i

/** What a sentence, as plain text, tells a customer; null where it tells none of it, or where there is doubt. */
export function toldBy(sentence: string, context: Context, isLead = false): Told | null {
  if (BRINGS.test(sentence) && HARM.test(sentence)) return null
  const voiced = (WHY.test(sentence) ? sentence : inProductVoice(sentence)).replace(/(?<!\.)\.+$|!$/, '')
  // Where the cause is told to colleagues, what came of it may still be for customers.
  const isFault = context.isFix && isLead && !UNTIL_NOW.test(voiced) && !tellsDeed(voiced)
  const fault = isFault ? toldFault(voiced, context) : null
  const isToColleagues = fault !== null && workIn(fault, context.title) !== null
  const text = withoutWork(fault === null || isToColleagues ? voiced : fault, context.title)
  if (text === null) return null
  // What is cut may be the point of how things were.
  const told = fault === null || isToColleagues ? toldOf(text, context, isLead && text === voiced) : fault
  if (told === null && isOfCode(text, context.title)) return null
  const [kind, value] = told === null ? kindOf(text, context) : (['before', 4] as const)
  const worth = value - burdenOf(told ?? text, context.title)
  const least = kind === 'before' ? 2.5 : 1
  const isCode =
    kind !== 'how' && (namesCode(told ?? text, context.title) || namesConstant(text, context.title))
  const plain =
    isCode || (value >= least && worth < least)
      ? (outcomeOf(text, context) ?? withoutSource(text, context))
      : null
  if (plain !== null) return plain
  if (worth < least || text.length > LONGEST) return null
  const leans = told === null ? kind === 'more' || LEANS.test(text) : LEANING_PAST.test(told)
  return { kind, text: told ?? text, leans, worth: isCode ? worth / 10 : worth }
}

const OUTCOME =
  /,? so (?:that )?((?!(?:as|it|they|this|that|these|those|we|I|there) )[\w"“'-]+ (?:(?!can\b|so\b)[\w"”'’-]+ ){0,6}?)(can(?!['’])|no longer|now|always|stays?|keeps?|remains?|gets?|shows?|opens?|works?|appears?)\b(?! be sure)(.*)/

/** What a deed is good for, where it is told in words of the code: "Adds a column, so the history can show …". */
function outcomeOf(text: string, context: Context): Told | null {
  const [, subject = '', verb = '', rest = ''] = (tellsDeed(text) && OUTCOME.exec(text)) || []
  if (rest.split(' ').length < 3 || / (?:it|its|they|their|them)\b/.test(`${subject}${rest}`)) return null
  const said = withoutWork(
    sentenceCase(`${subject}${verb}${verb === 'can' ? ' now' : ''}${rest}`),
    context.title,
  )
  if (
    said === null ||
    namesCode(said, context.title) ||
    isOfCode(said, context.title) ||
    burdenOf(said, context.title) > 1
  )
    return null
  return { kind: 'now', text: said, leans: LEANS.test(said), worth: 3 }
}

/** What a sentence tells before a clause that names code; null where that is no whole sentence. */
function withoutSource(text: string, context: Context): Told | null {
  const kept = text.search(SOURCE) < 1 ? '…' : shorten(text, text.search(SOURCE))
  return kept.endsWith('…') || dropsCondition(text, kept) ? null : toldBy(kept, context)
}

/** How things were; null where the sentence does not tell it. */
function toldOf(text: string, context: Context, isLead: boolean): string | null {
  if (tellsDeed(text)) return null
  const fault = context.isFix && isLead && !UNTIL_NOW.test(text) ? toldFault(text, context) : null
  return fault ?? toldBefore(text, context, isLead)
}

function kindOf(said: string, context: Context): [Told['kind'], number] {
  const { title, isFix } = context
  if (HOW.test(said)) return ['how', 3]
  if (MEASURED.test(said)) return ['now', 4]
  if (WHY.test(said)) return ['now', TURNED.test(said) ? 0 : 3]
  const isPast = PAST.test(said) || /\b(?:because|due to|caused by|currently)\b/i.test(said)
  if (WORSE.test(said)) return ['more', 0]
  if (
    !isPast &&
    (CAN.test(said.replace(SPAN, 'code')) || (!isFix && !TAKES.test(title) && OFFERS.test(said)))
  )
    return ['now', 4]
  if (tellsDeed(said))
    return ['now', isPast && !/^(?:Fix|Prevent)/.test(said) ? 0 : valueOfDeed(said, context)]
  if (isPast || /\b(?:but|however|unfortunately)\b/i.test(said)) return ['more', 0]
  if (isFix || TURNED.test(said) || HARM.test(said) || !hasVerb(said)) return ['more', 0]
  return !TAKES.test(title) && sharedStems(said, title) > 1 ? ['now', 2] : ['more', 1.5]
}

/** Of a fix that tells how it was made, only what it is good for is told; of a new helper or condition nothing. */
function valueOfDeed(said: string, { title, isFix }: Context): number {
  const named = said.split(' ', 4).join(' ')
  const code =
    named
      .replace(SPAN, '')
      .match(SOURCE)
      ?.filter(name => !name.includes('_')) ?? []
  const object = [...(named.match(WORKSHOP) ?? []), ...(/\bso\b/.test(said) ? [] : code)]
  if (object.some(word => !isKnown(word, title))) return 1
  const isOutcome = OUTCOMES.has(deedOf(said))
  if (!isFix || /\bso\b/.test(said)) return isOutcome ? 3 : Number(said.split(' ').length > 8)
  if (/^(?:Fix|Allow|Support|Show|Prevent|Restore)/.test(said)) return 3
  return isOutcome && !said.includes('`') ? 3 : 0
}

/** A title that takes something away: what a description then says of it, may be how it was. */
const TAKES =
  /^(?:\w+(?:\([^()]*\))?!?: )?(?:remove|drop|disable|hide|don['’]t|do not|stop|replace|prevent|avoid|delete|deprecate|disallow|reduce|narrow|optimi[sz]e|speed|improve|limit|cache)\b|^perf/i

const hasVerb = (said: string): boolean =>
  verbOf(/, ([a-z]+) /.exec(said)?.[1] ?? '')?.form === 'base' ||
  said
    .split(/[\s,]+/)
    .slice(1)
    .some(isPresentVerb)

/** Deeds whose object people see; the others tell how it was done. */
const OUTCOMES = new Set(
  `accept add allow animate archive avoid block bring cap center change clarify collapse confirm copy create customize deprecate disable dismiss
  display download drop edit embed enable enhance ensure expand export expose extend filter fix focus group hide highlight import improve
  include increase introduce jump keep let limit lock make mark mute notify offer open pause persist pick play preserve prevent prompt
  provide publish raise redesign reduce reject remember remove rename reorder replace report require resolve respect restart restore resume retain return
  scroll search select send show sort speed start stop suggest support surface swap switch toggle turn unify update upgrade upload warn`.split(
    /\s+/,
  ),
)

const deedOf = (said: string): string =>
  verbOf(/^(?:Also |Now |It )?([A-Za-z-]+)/.exec(said)?.[1] ?? '')?.base ?? ''

/** "Adds …", "Allow …", "Fixed …": tells what was done, to something that follows. */
export function tellsDeed(said: string): boolean {
  const [first = '', next = ''] = /^(?:Also |Now |It )?([A-Za-z-]+) (\S+)/.exec(said)?.slice(1) ?? []
  const verb = verbOf(first)
  if (
    verb === undefined ||
    verb.form === 'gerund' ||
    (NO_OBJECT.test(next) && !/^ensures? that /i.test(said))
  )
    return false
  // "Filter rules are read once" begins with a noun.
  if (HAS_SUBJECT.test(said) || /^\S+ \S+ (?:can|could|will|do|does|did)\b/.test(said)) return false
  return verb.form === 'base' || isDeed(first, verb) || (verb.form === 'third' && verbOf(next) === undefined)
}

const NO_OBJECT =
  /^(?:by|and|or|is|are|was|were|of|for|to|in|on|that|which|has|have|can|will|if|when|now|no|not|always|still|also|without|with|from)$/

/** Is its subject a name or a part of the code? "`Queue.open()` now takes …", "The hook returns …" */
function isOfCode(said: string, title: string): boolean {
  const [subject = ''] = /^(?:The |An? |Each |Every )?\S+(?: (?!is|are|now|can)\S+)?/.exec(said) ?? []
  const parts = subject.replace(SPAN, '').match(CODE_PART) ?? []
  return !tellsDeed(said) && (namesCode(subject, title) || parts.some(part => !isKnown(part, title)))
}

/** Has it identifiers of the code that the title does not have? */
function namesCode(text: string, title: string): boolean {
  const prose = text.replace(SPAN, '')
  const spans = (text.match(SPAN) ?? [])
    .filter(span => SOURCE_IN_SPAN.test(span))
    .map(span => span.slice(1, -1))
  return [...(prose.match(SOURCE) ?? []), ...spans].some(name => !isKnown(name, title))
}

const namesConstant = (text: string, title: string): boolean =>
  !SETTINGS.test(text) && (text.match(CONSTANT) ?? []).some(name => !isKnown(name, title))

/** Without a last clause that speaks to colleagues; null where all of it does, or where it is no whole sentence. */
function withoutWork(said: string, title: string): string | null {
  const work = workIn(said, title)
  const short = said.replace(REASON, '')
  const kept = work === null ? said : workIn(short, title) === null ? short : shorten(said, work)
  if (dropsCondition(said, kept)) return null
  const words = kept.split(/\s+/).length
  const isWhole =
    words >= 4 &&
    words <= 50 &&
    !/^[^(]*\)|…$/.test(kept) &&
    /^(?:[\p{Lu}\p{N}`"“]|v\d|i[A-Z]|[a-z]+[.-]\w)/u.test(kept) &&
    (kept === said || !DANGLING.test(kept)) &&
    !/^(?:And|But|Or|Because|Which|While|Since|As|Although|Though)\b/.test(kept)
  return isWhole && workIn(kept, title) === null ? kept : null
}

/** Without the condition under which it holds, a sentence would say more than is so. */
const dropsCondition = (said: string, kept: string): boolean =>
  /^\W*(?:when(?:ever)?|where|if|unless|only|until|except|while)\b/i.test(said.slice(kept.length))

/** Where the sentence first speaks to colleagues; null where it does not. */
function workIn(said: string, title: string): number | null {
  const prose = said.replace(SPAN, span => '`'.padEnd(span.length, '#'))
  const topics = [...prose.matchAll(WORK_TOPICS)].filter(([word]) => !isKnown(word, title))
  const found = [prose.search(WORK), ...topics.map(({ index }) => index)].filter(at => at >= 0)
  return found.length === 0 ? null : Math.min(...found)
}

const isKnown = (word: string, title: string): boolean =>
  title
    .toLowerCase()
    .replace('pull request', 'pr pull request')
    .includes(word.toLowerCase().replace(/s$/, ''))

/** How much of it only those know who read the source. */
function burdenOf(said: string, title: string): number {
  const prose = said.replace(SPAN, 'code').replace(/"[^"]*"/g, 'quote')
  const unknown = (words: Iterable<string>) =>
    [...new Set(words)].filter(word => !isKnown(word, title)).length
  const spans = (said.match(SPAN) ?? []).filter(span => !isKnown(span.slice(1, -1), title))
  const code = spans.filter(span => span.length > 4 && SOURCE_IN_SPAN.test(span))
  const names = spans.length - code.length
  return (
    unknown(prose.match(WORKSHOP) ?? []) +
    2 * unknown(prose.match(SOURCE) ?? []) +
    Math.min(2.5, code.length + (names > 2 ? names / 4 : 0)) +
    (said.length > 200 ? 0.5 : 0)
  )
}
