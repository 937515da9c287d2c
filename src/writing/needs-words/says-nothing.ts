import { type Verb, verbOf } from '#judgement/text/verbs.ts'
import { withoutTickets } from '#judgement/title/references.ts'

/** Words that alone, or together, tell a customer nothing. */
const HOLLOW = new Set(
  `a add address addressed adjust adjustments again all and another apply bit bug bugfix bugfixes bugs bump change changed changes chore
  clean cleanup code commit commits couple debug dependencies deps do done feedback few final fix fixed fixes fixing fixup followup for
  from further general hotfix housekeeping improve improved improvement improvements issue issues it last lint linting little lots make master merge
  minor misc miscellaneous more my new nit nits nothing of on other patch pending polish pr problem problems progress quick refactor
  refactoring requested review reviews round several small some stuff temp that the these thing things this tidy tiny tmp to todo tweak
  tweaks two typo typos up update updated updates updating various wip work working`.split(/\s+/),
)
/** Words that say where, or that it is better, but not what is different. */
const PLACES = new Set(
  `ai api app better bot css dashboard design edges editor error experience handling in interface layout message messages nicer page
  performance rough screen settings sidebar style styles styling support ui usage ux`.split(/\s+/),
)

/** Does the cleaned title leave a customer as wise as before? */
export function saysNothing(title: string): boolean {
  if (/\d\.\d/.test(title)) return false
  const words = wordsOf(title)
  return words.length === 0 || (words.length <= 7 && words.every(isHollow))
}

/** Deeds, and nouns of deeds, that say that something is different and not what. */
const VAGUE =
  /^(?:fix(?:e[sd])?|improved?|improvements?|updated?|updates|enhanced?|enhancements?|rework(?:ed)?|revamp(?:ed)?|overhaul(?:ed)?|rewrit(?:e|es|ing)|tweak(?:s|ed)?|polish(?:ed|ing)?|adjust(?:ed|ments?)?|changes?|refine(?:d|ments?)?|resolve|correct(?:ed)?|refactor(?:ed|ing)?|clean-?up|simplify|consolidate|unify|harden|tighten|additions?|stuff|things?|various|misc|several|some|small|minor|more|many|few|other|general|better|nicer|related|follow-?ups?|proposals?|quirks?|defects?|regressions?|issues?|problems?|bugs?|v\d{1,2})$/
/** "Many fixes for …" says nothing, wherever they are. */
const VARIOUS =
  /^(?:an? )?(?:many|various|several|some|multiple|misc\w*|more|small|minor|few|couple of|lots of|other|general|random|additional|further) (?:\w+ )?(?:fixes|improvements|tweaks|changes|issues|bugs|problems|adjustments|enhancements|additions|updates|refinements|clean-?ups|stuff|things)\b/
/** "Fix issues on …" */
const TROUBLE =
  /^(fix(?:e[sd])?) (?:an? |a few |some |several |various |multiple |the )?(?:more |other |minor |small )?(?:issues?|bugs?|problems?|regressions?) (?:in|on|with|for|of|from|related to|around) (?:the )?/
/** Words between the names of parts. */
const BETWEEN =
  /^(?:a|an|the|and|of|for|in|on|to|&|its|our|new|old|text|handling|logic|flow|behaviou?r|feature|state)$/
/** Unlike "changes" and "updates", nothing that one sends, shows or reverts. */
const NO_OBJECT = /(?:ments|tweaks|polish(?:ing)?|revamp|rework|overhaul|rewrites?|additions)$/
/** Says what went wrong or what is better, so that the part's name is enough beside it. */
const TELLING =
  /^(?:\w+ing (?:\S+ )?\S+|.*(?:\d{2}|["“`'’]|\b(?:align\w*|artefacts?|artifacts?|bypass|battery|blank|blur\w*|broken|bypass|clip\w*|colli\w+|colou?rs?|conflicts?|contrast|cor\w*rupt\w*|crash\w*|cursor|cut|cve|dangl\w+|deadlocks?|delay\w*|drift|duplicat\w*|double|dropped|empty|encoding|default|efficien\w*|errors?|escap\w+|exceptions?|excess\w*|fail\w*|faster|flash\w*|flicker\w*|freez\w*|glitch\w*|hang\w*|height|hidden|incorrect\w*|inconsist\w*|infinite|injection|invalid|invisible|jump\w*|lag\w*|leak\w*|links?|loops?|lost|memory|misplaced|mis\w+|nois\w*|npe|offset|order(?:ing)?|orphan\w*|overflow\w*|overlap\w*|overlong|panics?|padding|performance|position\w*|races?|redirects?|required|round\w*|scroll\w*|segfault|shift\w*|siz(?:e|es|ing)|slow\w*|sort\w*|spacing|speed|spelling|ssrf|stale|stall\w*|stuck|time|time-?outs?|timezones?|translat\w*|locali[sz]\w*|placement|trunc\w*|typos?|un\w+ed|unexpected|vulnerab\w*|width|wrap\w*|wrong\w*|xss|zero)\b))/
/** What qualifies: where, when, by what. */
const QUALIFIED =
  /\b(?:when|while|if|after|before|during|without|with|from|by|not|no|never|so|that|which|can|can['’]t|is|are|via|instead|than|longer|now|only|on|in|at|as|to|into|across|between|for|of|per|through|using|under|over|until|inside|against|where)\b/
/** "Editor: …", which names a part as well. */
const PART = /^[A-Z][\w /-]{1,30}: /

/** "Fix proposal", "Keybinding revamp", "Editor: various text related improvements": beside names of parts, only that something is different. */
export function namesOnlyParts(title: string): boolean {
  const said = title.replace(PART, '').toLowerCase().replace(TROUBLE, '$1 ')
  // "l2-map-keys" is a name.
  if (/^(?=[^A-Z]*[-_])[a-z0-9]+(?:[-_][a-z0-9]+)+$/.test(title)) return true
  if (VARIOUS.test(said)) return true
  const words = said.split(/[^\p{L}\p{N}'’"“`-]+/u).filter(word => word !== '')
  const [first = ''] = words
  const last = words.findLast(word => !/^v\d/.test(word)) ?? ''
  const isVague = VAGUE.test(first) || (VAGUE.test(last) && (NO_OBJECT.test(last) || !isDeed(verbOf(first))))
  if (!isVague || QUALIFIED.test(said)) return false
  const named = words.filter(word => !VAGUE.test(word) && !BETWEEN.test(word))
  return named.filter(word => !PLACES.has(word)).length <= MOST_NAMES && !TELLING.test(named.join(' '))
}

/** Begins with what was done, rather than with a name. */
const isDeed = (verb: Verb | undefined): boolean => verb !== undefined && verb.form !== 'gerund'

const MOST_NAMES = 4

/** Does it name a part of the product and not what is different there ("UI polish", "Make side panels configurable")? */
export function isThin(title: string): boolean {
  const words = wordsOf(title)
  if (saysNothing(title)) return true
  if (/^make [\w -]{3,40} (?:configurable|customi[sz]able|better|nicer|easier)$/i.test(title)) return true
  return words.length <= 8 && words.some(isHollow) && words.every(word => isHollow(word) || PLACES.has(word))
}

const wordsOf = (title: string): string[] =>
  withoutTickets(title)
    .toLowerCase()
    .match(/[\p{L}\p{N}_']+/gu) ?? []

const isHollow = (word: string): boolean => HOLLOW.has(word) || /^v?\d+$/.test(word)
