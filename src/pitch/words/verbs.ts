/** Verbs that titles of pull requests begin with, in the base form. Some are nouns as well: see `imperative.ts`. */
const BASE = `abort accept access account activate adapt add address adhere adjust adopt advertise aggregate align allow
annotate announce append apply archive ask assign attach attempt authenticate auto-detect automate avoid
await backfill backport bail batch bind block blur boost borrow bring bubble build bump bundle bypass cache
calculate call cancel cap capture carry cast catch centralize chain change check choose chunk clamp clarify
clean cleanup clear click clip clobber clone close coalesce coerce collapse collect combine compare compile
complete compress compute concatenate condense configure confirm connect consolidate construct consume
continue convert copy correct count cover create customize debounce declare decode decommission decouple
decrease dedupe deduplicate default defer define deflake delay delegate delete deliver demote deprecate
derive deserialize detach detect determine differentiate disable disallow discard disconnect dispatch
display distinguish distribute document dont double-check downcase downgrade download downscale drain draw
drop duplicate echo edit elevate eliminate embed emit emphasize enable encode encourage encrypt end enforce
enhance enlarge enrich ensure enter erase escape establish evaluate exclude execute exempt exit expand
expect expire explain export expose extend extract fade fail favor favour fetch fill filter finalize find
finish fire fix flag flatten flip flush focus forbid force forget format forward freeze funnel gate generate
get give go grant group guarantee guard handle hardcode harden hide highlight hint hoist honor honour hook
host hydrate identify ignore implement import improve include incorporate increase increment indicate infer
inform inherit inhibit init initialize inject inline insert inspect install instruct instrument integrate
intercept interpolate introduce invalidate invert invoke isolate iterate join keep launch leave let leverage
lift limit link list listen load localize lock log lookup lower maintain make manage map mark mask match
measure memoize mention merge migrate minimize mirror mock modernize modify mount move mute name narrow
navigate negotiate normalize notify obey obtain offer omit only open opt optimize order overhaul overlay
override overwrite pad paginate parallelise parallelize parse partition pass paste pause perform permit
persist pick pin pipe place polish poll populate port post prefer prefetch prefill prefix preload prepare
prepend present preserve prevent print prioritize process prohibit promote prompt propagate protect provide
proxy prune publish pull purge push put qualify query queue quiet quote raise randomize re-add re-enable
re-export re-introduce read rearrange rebase rebuild recalculate reclaim recognize recommend recompute
reconcile reconnect record recover recreate redact redeploy redesign redirect redo reduce reenable refactor
refine reflect reformat refresh refuse regenerate register reindex reintroduce reject relabel relax release
reload relocate rely remap remember remind remove rename render reorder reorganize repackage repair replace
replicate repopulate report reposition represent request require reschedule resend reserve reset resize
resolve respect respond restart restore restrict restructure resubmit resume retain retarget retrieve retry
return reuse revamp reveal revert review revise revisit rewind rework rewrite rollback rotate round route
run sandbox sanitize save scaffold scale scan schedule scope scroll scrub search secure segment select send
separate serialize serve set shard share shield ship shorten show shrink shut silence simplify skip slim
smooth snap snapshot snooze sort spawn specify speed split stabilise stabilize standardize start stash stop
store stream streamline strengthen strip stub style subscribe subtract suggest support suppress surface
swallow swap switch sync synchronize tail take teach tell terminate test throttle throw tidy tie tighten
time toggle tolerate track transfer transform translate trap traverse treat trigger trim truncate try tune
turn tweak unblock unbreak undo unescape unhide unify uninstall unlock unpin unregister unset untangle
unwrap update upgrade upload upsert use utilize validate vary vendor verify visualize wait warn watch
whitelist widen wipe wire wrap write zip`

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
  redo: 'redid',
  undo: 'undid',
  forget: 'forgot',
  bind: 'bound',
  rewind: 'rewound',
  resend: 'resent',
  cast: 'cast',
  shrink: 'shrank',
  unset: 'unset',
}

const DOUBLING = new Set(
  `cap clip dedup drop flag flip get let log map opt pad pin plan prefer put reset run scrap set ship shut skip slim
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
