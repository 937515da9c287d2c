import { isOnlyVerb, isOrder } from '#judgement/text/verbs.ts'
import { NAMED_FAULT } from '../headline.ts'

/** Deeds, perhaps behind the name of a part ("Orders: fix …"). In the third person only such as no fault is told with. */
export const ORDER =
  /^(?:[A-Z][\w ]*(?:: | - ))?(?:(?:add|allow|avoid|correct|detect|enabl|ensur|fix|guard|handl|improv|mak|prevent|recover|remov|resolv|restor|support|updat)(?:e|s|es|ed)?|fixing|also|always|better|catch|change|check|disable|do not|don['’]t|fail|ignore|let|made|never|raise|reject|return|revert|show|skip|stop|throw|warn)\b/i

/** What tells that something goes wrong, wherever it stands. */
const FAULT =
  /\b(?:sometimes|occasionally|intermittently|unable to|fails?|failed|failing|crash(?:es|ed|ing)?(?! report)|broken|breaks|(?:does|do|did|is|are|was|were|has|have|could|can)(?:n['’]t| not)|cannot|incorrectly|wrongly|wrong|panics?|hangs?|throws?|causes?|flickers?|leaks?|stuck|freezes|disappears?|overlaps?|overflows?|renders? blank|loses|ignores|stopped working|(?:is|are|gets?) (?:\w+ )?(?:unavailable|missing|lost|duplicated|truncated|corrupted|cut off|misaligned|out of sync|stale|incorrect|invalid|unusable|(?:too |very )?slow)|(?:appears?|sent|shown|rendered) twice|not (?!only|using|being|needed|required|supported|used)\w+(?:ing|ed)|error(?:s|ed)? (?:when|on|if|while))\b/i
/** Of these also where the title is not marked as a fix. */
const PLAIN_FAULT =
  /\b(?:crash\w*(?! report)|fail(?:s|ed|ing)|broken|not work\w*|unable to|cannot|can['’]t|stuck|stopped working|renders? blank)\b/i
/** Words with which a sentence tells the cure, or may. */
const CURE =
  /\b(?:no longer|never|without|now|instead|prevent\w*|avoid\w*|should|must|only|handle[sd]?|ensure[sd]?|when \S+ (?:fails|crashes|throws)|if)\b/i
/** "Icons not shown on mobile". */
const NOT_DONE =
  /^(?:"[^"]+" )?(?:[^\s,;:]+ ){1,6}?not (?:being )?(?:\w+(?:ing|ed)|shown|sent|set|kept|found|visible|available)(?: (?:in|on|when|for|with|after|if|by|from|at|as|inside|within|during|while|to|across|correctly|properly)\b|$)/i
/** As an order, "fix: shows the wrong price" would be the opposite. */
const FAULTY_DEED =
  /^[a-z]+s\b.*\b(?:wrong\w*|twice|incorrect\w*|too|invalid|empty|duplicated?|blank|stale|broken|even|despite)\b/i

const firstWord = (said: string): string => said.split(' ', 1)[0] ?? ''

const withoutClause = (said: string): string =>
  said.replace(/ (?:when|if|after|before|while|that|which|who|where|so|because)\b.*/, '')

/** Does it tell what goes wrong, and nothing of what is right now? */
export function tellsOnlyFault(said: string, isFix: boolean): boolean {
  if (ORDER.test(said) || (isOrder(said) && isOnlyVerb(firstWord(said)))) return false
  if (NAMED_FAULT.test(said) || (isFix && FAULTY_DEED.test(said) && !CURE.test(said))) return true
  if (!isOrder(said) && NOT_DONE.test(withoutClause(said))) return true
  return FAULT.test(said) && !CURE.test(said) && (isFix || PLAIN_FAULT.test(said))
}

/** "Update rejected when …", "Totals lost on …" */
const SUFFERED =
  /^(?:\S+ ){1,6}?(?:rejected|refused|ignored|lost|dropped|duplicated|truncated|overwritten|blocked|missed|skipped|swallowed|clipped|misplaced|misaligned|corrupted|cut off|invisible|blurry|unreadable|unreachable|unclickable|breaking|failing)(?: (?:when|if|on|after|in|while|during|by|for|with|at|from|without)\b|$)/
/** What no fault is told with. */
const CURED =
  /\b(?:now|no longer|again|right|(?<!in)correct(?:ly)?|proper(?:ly)?|fully|reliably|consistently|successfully|faster|once more|as expected|back|restored|fixed|keeps? (?:its|their))\b/i
/**
 * May it be the fault? Of a fix, whatever neither gives an order nor says that it is so now ("The sidebar opens when a draft is found",
 * "Infinite loop in the export"); elsewhere what is said to have suffered.
 */
export function mayTellFault(said: string, isFix: boolean): boolean {
  if (ORDER.test(said) || CURED.test(said) || isForeign(said)) return false
  const isSuffered = SUFFERED.test(said)
  // "Document update rejected" begins with a noun.
  return isOrder(said) ? isSuffered && !isOnlyVerb(firstWord(said)) : isFix || isSuffered
}

/** Small words of languages that are written in the same letters as English, none of them English. */
const FOREIGN =
  /(?:^|\s)(?:der|das|und|für|mit|nicht|beim|wird|el|los|las|del|para|une|les|des|pour|dans|avec|sur|não|com|uma|ao|dos|della|degli|nella|een|het|voor|och|för|nie|przy)(?=\s|$)/gi

/** Another language than English, of which no rule here knows an order. */
function isForeign(said: string): boolean {
  const foreign = said.match(/[^\x00-\x7F\p{P}\p{S}\s]/gu)?.length ?? 0
  const small = said.match(FOREIGN)?.length ?? 0
  return small >= 2 || foreign >= 3 || (small >= 1 && foreign >= 1)
}
