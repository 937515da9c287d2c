/** Verbs that titles begin with, in the base form. Some are nouns as well. */
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
const BASES = new Set(BASE.split(/\s+/))

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
/** Before a preposition these are nouns: "support for guests". */
const NOUNS_FIRST =
  /^(?:access|display|filter|search|sort|order|cache|view|report|request|test|log|limit|list|link|default|review|release|import|export|upload|download|change|update|support)$/i
/** "normalize", "deduplicate" */
const MADE = /^[a-z]{3,}(?:i[sz]e|ify|licate)$/
/** Also those that are made of others: "re-enable", "lazy-load". */
const isBase = (word: string): boolean =>
  BASES.has(word) ||
  MADE.test(word) ||
  BASES.has(word.replace(/^(?:re|un|de|auto|pre|lazy)-?(?=[a-z]{3})/, ''))

export interface Verb {
  base: string
  form: 'base' | 'third' | 'past' | 'gerund'
}

const ENDINGS: readonly [RegExp, Verb['form']][] = [
  [/(?:es|s)$/, 'third'],
  [/(?:ed|d)$/, 'past'],
  [/ing$/, 'gerund'],
]

/** The verb that a word can be, the base form where forms are alike ("set"). Irregular pasts are not known. */
export function verbOf(written: string): Verb | undefined {
  const word = written.toLowerCase()
  if (isBase(word)) return { base: word, form: 'base' }
  for (const [ending, form] of ENDINGS) {
    if (!ending.test(word)) continue
    const stem = word.replace(ending, '')
    const base = [
      stem,
      `${stem}e`,
      word.replace(/.$/, ''),
      stem.replace(/i$/, 'y'),
      stem.replace(/(.)\1$/, '$1'),
    ].find(isBase)
    if (base !== undefined) return { base, form }
  }
  return undefined
}

/** Tells what is done, and is never the thing that it is done to: "align", "aligned"; not "export" or "loading". */
export function isOnlyVerb(word: string): boolean {
  const verb = verbOf(word)
  return (
    verb !== undefined && verb.form !== 'gerund' && !NOUNS_FIRST.test(verb.base) && !ALSO_NOUNS.has(verb.base)
  )
}

/** Does a text begin with an order, rather than with a noun that may be a verb elsewhere ("support for guests", "duplicate rows")? */
export function isOrder(text: string): boolean {
  const [first = ''] = /^[A-Za-z-]+/.exec(text) ?? []
  if (verbOf(first)?.form !== 'base') return false
  const isNoun =
    (NOUNS_FIRST.test(first) &&
      /^\S+ (?:for|of|in|on|with|when|over|(?<!^(?:change|default|link|sync|update) )to)\b/i.test(text)) ||
    /^(?:crash|error|fail) (?:when|on|in|at|if|after|during|reporter)\b|^(?:duplicate|double|empty) \w+s\b/i.test(
      text,
    )
  return !isNoun
}
