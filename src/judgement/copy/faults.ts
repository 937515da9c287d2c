import { uncapitalised } from './sentence-case.ts'
import { isWholeSentence } from './words/clauses.ts'
import { verbOf } from './words/verbs.ts'

/** A fix that only tells the fault must say that it is gone: "Unable to save" would announce the opposite. */
const FAULT =
  /\b(?:sometimes|occasionally|intermittently|^(?:can ?not|can['’]?t|could ?not|couldn['’]t) [a-z]+|(?:returns?|gives?|raises?) (?:an? )?(?:\S+ )?error\b|(?:shows|reports|displays) (?:an? )?(?:\S+ )?(?:type|false|wrong|spurious|unexpected|internal|syntax|runtime|console|parse|hydration) errors?\b|unable to|fails?|failed|failing|crash\w*|broken|breaks|(?<!\b(?:by|for|when|while|if|and|or|but|are|is|was|were) )not (?!using|being|needed|required|supported|used)\w+(?:ing|ed)|could (?!(?:now|also|then)\b)|(?:is|are) (?:unusable|(?:too |very )?slow|unsafe)|(?:can|may|might) (?:hang|crash|fail|panic|deadlock|be (?:undefined|null|nil|empty|lost|overwritten|corrupted))|won['’]t (?:build|load|open|start|work|compile)|disappears?|appears? twice|(?:is|are) (?:rendered|shown|displayed) (?:blurry|twice|upside)|(?:doesn['’]t|does not|don['’]t|do not) work|incorrectly|wrongly|panics?|hangs?|throws?|was|were|causes?|wrong|flicker\w*|leak\w*|stuck|freez\w+|(?:is|are|gets?) (?:\w+ )?(?:unavailable|missing|lost|duplicated|truncated|corrupted|broken|cut off|misaligned|out of sync|stale|incorrect|invalid))\b/i
/** Words with which a sentence tells the cure, or may. */
const CURE =
  /\b(?:no longer|never|without|now|instead|prevent\w*|avoid\w*|should|must|only|handle[sd]?|ensure[sd]?|when \S+ (?:fails|crashes|throws)|if)\b/i
/** A sentence whose subject is at most two words long, or that tells of the past. */
const FAULTY_SENTENCE =
  /^(?:[A-Za-z-]+ )?[A-Za-z`][\w-]*`? (?:(?:sometimes|occasionally|intermittently|often) )?(?:is|are|does|do|doesn|don|fails?|crashes)\b|\b(?:was|were|(?:is|are|gets?) (?:\w+ )?(?:unavailable|not working|missing|lost|duplicated|truncated|corrupted|broken|cut off|misaligned|out of sync|stale|incorrect|invalid))\b/

export const tellsCure = (text: string): boolean => CURE.test(text)

/** Tells what was wrong, and nothing of what is right now. */
export const tellsFault = (text: string): boolean => FAULT.test(text) && !tellsCure(text)

/** A sentence that tells the fault as the issue that was mended; null where it may tell the cure. */
export const issueOf = (text: string): string | null =>
  FAULTY_SENTENCE.test(text) || hasPlainSubject(text, FAILING) ? issue(text) : null

/** "Upload fails …": so soon before its verb, the first word is no order. */
export const isShortFault = (text: string): boolean =>
  /^\S+ (?:(?:\S+ )?(?:fails|causes|crashes|throws|hangs|panics)|(?:does|is|are|can)(?:n['’]t|not| not)|(?:\S+ ){0,3}(?:sometimes|occasionally|intermittently))\b/i.test(
    text,
  )

const issue = (sentence: string): string => `Fix an issue where ${uncapitalised(sentence)}`

const FAILING =
  /^((?:[^\s,;:]+ ){1,6}?)(?:fails?|causes?|crashes|throws?|hangs|panics|breaks|disappears?|appears? twice|could (?!also\b|now\b)|(?:is|are) (?:unusable|(?:too |very )?slow|unsafe)|(?:can|may|might) (?:hang|crash|fail|panic|deadlock|be (?:undefined|null|nil|empty|lost|overwritten|corrupted))|won['’]t (?:build|load|open|start|work|compile)|(?:is|are) (?:rendered|shown|displayed) (?:blurry|twice|upside|incorrectly|wrongly)|(?:returns?|gives?|raises?)(?= (?:an? )?(?:\S+ )?error\b)|(?:shows|reports|displays)(?= (?:\S+ ){0,3}errors?\b))\b/i
/** "The export was broken": the past that a title tells is over. */
const PAST_FAULT =
  /^(?!fix)(?=[^,;:]*$)[^,;:]* (?:(?:is|are) failing|(?:was|were) (?:broken|missing|incorrect|wrong|lost|not (?:working|(?!need|us|requir)\w+ed|being \w+ed)))\b/i
/** "Fix tooltip is not shown": a whole sentence for an object, with its subject. */
const FIXED_SENTENCE =
  /^Fix ((?:[^\s,;:"']+ ){1,6}?)(?:is|are|was|were|fails?|causes?|throws?|isn['’]t|aren['’]t|wasn['’]t|weren['’]t|doesn['’]t|don['’]t|didn['’]t|does not|do not|did not|cannot|can['’]t|scrolls|disappears|jumps|flickers|overlaps|remains|stays|becomes|occurs?|happens|(?:returns|raises|shows|displays|gets|keeps|loses|uses)(?= (?:an?|the|no|wrong|empty|incorrect|invalid|null|nil|\w+Error|\d+)\b)) \S/i
/** "Fix the menu from closing", with the menu: people mean that it no longer does. */
const FIXED_FROM =
  /^Fix ((?:\S+ )+?)from (?:being|crashing|failing|throwing|breaking|showing|appearing|disappearing|getting|causing|interfering|overflowing|overlapping|closing|opening|rendering|loading|returning|sending|triggering|blocking|hanging|leaking|going|becoming|falling|having|making|losing)\b/i
/** With one of these before its verb, the sentence is about something else. */
const CLAUSE =
  /\b(?:always|never|still|when|where|that|which|who|whose|if|so|because|since|as|after|before|while|until|to|whether|how|what|why|ways?|it|and|or|issues?|bugs?|errors?|problems?|cases?|crash\w*|panics?|regressions?|races?|exceptions?|warnings?|leaks?)\b/i

/** A fault that no verb follows: "Icons not showing on mobile", "Missing totals in the export", "Crash on startup". */
const BARE_FAULT =
  /^(?:(?:missing|wrong|incorrect|broken|unexpected|unwanted|unhandled|uncaught|untranslated) (?!(?:or|and|if)\b)[a-z`]|(?:inverted|mismatched|misplaced|misaligned|malformed|truncated|garbled|mangled|dangling|unclosed|unescaped|mislabel+ed) (?!(?:or|and|if|the|an?|all)\b)[a-z`]|(?:crash|panic|deadlock|race condition|memory leak|regression) (?:when|on|in|if|while|after|during|with)\b|(?:[^\s,;:]+ ){1,5}?(?:broken|not \w+ing) (?:in|on|when|for|with|after|if|by|from|at|as|inside|within|during|while|without|under|behind|between|across)\b|(?:[^\s,;:]+ ){1,5}?not working$)/i

/** "TypeError: no such …": the message of the fault itself. */
const MESSAGE = /^(?:[A-Z]\w*(?:Error|Exception)|panic): /
/** "…, which has been corrected." */
const CORRECTED =
  /, which (?:has been|have been|is|was|are|were)(?: now)? (?:corrected|fixed|resolved|addressed)$/

/** "Picture list crash", "upload stuck on start": a fault, whatever its first word may be elsewhere. */
const NAMED_FAULT =
  /^(?:\S+ ){0,5}?(?:(?:anr|crash|memory leak|npe|oome?|\w+exception)(?:$|(?= (?:when|on|in|at|if|during|after|while)\b))|stuck (?=(?:when|on|in|at|if|during|after)\b))/i
/** What every one of them holds; most titles hold none, which is quick to see. */
const MAY_NAME_FAULT = /anr|crash|leak|npe|oom|exception|stuck/i
/** What says that it was mended, or tells of other work. */
const WORK =
  /\b(?:add|address|avoid|catch|fix|guard|handle|ignore|log|mitigate|not|prevent|recover|remove|report|resolve|retry|revert|stop|survive|test|than|update|upgrade|warn|workaround)(?:s|es|ed|ing)?\b|n['’]t\b/i

/** Is it the name of a fault in a few words? A team adds none, whatever the type says. */
export const isNamedFault = (text: string): boolean =>
  MAY_NAME_FAULT.test(text) && NAMED_FAULT.test(text) && !WORK.test(text) && !tellsCure(text)

/** Is the title nothing but a fault, which a team merges only to say that it is mended? */
export const isBareFault = (text: string): boolean =>
  MESSAGE.test(text) || (BARE_FAULT.test(text) && !/ [-–—] /.test(text) && !isWholeSentence(text))

const hasPlainSubject = (text: string, pattern: RegExp): boolean => {
  const subject = pattern.exec(text)?.[1]
  return subject !== undefined && !CLAUSE.test(subject)
}

/** "The list should open at once", said of a list that does so now. */
const WISH =
  /^((?:(?![-–—] )[^\s,;:]+ ){1,5}?)should (?:be (?!\w+ly )(?=[a-z]+(?<!ed|en|ing|able to|wn|t)(?: |$))|(?=[a-z]+ )(?!be |in |on |of |at |for |to |with |from |using |not |never |only |also |always |no |now |still |just |have |already |ideally |really |\w+ly ))/

const ORDER = /^(?:fix|add|update|remove|check|ensure|document|test|allow|make|clarify|change|typo|only)\b/i

/** "The user was stuck in …" */
const STUCK = /^((?:[^\s,;:]+ ){1,4}?)(?:was|were|got) stuck\b/i

/** "There is a bug when …" */
const THERE_IS = /^there (?:is|was) (?=an? (?:\w+ )?(?:bug|issue|problem|error|crash|race|leak)\b)/i

/** What nobody brings about on purpose, so that no type need say that it was mended. */
const NEVER_MEANT =
  /^((?:[^\s,;:]+ ){1,6}?)(?:(?:is|are|was|were) (?:not working|broken)|(?:does|do|did)(?:n['’]t| not) work|stopped working|crashes(?= (?:when|on|if|with|while|in|at|after|during)\b|$))\b/i
const UNABLE = /^unable to (?=[a-z]+ )/i

/** Titles that say "fix" and then the fault as a sentence, or the fault alone in the past, in better English. */
export function withMendedFault(text: string): string {
  if (text.includes('should ') && hasPlainSubject(text, WISH) && !ORDER.test(text))
    return text.replace(WISH, (_, subject: string) => `Make ${uncapitalised(subject)}`)
  if (text.includes(' stuck') && STUCK.test(text) && !/^fix/i.test(text))
    return text.replace(STUCK, (_, who: string) => `Fix ${uncapitalised(who)}being stuck`)
  if (THERE_IS.test(text)) return text.replace(THERE_IS, 'Fix ')
  if (UNABLE.test(text)) return text.replace(UNABLE, 'Fix being unable to ')
  if (
    hasPlainSubject(text, NEVER_MEANT) &&
    !tellsCure(text) &&
    verbOf(/^\w+/.exec(text)?.[0] ?? '')?.form !== 'base'
  )
    return issue(text)
  if (CORRECTED.test(text)) return issue(text.replace(CORRECTED, ''))
  if (!/^fix /i.test(text)) return PAST_FAULT.test(text) && !CLAUSE.test(text) ? issue(text) : text
  if (hasPlainSubject(text, FIXED_SENTENCE))
    return `Fix an issue where ${text.slice('fix '.length).replace(/ (?:bug|issue|problem)$/i, '')}`
  return hasPlainSubject(text, FIXED_FROM) ? `Prevent${text.slice('fix'.length)}` : text
}
