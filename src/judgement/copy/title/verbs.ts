/** Verbs that titles begin with, in the base form. Some are nouns as well: `isNoun` tells them apart. */
const BASE = `abort accept access ack activate adapt add address adjust adopt align allow alter animate append apply archive assert assign attach
ask authenticate automate avoid await ban block boost break bring build bump bypass cache call cancel cap capture carry catch celebrate center change check
choose clarify clean clear click clip clone close coalesce coerce collapse collect combine commit compare compile complete compress compute
configure confirm connect consider consolidate constrain convert copy correct count cover crash create customize cut darken deal
debounce declare decode decouple decrease dedupe default defer define delay delete deny deprecate derive deselect detect determine
differentiate disable disallow discard disconnect dismiss dispatch display distinguish document downgrade download drag draw drop dump duplicate
edit eliminate embed emit enable encode encrypt end enforce enhance enlarge ensure enter error escape evaluate evict exclude execute
exempt exit expand expire explain export expose extend extract fade fail fall fall-back sign gate deconstruct fetch fill filter find finish fix flag flatten flip flush
focus follow forbid force format forward freeze generate get give go grant group guard handle harden hide highlight hold honor hook
host hug identify ignore implement import improve include increase indent infer inform inherit init inject inline insert inspect install
instantiate instrument integrate interrupt introduce invalidate invert investigate invite invoke isolate join jump keep kill label launch lazy-
load let lift limit link list listen load localize lock log loop loosen lower maintain make manage map mark mask match measure merge
migrate minimize mock modernize modify monitor mount move mute name navigate nudge notify offer omit only open opt optimize order organize
override pad paginate parse partition pass paste patch pause perform permit persist pick pin place play polish populate position post
postpone prefer prefill preload prepare present preserve press prevent print prioritize process produce promote prompt propagate
protect provide prune publish pull purge push put query queue quote raise rank read realign reap rebuild recalculate recognize reconnect
record recover redact redesign redirect redo reduce refactor refine refresh refuse register reject relax release reload remember remove rename
render reorder repair repeat replace replicate report request require rescue reset resize resolve respect respond restart restore
restrict resume retain retrieve retry return reuse revamp reveal revert review revoke rework rewrite roll rotate round route run
sanitize save scale scan schedule scope scroll scrub search secure select send separate serialize serve set share ship shorten show
shrink shut silence simplify skip smooth snap sort specify speed split spread stabilize stack standardize start stay stick stop store
stream streamline strengthen strip style submit subscribe suggest summarize support suppress surface suspend swap switch sync
synchronize tag take target test throttle throw tighten toggle tolerate track transform translate treat trigger trim truncate try tune
turn tweak unblock unfurl unify uninstall unlock unmount unpin unset unwrap update upgrade upload upsert use utilize validate verify
view wait warn watch widen wire wrap write zoom`

/** The past of irregular verbs. */
const IRREGULAR: Record<string, string> = Object.fromEntries(
  `bring:brought build:built rebuild:rebuilt catch:caught choose:chose cut:cut draw:drew fall:fell find:found forbid:forbade freeze:froze
  get:got give:gave go:went hide:hid hold:held keep:kept let:let make:made override:overrode put:put read:read redo:redid reset:reset
  rewrite:rewrote run:ran send:sent set:set shut:shut speed:sped split:split take:took throw:threw unset:unset write:wrote`
    .split(/\s+/)
    .map(pair => pair.split(':')),
)
const DOUBLED = new Set(
  `ban cap clip cut dedup drag drop flag flip get let log map opt pad pin plan prefer put reset run scan set ship shut skip snap
  split stop strip submit swap tag trim unpin unset unwrap wrap zip`.split(/\s+/),
)

const doubled = (base: string): string => (DOUBLED.has(base) ? base + base.slice(-1) : base)

function pastOf(base: string): string {
  if (base in IRREGULAR) return IRREGULAR[base] ?? base
  if (base.endsWith('e')) return `${base}d`
  return /[^aeiou]y$/.test(base) ? `${base.slice(0, -1)}ied` : `${doubled(base)}ed`
}

export function thirdOf(base: string): string {
  if (/[^aeiou]y$/.test(base)) return `${base.slice(0, -1)}ies`
  return /(?:s|sh|ch|x|z|o)$/.test(base) ? `${base}es` : `${base}s`
}

export const gerundOf = (base: string): string =>
  /[^eo]e$/.test(base) ? `${base.slice(0, -1)}ing` : `${doubled(base)}ing`

export interface Verb {
  base: string
  form: 'base' | 'past' | 'third' | 'gerund'
}

const verbs = new Map<string, Verb>()
const BASES = BASE.split(/\s+/)
for (const base of BASES) {
  verbs.set(gerundOf(base), { base, form: 'gerund' })
  verbs.set(thirdOf(base), { base, form: 'third' })
  verbs.set(pastOf(base), { base, form: 'past' })
}
for (const base of BASES) verbs.set(base, { base, form: 'base' })

