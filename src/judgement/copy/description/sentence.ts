import { sentenceCase } from '#judgement/copy/title/case.ts'
import { shorten } from '#judgement/copy/title/fit.ts'
import { isDeed, verbOf } from '#judgement/copy/title/verbs.ts'
import { type Context, PAST, toldBefore, toldFault } from './before.ts'

/** What a sentence of a description tells: what is so now, how it was until now, or what one can set or has to do. */
export interface Told {
  kind: 'now' | 'before' | 'how'
  text: string
  /** Cannot be understood without the sentence before it. */
  leans: boolean
}

const LONGEST = 230

/** What is said to colleagues, or is about how the work was done. */
const WORK =
  /https?:|www\.|(?:^|\s)[@#]\w|\b(?:I|I['’]m|I['’]ve|I['’]d|we|we['’]re|we['’]ve|we['’]ll|us|our|my|me|let['’]s|you guys|folks|lgtm|cc|nit|review(?:er|ers|ed|ing)|commited|backport\w*|follow-?ups?|todo|fixme|tested|test suite|e2e|flak[ey]\w*|lint\w*|linter|refactor\w*|codebase|code ?path\w*|call ?sites?|callers?|recordings?|jira|resolves? #|related to|part of the|depends on|stack ?trace|implementation\w*|implement(?:s|ed)? the|internally|under the hood|dependabot|renovate|changeset|attached|hopefully|probably|maybe|perhaps|simply|basically|actually|manually|verified|workaround|hack\w*|wip|happy to|not sure|the reason|turns out|root cause|oversight|mistakes?|regression from|introduced (?:in|by)|reported by|note that|worth noting|in theory|ideally|eventually|for now|not yet|in (?:the|a) future|future|later|next step|planned|another approach|alternative\w*|trade-?offs?|decided|opted|considered|this (?:commit|branch|patch|approach|file|function|class|method|code|logic))\b|\?$|:\.?$|^see\b|\(see\b|\b(?:prevents?|stops?|keeps?) (?:people|users|you|customers|admins)\b|^(?:note|nb|fyi|warning|caveat|disclaimer)\b/i
/** The same, unless the product is about them, as its title tells. */
const WORK_TOPICS =
  /\b(?:rebase[sd]?|rebasing|cherry-?pick\w*|prs?|pull requests?|merge requests?|mrs?|commits?|committed|diffs?|reviews?|tests?|testing|branch(?:es)?|changelog|tickets?|screenshots?|drafts?|below|above|following)\b/gi
/** What only those who read the source know by name; outside code spans. */
const SOURCE =
  /(?<![\w./-])[\w.-]+\/[\w./-]+\.\w|\w\.(?:tsx?|jsx?|mjs|go|py|rs|rb|java|kt|php|lua|swift|cpp|cc|scss|css|sql)\b|\b[a-z]+[A-Z]\w*|\b(?:[A-Z][a-z0-9]+){2,}[A-Z]\w*|\b(?!Open|Java|Type)(?=\w{12})[A-Z][a-z]+(?:[A-Z][a-z]+)+|\b\w+_\w+|\w\(\)|::|->|=>|[{}<>|=;\\]|\b[0-9a-f]{12,}\b/g
/** Names of code, which may be settings. */
const SPAN = /`[^`]*`/g
const CAMEL = /[a-z][A-Z]/
const isSetting = (span: string, said: string): boolean =>
  /[.:]|^`--/.test(span) &&
  /\b(?:config\w*|default|disable|enable|in|option|set|setting|via|with)\b/i.test(said) &&
  !/\b(?:fs|path|os|util)\./.test(span)
const SOURCE_IN_SPAN = /\w\.(?:tsx?|jsx?|mjs|go|py|rs|rb|java|kt|php|swift|cpp|scss)\b|\w\(\)|::|->|=>|[{};|]/
/** Words of the workshop, unless the title itself speaks of them. */
const WORKSHOP =
  /\b(?:allocat\w*|async|buffers?|bytes|cache-hit|cmake|counters?|dead code|loaders?|overrides?|retry loop|unmarshal\w*|abstract\w*|args?|boilerplate|boolean|classes|class names?|ci|compilers?|components?|cron|conditions?|constructors?|coverage|coroutines?|css|datastore|db|(?:de)?seriali[sz]\w*|divs?|enums?|env|functions?|goroutines?|guards?|handlers?|helpers?|histograms?|hooks?|init|logic|mask|methods?|middlewares?|modules?|mutators?|mutex\w*|n\+1|nil|null|params?|processors?|parsers?|pointers?|propert(?:y|ies)|props?|proto\w*|race conditions?|quer(?:y|ies)|redundant|redis|regex\w*|runtime|schemas?|specs?|state|structs?|stub\w*|subclass\w*|threads?|types?|typings?|undefined|unused|utils?|utilit(?:y|ies)|variables?|vars?|wrappers?)\b/gi
