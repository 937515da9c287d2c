/** Verbs that titles of pull requests begin with, in the base form. Some are nouns as well: see `imperative.ts`. */
const BASE = `abort accept access activate adapt add address adjust adopt advertise aggregate align allow announce annotate append
apply archive ask assign attach attempt authenticate auto-detect automate avoid backfill backport batch block boost bring
bubble build bump bundle cache calculate call cancel cap capture carry catch change check choose clamp clarify clean clear
click clip clone close coerce collapse collect combine compare compile complete compress compute concatenate condense
configure confirm connect consolidate construct consume continue convert copy correct count cover create customize debounce
declare decode decouple decrease dedupe deduplicate default defer define delay delegate delete deliver deprecate derive
deserialize detach detect determine differentiate disable disallow discard disconnect display distinguish document dont
double-check download downgrade downscale drain draw drop duplicate edit eliminate embed emit emphasize enable encode
encourage encrypt end enforce enhance enlarge enrich ensure enter escape establish evaluate exclude execute exempt exit
expand expect explain export expose extend extract fade fail fetch fill filter finalize find finish fire fix flag flatten
flip flush focus force forbid format forward freeze gate generate get give go grant group guard guarantee handle harden
hardcode hide highlight hint honor honour hook host identify ignore implement import improve include incorporate increase
increment indicate inform infer inherit init initialize inject inline insert inspect install instruct instrument integrate
introduce invalidate invert invoke isolate join keep launch leave let lift limit link list listen load localize lock log
lower maintain make manage map mark mask match measure memoize mention merge migrate minimize mirror mock modernize modify
mount move mute name navigate normalize notify offer omit only open opt optimize order overhaul override overwrite pad
paginate parallelize parse pass paste pause perform permit persist pick pin place polish poll populate port post prefer
prefetch prefill prefix preload prepare prepend present preserve prevent print prioritize process prohibit promote prompt
propagate protect provide prune publish pull purge push put query queue raise randomize re-add re-enable re-export
re-introduce read rearrange rebuild recalculate recommend reconnect recognize recommend record recover recreate redact
redesign redirect reduce refactor refine reflect reformat refresh refuse regenerate register reintroduce reject relax
release reload relocate rely remember remind remove rename render reorder reorganize repair replace report represent
request require reschedule reset resize resolve respect respond restart restore restrict restructure resume retain retrieve
retry return reuse reveal revamp revert review revise revisit rework rewrite rollback rotate round route run sanitize save
scale schedule scope scroll search secure select send separate serialize serve set share ship shorten show shrink shut
silence simplify skip slim smooth snapshot sort specify speed split stabilise stabilize standardize start stop store stream
streamline strengthen strip style subscribe suggest support suppress surface swap switch sync synchronize take teach tell
terminate test throttle throw tidy tighten time toggle tolerate track transfer transform translate treat trigger trim
truncate try tune turn tweak unblock unbreak unescape unhide unify uninstall unlock unpin unset unwrap update upgrade
upload use utilize validate vendor verify visualize wait warn watch whitelist widen wire wrap write`

/** Base, past and participle where they are not the base with `-ed`. */
const IRREGULAR: Record<string, string> = {
  bring: 'brought',
  build: 'built',
  catch: 'caught',
  choose: 'chose',
  find: 'found',
  forbid: 'forbade',
  freeze: 'froze',
  get: 'got',
  give: 'gave',
  go: 'went',
  hide: 'hid',
  keep: 'kept',
  leave: 'left',
  make: 'made',
  rebuild: 'rebuilt',
  rewrite: 'rewrote',
  run: 'ran',
  send: 'sent',
  set: 'set',
  show: 'showed',
  speed: 'sped',
  split: 'split',
  take: 'took',
  tell: 'told',
  throw: 'threw',
  write: 'wrote',
  let: 'let',
  put: 'put',
  read: 'read',
  reset: 'reset',
  cut: 'cut',
  shut: 'shut',
  teach: 'taught',
  begin: 'began',
  override: 'overrode',
  draw: 'drew',
  shrink: 'shrank',
  unset: 'unset',
}

const DOUBLING = new Set(
  `bump:0 cap clip dedup drop flag flip get let log map opt pad pin plan prefer put reset run scrap set ship shut skip slim
  split stop strip submit swap trim unpin unset unwrap wrap zip`.split(/\s+/),
)

const double = (base: string) => (DOUBLING.has(base) ? base + base.slice(-1) : base)

function pastOf(base: string): string {
  const irregular = IRREGULAR[base]
  if (irregular) return irregular
  if (base.endsWith('e')) return `${base}d`
  if (/[^aeiou]y$/.test(base)) return `${base.slice(0, -1)}ied`
  return `${double(base)}ed`
}

function thirdOf(base: string): string {
  if (/[^aeiou]y$/.test(base)) return `${base.slice(0, -1)}ies`
  return /(?:s|sh|ch|x|z|o)$/.test(base) ? `${base}es` : `${base}s`
}

const gerundOf = (base: string): string =>
  /[^eo]e$/.test(base) ? `${base.slice(0, -1)}ing` : `${double(base)}ing`

export type VerbForm = 'base' | 'past' | 'third' | 'gerund'
export interface Verb {
  base: string
  form: VerbForm
}

const verbs = new Map<string, Verb>()
for (const base of BASE.split(/\s+/)) {
  verbs.set(gerundOf(base), { base, form: 'gerund' })
  verbs.set(thirdOf(base), { base, form: 'third' })
  verbs.set(pastOf(base), { base, form: 'past' })
}
for (const base of BASE.split(/\s+/)) verbs.set(base, { base, form: 'base' })

/** The verb that the word can be; the base form wins where forms are alike ("set"). */
export const verbOf = (word: string): Verb | undefined => verbs.get(word.toLowerCase())
