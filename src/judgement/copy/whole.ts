import { isOnlyCode, withCodeBlanked } from './code-spans.ts'
import { hasFiniteVerb, isWholeSentence } from './words/clauses.ts'
import { verbOf } from './words/verbs.ts'

/** Words that change what was said before them: a cut that loses one must show that something is missing. */
const TURNS = /\b(?:not|no|never|none|neither|nor|without|unless|except|only|if|cannot|longer)\b|n['’]t\b/i
/** "Remove A from B" must not become "Remove A": what these say holds only with all that qualifies it. */
const LIMITING =
  /^(?:(?:removed?|removes|drops?|dropped|disabled?s?|deprecated?s?|delete[sd]?|blocks?|forbids?|disallows?|den(?:y|ies)|reject(?:s|ed)?|stop(?:s|ped)?|hides?|skip(?:s|ped)?|ignore[sd]?|exclude[sd]?|avoid(?:s|ed)?|prevent(?:s|ed)?|only|never|no longer|not)\b)|\b(?:do(?:es)? not|no longer|never|only)\b|n['’]t\b/i
/** What is lost says more than why. */
const BUT_WHY =
  /^ (?!so that|because|due|since|as (?:it|they)\b|to (?:prevent|avoid|improve|reduce|ensure|make|keep|fix)\b)/
/** Words that no headline ends with. */
const DANGLING =
  /\s(?:a|an|the|and|or|but|of|to|for|in|on|at|by|with|from|as|is|are|was|were|be|been|that|which|when|where|if|its|their|this|these|into|via|not|no|between|both|either|will|would|can|could|should|has|have|had|more|than|using|was|also|now|it|they|does|do|did|whether|how|who|whose|allowing|being|when|same|other|seems|appears|even|just|still|meant|used|needed|required|intended|designed|able|unable|causes|during|within|against|through|under|over|between|about|per|upon|another|any|all|each|every|only|such|so)$/i
export const isDangling = (kept: string): boolean => DANGLING.test(kept)

/** Would what stands before the cut be understood, and mean the same, without the rest? */
export function isWhole(said: string, cut: number): boolean {
  if (isOnlyCode(said.slice(0, cut))) return false
  const text = withCodeBlanked(said)
  const kept = text.slice(0, cut)
  if (
    (DANGLING.test(kept) && !endsPhrase(kept, text.charAt(cut))) ||
    TURNS.test(sameSentence(kept, text.slice(cut))) ||
    /\bbetween\b/.test(partOf(kept)) ||
    /\bboth\b/.test(behind(partOf(kept), ' and '))
  )
    return false
  if (LIMITING.test(kept) && BUT_WHY.test(text.slice(cut))) return false
  if (ISSUE.test(kept) && !WRONG.test(kept)) return false
  if (losesVerb(text, kept) || / (?:now works?|will now \w+)$/.test(kept)) return false
  if (/ (?:when|while|if|unless|until) \S+$/.test(kept)) return false
  if (/ (?:until|unless|because|certain|several)$/.test(kept)) return false
  if (losesCondition(kept, text.slice(cut))) return false
  return (
    (!wantsObject(kept) || endsOnDeed(kept, text.slice(cut))) &&
    !wantsRest(kept, text.slice(cut)) &&
    hasVerb(clauseOf(kept), text.slice(cut))
  )
}

/** What stands behind the last such sign; all of it where there is none. */
const behind = (text: string, sign: string): string =>
  text.includes(sign) ? text.slice(text.lastIndexOf(sign) + sign.length) : text

/** What stands behind the last comma. */
const partOf = (kept: string): string => behind(kept, ',')

/** "Warn | when …", "works again | when …", "now allows | to …", "is now called | after …". */
const losesCondition = (kept: string, lost: string): boolean =>
  (/^(?:emit|raise|throw|warn|error|reject)(?:s|ed)?\b/i.test(kept) && /^ (?:when|if)\b/.test(lost)) ||
  (/\bworks? again$/.test(kept) && /^ (?:when|with|if|in|on|for|after)\b/.test(lost)) ||
  (/\bnow (?:\w+ly )?\w+$/.test(kept) &&
    (/^ (?:after|before)\b/.test(lost) || /\bnow (?:allows|lets|accepts)$/.test(kept)))

/** Behind a full stop or a semicolon another sentence begins, behind "so" a consequence, behind "and" another deed: none changes what was said before. */
const sameSentence = (kept: string, lost: string): string =>
  /^(?:[.;]|, so)\s/.test(lost) ||
  (/^ so (?!\w+ that\b)/.test(lost) && !VAGUE.test(kept)) ||
  goesOn(kept, lost)
    ? ''
    : lost

/** "Updates the list so that …" says in what follows what was done. */
const VAGUE = /^(?:adjust|chang|fix|improv|modif|tweak|updat)\w*\b|\b(?:adjusted|changed|modified|updated)$/i

/** "Fix an issue where the list is polled | when polling is off": what is no fault by itself needs all that makes it one. */
const ISSUE =
  /^Fix(?:e[sd])? (?:an?|the) (?:issue|bug|problem|regression|case|edge case) (?:where|that|in which) /
const WRONG =
  /\b(?:not|no|never|cannot|fail\w*|crash\w*|wrong\w*|incorrect\w*|invalid|missing|lost|loses?|broken?|breaks?|unable|errors?|empty|stuck|twice|duplicat\w*|leak\w*|hang\w*|panic\w*|unavailable|unexpected\w*|unintended|truncated|cut off|ignore[sd]?|throws?|thrown|deadlock\w*|corrupt\w*|forever|infinite\w*|indefinitely|stale|slow\w*|too|unnecessar\w*|freez\w*|frozen|rejected|refused|inconsistent\w*|flicker\w*|misaligned|overlap\w*|overflow\w*|prevent\w*|disappear\w*|drop\w*|skipp?ed|overwritten|race|silently|prematurely|despite|even)\b|n['’]t\b/i

/** "The cost of totals | in the cart has been halved": what stays must have the verb of the sentence. */
function losesVerb(text: string, kept: string): boolean {
  const topic = /^[A-Z][^:]{2,30}: /.exec(text)?.[0].length ?? 0
  if (topic > 0) return losesVerb(text.slice(topic), kept.slice(topic))
  if (CONDITION.test(text)) return !hasFiniteVerb(/, (.*)/.exec(kept)?.[1] ?? '')
  if (hasFiniteVerb(kept) || verbOf(/^[A-Za-z-]+/.exec(text)?.[0] ?? '') !== undefined) return false
  return isWholeSentence(text)
}

/** "When the cart is empty, …": what matters comes after. */
const CONDITION =
  /^(?:to|in order to|when|if|while|after|before|as|once|since|until|for|in|during|similarly)\b(?=.*, )/i

/** "… signs in, …": a comma closes what would dangle elsewhere. */
const endsPhrase = (kept: string, mark: string): boolean =>
  /[,.;]/.test(mark) && / (?:in|on|up|off|out|over|by)$/.test(kept)

/** "… to support", "… can identify", "… assuming". */
export function wantsObject(kept: string): boolean {
  const form = verbOf(/(?<![A-Za-z-])[A-Za-z-]+$/.exec(kept)?.[0] ?? '')?.form
  if (form === 'gerund') return true
  return (
    form === 'base' && /\b(?:to|can|could|will|would|should|may|not|and|or|only)(?: \w+ly)? \S+$/i.test(kept)
  )
}

/** What begins here cannot do without what follows: "Prevent X" is not "Prevent X from …", nor one of a list the list. */
function wantsRest(kept: string, lost: string): boolean {
  if (/^,[^,.;]*,[^.;]* (?:and|or) /.test(lost)) return true
  if (/^(?:,| and)/.test(lost))
    return (
      !/^(?:,|,? and) (?:which|because|since|including|such|when|while|as|but|by|if|so|to|with|for|in|on|after|before|even|like|e\.g\.|[a-z]{3,}ing (?!and|or))\b/.test(
        lost,
      ) && !goesOn(kept, lost)
    )
  if (/^ that\b/.test(lost)) return true
  if (/^ to\b/.test(lost) && /\b(?:fail|refuse)(?:s|d|ed)?$/.test(kept)) return true
  if (/^ into\b/.test(lost)) return true
  if (/^ from\b/.test(lost)) return KEPT_FROM.test(partOf(kept))
  if (UNFINISHED.test(kept) && RELATION.test(lost)) return true
  if (
    /^ to\b/.test(lost) &&
    /\b(?:allow|enable|let|cause|force|help|require|easier|harder|possible|able|likely|ready|order|need|want|have|has|seem|appear|tend|try|start|continue|used|going|supposed|prevent|stop|avoid|ask|tell|expect)\w*(?: |$)/i.test(
      partOf(kept),
    )
  )
    return true
  if (/^ (?:to|with|into|as)\b/.test(lost) && SHORT_CHANGE.test(kept)) return true
  if (TURNED.test(kept) && /^ (?!when|if|so|because|while)[^.;,]*\bto\b/.test(lost)) return true
  return /\b(?:bug|issue|problem|case|error|regression|support|option|ability)$/i.test(kept)
}

/** What is taken away, or kept away, from something else. */
const KEPT_FROM =
  /\b(?:prevent|stop|block|keep|exclud|hid|protect|remov|delet|drop|strip|evict|disconnect|separat)/i
/** "… would be treated" as what, "… files nested" where? */
const UNFINISHED =
  /\b(?!(?:feed|seed|speed|need|embed|bed|shed|red)$)(?:\w{2,}ed|set|put|sent|built|made|kept|held|left|shown|written|given|taken|known|found|bound|read|run|compatible|consistent|identical|similar|equal|related|relative)$/
const RELATION =
  /^ (?:as|in|on|to|from|with|at|for|via|using|through|across|within|inside|during|against|under|over|by (?!\w+ing\b))\b/

/** "Set X" says little without "to Y". */
const SHORT_CHANGE =
  /^(?:change|switch|add|set|map|convert|move|rename|migrate|apply|align|pass|compare|link|replace)\w*(?: \S+){1,3}$/i

/** However much stands between: of "Rename A to B, and C to D" C wants its D. */
const TURNED = /^(?:chang|switch|renam|convert|migrat|upgrad)(?:e|es|ed|s)?\b(?!.* to (?!.*\band\b))[^.;]*$/i

/** Behind "and" or a comma another deed begins, which the headline may leave to the body. */
function goesOn(kept: string, lost: string): boolean {
  const first = verbOf(/^\S+/.exec(kept)?.[0] ?? '')
  const next = verbOf(/^(?:,|,? and) ([A-Za-z-]+) /.exec(lost)?.[1] ?? '')
  return next !== undefined && next.form === first?.form && next.form !== 'gerund'
}

/** "… for argument parsing | and remove …": what is done here is a noun. */
const endsOnDeed = (kept: string, lost: string): boolean =>
  /(?<!\bby )\b\w+ing$/.test(kept) && goesOn(kept, lost)

/** What follows the first "where" or "that", whose sentence must be complete. */
const clauseOf = (kept: string): string | null =>
  / (?:where|that|so|which|because) (.*)/.exec(kept)?.[1] ?? null

/** A participle is a verb only where no other one follows: "errors returned | would be lost". */
const hasVerb = (clause: string | null, lost: string): boolean =>
  clause === null || hasFiniteVerb(clause) || (/\b\w{3,}ed\b/.test(clause) && !isWholeSentence(lost))