const HEDGED =
  /\b(?:should|might|may be|could be|would be (?:nice|better|good|great|useful|helpful|easier)|would (?:like|love|need|require|have)|seems?|appears to|apparently|supposed|temporar\w+|flag(?:s|ged)?|of course|obviously|a million|unknown|feedback|feeback|felt|no longer (?:desired|needed|necessary|required|used)|the new features?|this feature|(?:would|you['’]d) (?:expect|want|think|imagine)|if (?:you|we|this|it) (?:want|prefer|think))\b/i
/** A deed at the head of a sentence, in whatever form. */
const CAN =
  /\b(?:can|will|are|is|be) now\b|\bnow (?:\w+ly )?(?:be|has|have|accept|allow|appear|apply|display|include|keep|let|offer|open|operate|respect|show|support|use|work|\w+s)\b|(?<!(?:that|which|who|whose \w{1,30}) )\bno longer\b|^(?:Now|You can)\b|\byou(?:['’]ll| will) (?:now |be able to )|\bare now\b/i
const OFFERS =
  /^(?:You|Users?|People|Admins?|Administrators?|Customers?|Members|Owners?|Developers?|Visitors|Readers|Authors|Operators|Merchants|Moderators?)(?: \w+)? can\b(?! only\b)/
const UNTIL_NOW =
  /^(?:previously|formerly|until now|before(?: this(?: (?:pr|change|fix|commit|patch))?)?|(?:prior|previous) to this(?: (?:pr|change|fix))?|in the past|up to now|up until now|originally),? +/i
const HOW =
  /^(?:To (?:use|enable|disable|upgrade|migrate|configure|turn|opt|set|restore|keep|get)\b.*, |Set `|Run `|Enable (?:it|this) |Disable (?:it|this) |(?:It|This) can (?:also )?be (?:done|enabled|disabled|turned|configured|changed|set|found)|(?:It|This) is (?:off|on|disabled|enabled|available|configurable|controlled)\b|(?:The )?[Dd]efault(?:s| is| value)\b|By default\b|Requires\b|[A-Z][\w ]{3,40} (?:is|are) (?:disabled|enabled|off|on) by default\b|Available (?:on|in|for|to)\b|This requires\b)/
const WHY =
  /^(?:This|It|That) (?:also )?(?:makes it (?:easier|possible|faster|simpler|clear\w*)|makes (?:the )?\w+ (?:easier|faster)|helps|lets (?:you|users|people)|allows (?:you|users|people|for)|is useful|is (?:especially )?helpful|saves|speeds|reduces|avoids|prevents|gives|means (?:you|users|that you|that users))\b/
const MEASURED =
  /\bfrom (?:~ ?)?\d[\d.,]* ?\S{0,12} (?:down )?to (?:~ ?)?\d|\b\d+(?:\.\d+)?(?:x| ?%| times) (?:faster|smaller|less|fewer|reduction|improvement|speedup)/i

/** What a sentence, as plain text, tells a customer; null where it tells none of it, or where there is doubt. */
export function toldBy(
  sentence: string,
  context: Context,
  { isFix = false, isLead = false } = {},
): Told | null {
  const said = WHY.test(sentence) ? sentence : withoutLeadIn(sentence)
  const fault = isFix && isLead && !UNTIL_NOW.test(said) ? toldFault(said, context) : null
  // Where only the cause is told in names of the code, what came of it still says what customers saw.
  if (fault !== null && isReadable(fault, context.title)) return { kind: 'before', text: fault, leans: false }
  if (!isReadable(said, context.title)) return null
  const both = (UNTIL_NOW.test(said) || PAST.test(said)) && /[,;] (?:but |and )?now\b/.test(said)
  if (both) return { kind: 'now', text: said.replace(/[.!]$/, ''), leans: false }
  const before = tellsDeed(said) ? null : toldBefore(said, context, isLead)
  if (before !== null)
    return { kind: 'before', text: before, leans: /^Until now, (?:it|they|this|that)\b/i.test(before) }
  const kind = kindOf(said, isFix)
  if (kind === null) return null
  const text = shorten(said.replace(/[.!]$/, ''), LONGEST)
  return text.endsWith('…') ? null : { kind, text, leans: LEANS.test(text) }
}

const LEANS =
  /^(?:This|It|That|Your|They|These|Those|Then|There|Otherwise|However|Instead|So|Both|Same)\b|^\w+ (?:this|both|all these|these two|that|it|these|those|them)\b|\bthe (?:former|latter|two|same)\b/

function kindOf(said: string, isFix: boolean): Told['kind'] | null {
  if (HOW.test(said)) return 'how'
  if (WHY.test(said) || MEASURED.test(said)) return 'now'
  const isPast = PAST.test(said) || /\b(?:because|due to|caused by|instead of just)\b/i.test(said)
  if (tellsDeed(said)) return isPast && !/^(?:Fix|Prevent)/.test(said) ? null : 'now'
  if (isPast || /\b(?:but|however|unfortunately|cannot|can['’]t)\b/i.test(said)) return null
  return CAN.test(said) || (!isFix && OFFERS.test(said)) || /^Your \w+ (?:is|are|stays?|will)\b/.test(said)
    ? 'now'
    : null
}

/** Deeds whose object people see; the others tell how it was done. */
const OUTCOMES = new Set(
  `accept add allow animate archive avoid block bring cap center change clarify collapse confirm copy create customize deprecate disable dismiss
  display download drop edit embed enable enhance ensure expand export expose extend filter fix focus group hide highlight import improve
  include increase introduce jump keep let limit lock make mark mute notify offer open pause persist pick play preserve prevent prompt
  provide publish redesign reduce reject remember remove rename reorder replace report require resolve respect restart restore resume retain
  scroll search select send show sort speed start stop suggest support surface swap switch toggle turn unify upload warn`.split(
    /\s+/,
  ),
)

/** "Adds …", "Allow …", "Fixed …": tells what was done, to something that follows. */
export function tellsDeed(said: string): boolean {
  const [first = '', next = ''] = /^(?:Also |Now |It )?([A-Za-z-]+) (\S+)/.exec(said)?.slice(1) ?? []
  const verb = verbOf(first)
  if (verb === undefined || verb.form === 'gerund' || !OUTCOMES.has(verb.base)) return false
  if (/^(?:and|or|is|are|was|were|of|for|to|in|on|that|which|has|have|can|will|if|when)$/.test(next))
    return false
  // "Filter rules are read once" begins with a noun.
  if (/^\S+ \S+ (?:is|are|was|were|has|have|had|can|could|will|do|does|did)\b/.test(said)) return false
  return verb.form === 'base' || isDeed(first, verb)
}

const DID = `(added|allowed|changed|created|disabled|dropped|enabled|exposed|extended|fixed|improved|included|increased|introduced|made|moved|reduced|removed|renamed|replaced|reworked|switched|updated)`
const SUBJECT = `(?:(?:in |with )?(?:this|the) (?:pr|pull request|merge request|mr|commit|change|patch|changeset|update|feature|release|fix)|this)`
const LEAD_INS: [RegExp, string][] = [
  [
    /^(?:(?:⚠️?\s*)?breaking(?: changes?)?\s*:|(?:tl;?dr|summary|fix|feat|feature|solution|what|description)\s*:)\s+(?=\S)/i,
    '',
  ],
  [
    /^(?:so|also|similarly|additionally|in addition|furthermore|moreover|besides(?: that)?|finally|specifically|in short|basically|as a result|this (?:issue|bug|problem)|previous|unknown|would it|to fix (?:this|that)|with this(?: change| pr| update)?|after this(?: change| pr| fix)?|now|in particular|therefore|thus),? +(?=\S)/i,
    '',
  ],
  [
    new RegExp(
      `^${SUBJECT},? (?:we |I )?(?:also |now |simply |just )*(?:aims to |attempts to |is to |will |adds the ability to (?=\\S))?(?=([a-z]+)\\b)`,
      'i',
    ),
    '',
  ],
  [new RegExp(`^(?:we|I)(?:['’]ve| have)? (?:also |now |just )*(?=${DID}\\b)`, 'i'), ''],
  [
    /^(?:allow(?:s|ed|ing)?|enables?|lets?|permits?|makes? it possible for|gives?) (?:(?:users?|you|people|customers|admins?|developers|the user) (?:to |the (?:ability|option) to )?|to |the (?:ability|option) to )(?!to )(?=[a-z]+ (?!.*\b(?:they|their|them)\b))/i,
    'You can now ',
  ],
]

/** Without what leads into it: "This PR adds …" → "Adds …", "Allows users to …" → "You can now …". */
function withoutLeadIn(sentence: string): string {
  let said = sentence.trim()
  for (const [lead, plain] of LEAD_INS) {
    const next = lead.exec(said)
    if (next === null) continue
    const verb = next[1] === undefined ? undefined : verbOf(next[1])
    if (next[1] !== undefined && (verb === undefined || verb.form === 'gerund')) continue
    said = plain + said.slice(next[0].length)
  }
  return sentenceCase(said)
}

function isReadable(said: string, title: string): boolean {
  const words = said.split(/\s+/).length
  const spans = said.match(SPAN) ?? []
  const prose = said.replace(SPAN, 'code')
  const known = title.toLowerCase()
  return (
    words >= 4 &&
    words <= 48 &&
    /^[\p{Lu}`"“]/u.test(said) &&
    !/^(?:And|But|Or|Because|Which|While|Since|As|Although|Though)\b/.test(said) &&
    !WORK.test(prose) &&
    !HEDGED.test(prose) &&
    [...(prose.match(WORKSHOP) ?? []), ...(prose.match(WORK_TOPICS) ?? [])].every(word =>
      known.includes(word.toLowerCase().replace(/s$/, '')),
    ) &&
    spans.length <= 3 &&
    !spans.some(span => SOURCE_IN_SPAN.test(span)) &&
    spans.every(
      span =>
        !CAMEL.test(span) ||
        /\s/.test(span) ||
        known.includes(span.slice(1, -1).toLowerCase()) ||
        isSetting(span, said),
    ) &&
    (prose.match(SOURCE) ?? []).every(name => known.includes(name.toLowerCase()))
  )
}