/** Verbs that are made of others: "re-enable", "auto-select", "lazy-load", "normalize", "deduplicate". */
const MADE = /^(?:(?:re|un|de|auto|pre|hex|lazy|url|base64)[- ]?[a-z]{3,}|[a-z]{3,}(?:i[sz]e|ify|licate))$/

/** The verb that the word can be, the base form where forms are alike ("set"). */
export function verbOf(word: string): Verb | undefined {
  const known = verbs.get(word.toLowerCase())
  if (known !== undefined || !MADE.test(word.toLowerCase())) return known
  const [, prefix = '', stem = ''] =
    /^(re|un|de|auto|pre|hex|lazy|url|base64)-?([a-z]+)$/.exec(word.toLowerCase()) ?? []
  const verb = verbs.get(stem)
  if (verb !== undefined) return { base: word.toLowerCase().replace(stem, verb.base), form: verb.form }
  return prefix === '' ? { base: word.toLowerCase(), form: 'base' } : undefined
}

/** Verbs whose other forms are no nouns or adjectives at the head of a title, unlike "Loading spinner" and "Cached pages". */
const DEEDS = new Set(
  `add adjust allow avoid bump change clean clarify convert correct create decrease deprecate disable disallow drop enable enhance ensure
  expose extend fix generate handle hide implement improve include increase introduce let make migrate modify move optimize preserve
  prevent provide redesign reduce refactor reintroduce remove rename reorder replace require resolve respect restore revamp revert
  rework rewrite show simplify support switch unify update upgrade use wrap`.split(/\s+/),
)
/** Third persons of deeds that are nouns as well. */
const NOUNS_OF_DEEDS =
  /^(?:changes|decreases|drops|fixes|increases|moves|overrides|renames|retries|reverts|supports|updates|upgrades|uses)$/i

/** Tells inside a sentence what its subject does: "handles", "respects". */
export function isSurelyVerb(word: string): boolean {
  const verb = verbOf(word)
  return verb?.form === 'third' && isDeed(word, verb) && !NOUNS_OF_DEEDS.test(word)
}

/** Of these the past or the gerund is an adjective as well. */
const ADJECTIVES =
  /^(?:required|supported|preserved|provided|generating|handling|including|showing|wrapped|shown)$/i

/** Surely a verb at the head of a title, in a form other than the base. */
export const isDeed = (word: string, { base, form }: Verb): boolean =>
  form !== 'base' &&
  (DEEDS.has(base) || (form === 'third' && !ALSO_NOUNS.has(base))) &&
  !ADJECTIVES.test(word)

/** Before a preposition these are nouns: "support for guests". */
const NOUNS_FIRST =
  /^(?:access|display|filter|search|sort|order|cache|view|report|request|test|log|limit|list|link|default|review|release|import|export|upload|download|change|update|support)$/i

/** Verbs whose third person is a plural noun as well. */
const ALSO_NOUNS = new Set(
  `access address alert archive attach block boost break build bump cache call cap capture cause change check click clip clone close
  comment commit copy count cover crash cut default delay display document download drag draw drop edit end error escape export fall
  fetch fill filter fix flag focus force format forward group guard handle hint hold hook host import insert install issue join jump
  label launch lift limit link list lock log loop map mark mask match merge mock move name notice offer order pad pass paste patch
  pause permit pick pin place play post press print process prompt pull push query queue quote record redirect refactor release
  report request reset return review roll route run save scale scan schedule scope scroll search share ship snap sort split stack
  start stick stop store stream style support surface swap switch sync tag target test throttle toggle track transform trigger trim
  tune update upload use verify view warn watch wrap write zoom`.split(/\s+/),
)

/** Tells what is done, and is never the thing that it is done to: "align", "aligned"; not "export" or "loading". */
export function isOnlyVerb(word: string): boolean {
  const verb = verbs.get(word)
  return (
    verb !== undefined && verb.form !== 'gerund' && !NOUNS_FIRST.test(verb.base) && !ALSO_NOUNS.has(verb.base)
  )
}

/** Is a word that may be a verb the noun of its phrase, as in "support for guests" and "duplicate rows"? */
export const isNoun = (first: string, text: string): boolean =>
  (NOUNS_FIRST.test(first) &&
    /^\S+ (?:for|of|in|on|with|when|over|(?<!^(?:change|default|link|sync|update) )to)\b/i.test(text)) ||
  (/^error$/i.test(first) && !RAISES.test(text)) ||
  (/^crash$/i.test(first) && /^\S+ (?:when|on|in|at|if|after|during|reporter)\b/i.test(text)) ||
  /^(?:duplicate|double|empty) \w+s\b/i.test(text)

/** "error on duplicate names" is an order; "error on startup" is a fault. */
const RAISES =
  /^error (?:if |out|(?:on|when|for) (?:an? |the )?(?:ambiguous|conflicting|deprecated|duplicated?|illegal|invalid|malformed|mixed|multiple|unknown|unsupported)\b)/i
