import { withCodeBlanked } from '#judgement/text/markup.ts'
import { isOnlyVerb, isOrder, type Verb, verbOf } from '#judgement/text/verbs.ts'
import { withoutTickets } from '#judgement/title/references.ts'
import type { ChangedFile } from '#pulls/pull-request.ts'
import { NAMED_FAULT } from './headline.ts'
import type { Copy } from './pitch.ts'
import { namesSource } from './source-names.ts'

/** Matches deeds, possibly after the name of a part ("Orders: fix …"). In the third person only verbs that never describe a fault. */
const ORDER =
  /^(?:[A-Z][\w ]*(?:: | - ))?(?:(?:add|allow|avoid|correct|detect|enabl|ensur|fix|guard|handl|improv|mak|prevent|recover|remov|resolv|restor|support|updat)(?:e|s|es|ed)?|fixing|also|always|better|catch|change|check|disable|do not|don['’]t|fail|ignore|let|made|never|raise|reject|return|revert|show|skip|stop|throw|warn)\b/i

/** Matches words that say that something goes wrong, anywhere in a sentence. */
const FAULT =
  /\b(?:sometimes|occasionally|intermittently|unable to|fails?|failed|failing|crash(?:es|ed|ing)?(?! report)|broken|breaks|(?:does|do|did|is|are|was|were|has|have|could|can)(?:n['’]t| not)|cannot|incorrectly|wrongly|wrong|panics?|hangs?|throws?|causes?|flickers?|leaks?|stuck|freezes|disappears?|overlaps?|overflows?|renders? blank|loses|ignores|stopped working|(?:is|are|gets?) (?:\w+ )?(?:unavailable|missing|lost|duplicated|truncated|corrupted|cut off|misaligned|out of sync|stale|incorrect|invalid|unusable|(?:too |very )?slow)|(?:appears?|sent|shown|rendered) twice|not (?!only|using|being|needed|required|supported|used)\w+(?:ing|ed)|error(?:s|ed)? (?:when|on|if|while))\b/i
/** Matches those of these words that also count if the title is not marked as a fix. */
const PLAIN_FAULT =
  /\b(?:crash\w*(?! report)|fail(?:s|ed|ing)|broken|not work\w*|unable to|cannot|can['’]t|stuck|stopped working|renders? blank)\b/i
/** Matches words that say, or may say, what the cure is. */
const CURE =
  /\b(?:no longer|never|without|now|instead|prevent\w*|avoid\w*|should|must|only|handle[sd]?|ensure[sd]?|when \S+ (?:fails|crashes|throws)|if)\b/i
/** Matches titles such as "Icons not shown on mobile". */
const NOT_DONE =
  /^(?:"[^"]+" )?(?:[^\s,;:]+ ){1,6}?not (?:being )?(?:\w+(?:ing|ed)|shown|sent|set|kept|found|visible|available)(?: (?:in|on|when|for|with|after|if|by|from|at|as|inside|within|during|while|to|across|correctly|properly)\b|$)/i
/**
 * Matches titles in which a verb in the third person goes with a fault. "fix: shows the wrong price", read as
 * an order, would mean the opposite.
 */
const FAULTY_DEED =
  /^[a-z]+s\b.*\b(?:wrong\w*|twice|incorrect\w*|too|invalid|empty|duplicated?|blank|stale|broken|even|despite)\b/i

const firstWord = (said: string): string => said.split(' ', 1)[0] ?? ''

const withoutClause = (said: string): string =>
  said.replace(/ (?:when|if|after|before|while|that|which|who|where|so|because)\b.*/, '')

/** Whether the text says only what goes wrong, and not what is right now. */
export function tellsOnlyFault(said: string, isFix: boolean): boolean {
  if (ORDER.test(said) || (isOrder(said) && isOnlyVerb(firstWord(said)))) return false
  if (NAMED_FAULT.test(said) || (isFix && FAULTY_DEED.test(said) && !CURE.test(said))) return true
  if (!isOrder(said) && NOT_DONE.test(withoutClause(said))) return true
  // In a fix, the words of a clause may say when the trouble occurred, after a deed that no list of verbs contains.
  return (
    FAULT.test(isFix ? withoutClause(said) : said) && !CURE.test(said) && (isFix || PLAIN_FAULT.test(said))
  )
}

/** Matches titles such as "Update rejected when …" and "Totals lost on …". */
const SUFFERED =
  /^(?:\S+ ){1,6}?(?:rejected|refused|ignored|lost|dropped|duplicated|truncated|overwritten|blocked|missed|skipped|swallowed|clipped|misplaced|misaligned|corrupted|cut off|invisible|blurry|unreadable|unreachable|unclickable|breaking|failing)(?: (?:when|if|on|after|in|while|during|by|for|with|at|from|without)\b|$)/
/** "Drafts deleted when the parent is archived": what happened to things, with when. */
const LOST =
  /^(?:\S+ ){1,6}?(?:deleted|removed|erased|wiped|emptied|cleared|discarded|hidden|closed|reset|(?:signed|logged) out) (?:when|if|after|while|during|upon)\b/
/** Matches words that never occur in the description of a fault. */
const CURED =
  /\b(?:now|no longer|again|right|(?<!in)correct(?:ly)?|proper(?:ly)?|fully|reliably|consistently|successfully|faster|once more|as expected|back|restored|fixed|keeps? (?:its|their))\b/i
/**
 * Whether the text may describe the fault. In a fix, that is every text that neither gives an order nor says what is the case now ("The
 * sidebar opens when a draft is found", "Infinite loop in the export"); elsewhere only a text about something that suffered.
 */
function mayTellFault(said: string, isFix: boolean): boolean {
  if (ORDER.test(said) || CURED.test(said) || DEED.test(said) || isForeign(said)) return false
  const isSuffered = SUFFERED.test(said) || LOST.test(said)
  // "Document update rejected" begins with a noun, although "document" is also a verb.
  return isOrder(said) ? isSuffered && !isOnlyVerb(firstWord(said)) : isFix || isSuffered
}

/**
 * Matches a verb at the beginning of a sentence and before an article ("Clamp the zoom"). Other small words
 * that may stand there are excluded.
 */
const DEED =
  /^(?!(?:about|above|across|after|against|also|around|as|at|before|behind|below|between|both|but|by|despite|during|even|every|for|from|half|if|in|inside|into|just|not|of|off|on|once|only|onto|out|outside|over|since|such|than|that|through|to|under|until|upon|via|when|where|while|with|within|without)\b)[a-z]+(?<!s|ing) (?:the|an?|all|its|their|each|every)\b/i
/** Matches small words of languages that use the same letters as English, and that are not English words. */
const FOREIGN =
  /(?:^|\s)(?:der|das|und|für|mit|nicht|beim|wird|el|los|las|del|para|une|les|des|pour|dans|avec|sur|não|com|uma|ao|dos|della|degli|nella|een|het|voor|och|för|nie|przy)(?=\s|$)/gi

/** Whether the text is in another language than English, in which no rule here recognises an order. */
function isForeign(said: string): boolean {
  const foreign = said.match(/[^\x00-\x7F\p{P}\p{S}\s]/gu)?.length ?? 0
  const small = said.match(FOREIGN)?.length ?? 0
  return small >= 2 || foreign >= 3 || (small >= 1 && foreign >= 1)
}

/** Words that, alone or together, tell a customer nothing. */
const HOLLOW = new Set(
  `a add address addressed adjust adjustments again all and another apply bit bug bugfix bugfixes bugs bump change changed changelog changes chlog chore
  clean cleanup code commit commits couple debug dependencies deps do docs done feedback few final fix fixed fixes fixing fixup followup for
  from further general hotfix housekeeping imp improve improved improvement improvements issue issues it last lint linting little lots make master merge
  minor misc miscellaneous more my new nit nits nothing of on other patch pending polish pr problem problems progress quick refactor
  refactoring requested review reviews round several small some stuff temp that the these thing things this tidy tiny tmp to todo tweak
  tweaks two typo typos up upd update updated updates updating various wip work working`.split(/\s+/),
)
/** Words that say where something changed, or that it is better, but not what is different. */
const PLACES = new Set(
  `ai api app better bot css dashboard design edges editor error experience handling in interface layout message messages nicer page
  performance rough screen settings sidebar style styles styling support ui usage ux`.split(/\s+/),
)

/** Whether the cleaned title tells a customer nothing. */
function saysNothing(title: string): boolean {
  if (/\d\.\d/.test(title)) return false
  const words = wordsOf(title)
  return words.length === 0 || (words.length <= 7 && words.every(isHollow))
}

/** Matches deeds, and nouns for deeds, that say that something is different but not what. */
const VAGUE =
  /^(?:fix(?:e[sd])?|improved?|improvements?|updated?|updates|enhanced?|enhancements?|rework(?:ed)?|revamp(?:ed)?|overhaul(?:ed)?|rewrit(?:e|es|ing)|tweak(?:s|ed)?|polish(?:ed|ing)?|adjust(?:ed|ments?)?|changes?|refine(?:d|ments?)?|resolve|correct(?:ed)?|refactor(?:ed|ing)?|clean-?up|simplify|consolidate|unify|harden|tighten|additions?|stuff|things?|various|misc|several|some|small|minor|more|many|few|other|general|better|nicer|related|follow-?ups?|proposals?|quirks?|defects?|regressions?|issues?|problems?|bugs?|v\d{1,2})$/
/** Matches titles such as "Many fixes for …", which say nothing, whatever follows. */
const VARIOUS =
  /^(?:an? )?(?:many|various|several|some|multiple|misc\w*|more|small|minor|few|couple of|lots of|other|general|random|additional|further) (?:\w+ )?(?:fixes|improvements|tweaks|changes|issues|bugs|problems|adjustments|enhancements|additions|updates|refinements|clean-?ups|stuff|things)\b/
/** Matches titles that name only what their fixes answer: "Add fixes from the design review". */
const ANSWERED =
  /^(?:(?:add|apply|make)(?:s|ed)? )?(?:(?:small|minor|more|some|final) )?(?:fixes|changes|improvements|tweaks|updates) (?:from|for|after|of|based on|following) (?:[\w-]+ ){0,3}(?:review|feedback)$/
/** Matches titles such as "Fix issues on …". */
const TROUBLE =
  /^(fix(?:e[sd])?) (?:an? |a few |some |several |various |multiple |the )?(?:more |other |minor |small )?(?:issues?|bugs?|problems?|regressions?) (?:in|on|with|for|of|from|related to|around) (?:the )?/
/** Matches words between the names of parts. */
const BETWEEN =
  /^(?:a|an|the|and|of|for|in|on|to|&|its|our|new|old|text|handling|logic|flow|behaviou?r|feature|state)$/
/** Matches nouns that, unlike "changes" and "updates", cannot be something that people send, show or revert. */
const NO_OBJECT = /(?:ments|tweaks|polish(?:ing)?|revamp|rework|overhaul|rewrites?|additions)$/
/** Matches words that say what went wrong or what is better. Beside them, the name of a part is enough. */
const TELLING =
  /^(?:\w+ing (?:\S+ )?\S+|.*(?:\d{2}|["“`'’]|\b(?:align\w*|artefacts?|artifacts?|bypass|battery|blank|blur\w*|broken|bypass|clip\w*|colli\w+|colou?rs?|conflicts?|contrast|cor\w*rupt\w*|crash\w*|cursor|cut|cve|dangl\w+|deadlocks?|delay\w*|drift|duplicat\w*|double|dropped|empty|encoding|default|efficien\w*|errors?|escap\w+|exceptions?|excess\w*|fail\w*|faster|flash\w*|flicker\w*|freez\w*|glitch\w*|hang\w*|height|hidden|incorrect\w*|inconsist\w*|infinite|injection|invalid|invisible|jump\w*|lag\w*|leak\w*|links?|loops?|lost|memory|misplaced|mis\w+|nois\w*|npe|offset|order(?:ing)?|orphan\w*|overflow\w*|overlap\w*|overlong|panics?|padding|performance|position\w*|races?|redirects?|required|round\w*|scroll\w*|segfault|shift\w*|siz(?:e|es|ing)|slow\w*|sort\w*|spacing|speed|spelling|ssrf|stale|stall\w*|stuck|time|time-?outs?|timezones?|translat\w*|locali[sz]\w*|placement|trunc\w*|typos?|un\w+ed|unexpected|vulnerab\w*|width|wrap\w*|wrong\w*|xss|zero)\b))/
/** Matches words that qualify: where, when, by what. */
const QUALIFIED =
  /\b(?:when|while|if|after|before|during|without|with|from|by|not|no|never|so|that|which|can|can['’]t|is|are|via|instead|than|longer|now|only|on|in|at|as|to|into|across|between|for|of|per|through|using|under|over|until|inside|against|where)\b/
/** Matches a prefix that names a part, such as "Editor: …". */
const PART = /^[A-Z][\w /-]{1,30}: /

/**
 * Whether a title, apart from names of parts, says only that something is different: "Fix proposal",
 * "Keybinding revamp", "Editor: various text related improvements".
 */
function namesOnlyParts(title: string): boolean {
  const said = title.replace(PART, '').toLowerCase().replace(TROUBLE, '$1 ')
  // A title like "l2-map-keys" is a name.
  if (/^(?=[^A-Z]*[-_])[a-z0-9]+(?:[-_][a-z0-9]+)+$/.test(title)) return true
  if (VARIOUS.test(said) || ANSWERED.test(said)) return true
  const words = said.split(/[^\p{L}\p{N}'’"“`-]+/u).filter(word => word !== '')
  const [first = ''] = words
  const last = words.findLast(word => !/^v\d/.test(word)) ?? ''
  const isVague = VAGUE.test(first) || (VAGUE.test(last) && (NO_OBJECT.test(last) || !isDeed(verbOf(first))))
  if (!isVague || QUALIFIED.test(said)) return false
  const named = words.filter(word => !VAGUE.test(word) && !BETWEEN.test(word))
  return named.filter(word => !PLACES.has(word)).length <= MOST_NAMES && !TELLING.test(named.join(' '))
}

/** Whether a verb says what was done; a gerund may be a name. */
const isDeed = (verb: Verb | undefined): boolean => verb !== undefined && verb.form !== 'gerund'

const MOST_NAMES = 4

/** Matches titles of releases and of what a service brings, such as translations, and of work that only makes a change fit to merge. */
const ROUTINE =
  /^(?:(?:prepare|cut|draft|tag) (?:for )?(?:the )?(?:new |next )?releases?(?: v?\d.*)?|(?:the )?(?:last|final)? ?(?:\w+ )?(?:fixes|changes|prs?|push|batch|issues?|tweaks|shakeout) before (?:the )?release|(?:(?:back|forward)-?)?port(?: |\/)v?\d[\d.]*(?: branch)?(?: (?:in)?to \S+)?|(?:patch )?release cherry-?picks?|(?:new )?translations? updates? from (?:hosted )?weblate|new crowdin updates?|weblate (?!\S+ing\b)[a-z]+ [a-z ]+|(?:fix|resolve)(?:e?[sd])? (?:the )?(?:weblate |git )?merge conflicts?)$/i
/** Matches titles that a host or git proposes, whatever the change is. */
const PROPOSED =
  /^(?:(?:create|delete|edit|rename) \S+\.\w{1,8}|add files via upload|upload files? to \S+|initial (?:commit|plan)|init|apply (?:suggestions? from (?:code )?review\b.*|\d+ suggestion\S*(?: .*)?)|commit suggestion|(?:merge|pull) request|(?:no title|untitled|new feature)|squash(?:ed commit.*)?)$/i

/** Whether the title names a part of the product, but not what is different there ("UI polish", "Make side panels configurable"). */
function isThin(title: string): boolean {
  const words = wordsOf(title)
  if (saysNothing(title) || PROPOSED.test(title) || ROUTINE.test(title)) return true
  if (words.length === 1 && isDeed(verbOf(title))) return true
  if (/^make [\w -]{3,40} (?:configurable|customi[sz]able|better|nicer|easier)$/i.test(title)) return true
  return words.length <= 8 && words.some(isHollow) && words.every(word => isHollow(word) || PLACES.has(word))
}

const wordsOf = (title: string): string[] =>
  withoutTickets(title)
    .toLowerCase()
    .match(/[\p{L}\p{N}_']+/gu) ?? []

const isHollow = (word: string): boolean => HOLLOW.has(word) || /^v?\d+$/.test(word)

const WORKSHOP: [RegExp, string][] = [
  [
    /\b(?:races?|race condition|deadlock|goroutine|mutex)\b/i,
    'It speaks of concurrent code, not of what people see.',
  ],
  [
    /\b(?:(?:unit|e2e|integration|flaky) tests?|test (?:data|fixtures?|suite|helpers?)|seed (?:data|script)|fixtures?|eslint|linter|lint|biome|prettier|type ?check\w*|typings|debug log\w*|log(?:ging)? (?:level|message|line)s?|console\.\w+|stack traces?|mypy|phpstan|psalm|pylint|pyright|checkstyle|ktlint|detekt|stylelint|rubocop|clippy|codeql|type ?hint(?:s|ing)?)\b/i,
    'It speaks of tests, test data, checks on the code or what the program logs.',
  ],
  [
    /(?<![\w-])(?:nil|NPEs?|null ?pointers?|nullptr|dereferenc\w+|structs|singletons?|querysets?|dead code|dev ?deps|stdlib|vendored|z-index)(?![\w-])/i,
    'It speaks of the source code, not of what people see.',
  ],
]

/** Why a person has to reword the machine's words before they are published; null if they are good enough. */
export function needsWords(
  { headline, body }: Copy,
  { isFix, files }: { isFix: boolean; files: readonly Pick<ChangedFile, 'path'>[] },
): string | null {
  const said = withCodeBlanked(headline)
  if (headline.endsWith('…'))
    return 'The title is too long for a headline, and nothing shorter says the same.'
  if (tellsNothing({ headline, body })) return 'The title does not say what is different.'
  if (/\bshould\b|^(?:need|want|would like)s? to\b/i.test(said))
    return 'It tells what should be so, not what is.'
  if (/\b(?:was|were)\b/.test(said) && !ORDER.test(said)) return 'It tells how things were, not how they are.'
  if (tellsOnlyFault(said, isFix)) return 'It tells what went wrong, not what is right now.'
  if (mayTellFault(said, isFix))
    return 'It may name what went wrong, or only what was done about it: say what is right now.'
  if (body === '' && namesSource(said, files)) return 'It speaks in names of the source code.'
  if (/^Revert “/.test(headline)) return 'It takes an earlier change back: say what is so again.'
  if (REWORK.test(said)) return 'It tells how the code was changed, not what is different.'
  if (body !== '') return null
  return WORKSHOP.find(([sign]) => sign.test(said))?.[1] ?? null
}

/** Whether the words tell a reader nothing. */
export const tellsNothing = ({ headline, body }: Copy): boolean =>
  body === '' && (isThin(headline) || namesOnlyParts(headline))

/** Matches work on the code, which users of the product are not told about. */
const REWORK =
  /^(?:[A-Z][\w ]*: )?(?:(?:refactor|restructur|decoupl|modulari[sz])|extract(?:s|ed|ing)? \S.* (?:in)?to (?:\S{1,30} ){0,3}(?:class(?:es)?|components?|functions?|helpers?|libs?|modules?|packages?|services?|traits?|utils?)\b)/i
