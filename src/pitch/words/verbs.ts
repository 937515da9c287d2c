/** Verbs that titles of pull requests begin with, in the base form. Some are nouns as well: see `imperative.ts`. */
const BASE = `abort accept access account acknowledge activate adapt add address adhere adjust admit adopt advance
advertise aggregate align allow annotate announce anonymize append apply archive ask assert assign attach
attempt authenticate authorize auto-detect automate avoid await backfill backport bail batch bind block blur
boost boot borrow bring broaden bubble build bump bundle bypass cache calculate call cancel cap capture
carry cast catch centralize chain change chase check choose chunk clamp clarify clean cleanup clear click
clip clobber clone close coalesce coerce collapse collect combine commit compare compile complete compress
compute concatenate condense configure confirm connect consider consolidate construct consume continue
convert copy correct count cover create customize cycle debounce declare decode decommission decouple
decrease dedupe deduplicate default defer define deflake delay delegate delete deliver demote deprecate
derive deserialize detach detect determine differentiate dim disable disallow discard disconnect dismiss
dispatch display distinguish distribute document dont double-check downcase downgrade download downscale
drain draw drop duplicate echo edit elevate elide eliminate embed emit emphasize emulate enable encode
encourage encrypt end enforce enhance enlarge enqueue enrich ensure enter erase escape establish evaluate
exclude execute exempt exercise exit expand expect expire explain export expose extend extract fade fail
fake favor favour fence fetch fill filter finalize find fine-tune finish fire fix flag flatten flip flush
focus forbid force forget format forward freeze funnel gate generate get give go grant group grow guarantee
guard guide handle hardcode harden harmonize hide highlight hint hoist honor honour hook host hydrate
identify ignore implement import impose improve include incorporate increase increment indicate infer inform
inherit inhibit init initialize inject inline insert inspect install instantiate instruct instrument
integrate intercept interpolate interrupt introduce invalidate invert investigate invite invoke isolate
iterate join keep launch leave let leverage lift limit link list listen load localize lock log lookup lower
maintain make manage map mark mask match materialize measure memoize mention merge migrate minimize mirror
mitigate mock modernize modify mount move mutate mute name narrow navigate negotiate normalize notify
nullify obey obtain offer omit only open opt optimize order outline overhaul overlay override overwrite pad
paginate parallelise parallelize parse partition pass paste patch pause perform permit persist pick pin pipe
place pluralize polish poll populate port post preempt prefer prefetch prefill prefix preload prepare
prepend present preserve presume prevent print prioritize probe proceed process prohibit promote prompt
propagate protect provide proxy prune publish pull purge push put qualify query queue quiet quit quote raise
randomize re-add re-enable re-export re-introduce re-run read readd rearm rearrange reassign rebase rebind
rebuild recalculate reclaim recognize recommend recompile recompute reconcile reconfigure reconnect record
recover recreate redact redeploy redesign redirect redo redraw reduce reenable refactor refine reflect
refocus reformat refresh refuse regenerate register reindex reinstall reinstate reintroduce reject relabel
relax relay release reload relocate rely remap remember remind remove rename render reopen reorder
reorganize repackage repair repeal repeat rephrase replace replicate repopulate report reposition represent
repurpose request require reroute reschedule rescue resend reserve reset reshape resize resolve respawn
respect respond restart restore restrict restructure restyle resubmit resume resync retain retarget rethink
retrieve retry return reuse revamp reveal revert review revise revisit revive revoke rewind reword rework
rewrite rollback rotate round route run salvage sandbox sanitize save scaffold scale scan schedule scope
scrap scroll scrub search secure segment select self-host send separate serialize serve set shard share
shield shift ship shorten show showcase shrink shut silence simplify simulate skip slim smooth snap snapshot
snooze solve sort spawn specify speed split squash squelch stabilise stabilize standardize start stash stick
stop store stream streamline strengthen strip stub style subscribe subtract suffix suggest support suppress
surface suspend swallow swap switch sync synchronize synthesize tail take teach tell terminate test throttle
throw tidy tie tighten time toggle tolerate track transfer transform translate trap traverse treat trick
trigger trim truncate try tune turn tweak typecheck unblock unbreak unbundle undeprecate undo unescape
unhide unify uninstall unlock unmount unpin unregister unset unsubscribe untangle unwind unwrap update
upgrade upload upsert use utilize validate vary vectorize vendor verify virtualize visualize wait warn watch
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
