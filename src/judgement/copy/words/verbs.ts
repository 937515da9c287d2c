/** Verbs that titles of pull requests begin with, in the base form. Some are nouns as well: see `imperative.ts`. */
const BASE = `abandon abort absorb accelerate accept access accommodate account accumulate acknowledge acquire
activate adapt add address adhere adjust admit adopt advance advertise aggregate align allocate allow alter
amend amplify animate annotate announce anonymize append apply approve archive ask assemble assert assess
assign associate assume attach attempt augment authenticate authorize auto-detect auto-fetch auto-generate
auto-install auto-populate autofocus autoload automate avoid await backfill backport bail ban batch begin bind
blacklist block blur boost boot borrow break bring broaden browse bubble build bump bundle bust bypass cache
calculate call cancel canonicalize cap capture carry cast catch censor center centralize centre chain change
chase check choose chunk circumvent clamp clarify classify clean cleanse cleanup clear click clip clobber
clone close coalesce coerce collapse collect combine commit communicate compare compensate compile complete
comprehend compress compute concat concatenate condense configure confirm connect conserve consider
consolidate constrain construct consume contain contextualize continue contribute convert cope copy correct count cover
crawl create customize cycle darken de-duplicate deal debounce decide declare decode decommission decompose
decompress deconstruct decorate decouple decrease decrypt dedup dedupe deduplicate deem deepen default defer
define deflake deflate degrade delay delegate delete delimit deliver demonstrate demote denormalize deny
depend deploy deprecate deprioritize deregister derive describe deselect deserialize destroy destructure
detach detect determine devise diagnose differentiate dim diminish disable disallow disambiguate disassociate
discard disclose disconnect discourage discover disentangle dismantle dismiss dispatch display dispose
disregard distinguish distribute distrust document dont double-check downcase downgrade download downsample
downscale drain draw drop duplicate ease echo edit elevate elide eliminate embed emit emphasise emphasize
empower emulate enable enact encapsulate enclose encode encourage encrypt end enforce engage enhance enlarge
enlist enqueue enrich enroll ensure enter enumerate equalize erase escalate escape establish evaluate evict
evolve examine exclude execute exempt exercise exhaust exit expand expect expedite expire explain explore
export expose extend extract facilitate fade fail fake fall favor favour fence fetch fill filter finalise
finalize find fine-tune finish fire fix flag flatten flip flush focus forbid force forget formalize
format formulate forward freeze fulfil fulfill funnel gate gather generalize generate get give go govern grab
grant group grow guarantee guard guess guide halt handle hardcode harden harmonize hide highlight hint hoist
hold honor honour hook host humanize hydrate identify ignore illustrate implement imply import impose improve
include incorporate increase increment indicate infer inform ingest inherit inhibit init initialise initialize
inject inline innovate insert inspect install instantiate instate instruct instrument integrate intercept
interleave internalize interpolate interpret interrupt intersect introduce invalidate invert investigate
invite invoke isolate itemize iterate join justify keep kill launch lazy-load leave lengthen let leverage lift
lighten limit link list listen load localize locate lock log lookup loosen lose lower lowercase magnify
maintain make manage mandate manipulate map mark mask match materialize maximize measure memoise memoize
mention merge migrate mimic minify minimize mirror mitigate mock modernize modify modularize mount move mutate
mute name narrow navigate negotiate nest neutralize normalize notify nudge nullify obey obfuscate obscure
observe obtain offer offload omit only open operate opt optimise optimize orchestrate order organise organize
outline overcome overhaul overlay override overwrite pad paginate parallelise parallelize parameterize
parametrize parse partition pass paste patch pause penalize perform permit persist personalize pick pin pipe
place pluck pluralize polish poll populate port post postpone pre-allocate pre-fill pre-populate preallocate
precompile precompute predict preempt prefer prefetch prefill prefix preload prepare prepend preprocess
present preserve press presume prettify prevent print prioritise prioritize privatise probe proceed process
produce prohibit prolong promote prompt propagate protect provide provision proxy prune publish pull purge
push put qualify quantify quarantine query queue quiet quieten quit quote raise randomize re-add re-allow
re-apply re-emit re-enable re-export re-implement re-introduce re-render re-run re-use read readd readjust
realign reallocate reap reapply rearchitect rearm rearrange reassign reauthenticate rebalance rebase rebind
rebrand rebuild recalculate recall reclaim reclassify recognize recolor recommend recompile recompute
reconcile reconfigure reconnect reconsider reconstruct record recover recreate rectify recurse recycle redact
redefine redeploy redesign redirect redo redraw reduce reduplicate reemit reenable reestablish refactor refer
refill refine refit refix reflect refocus reformat refresh refuse regain regenerate register reimplement
reindex reinitialize reinsert reinstall reinstate reinterpret reintroduce reissue reject rekey relabel
relaunch relax relay release relinquish reload relocate rely remap remediate remember remind remount remove
rename render renegotiate renew renormalize renumber reopen reorder reorganize repackage repair repeal repeat
rephrase replace replicate repoint repopulate report reposition represent reprioritize reprocess reproduce
republish repurpose request requeue require reroute resample rescale reschedule rescue reselect resend reserve
reset reshape reshuffle resign resize resolve respawn respect respond restart restore restrict restructure
restyle resubmit resume resurface resurrect resync retain retarget retheme rethink rethrow retire retrieve
retrigger retry return reuse revalidate revamp reveal revert review revise revisit revitalize revive revoke
rewind rewire reword rework rewrite rollback rotate round route run salvage sandbox sanitise sanitize satisfy
save scaffold scale scan schedule scope scrap scrape scroll scrub search secure segment segregate select
self-close self-host send separate serialize serve set settle shard share sharpen shield shift ship
short-circuit shorten show showcase shrink shuffle shut sideload silence simplify simulate skip slim smooth
smoothen snap snapshot snooze soft-delete soften solve sort spawn specialise specialize specify speed split
squash squelch stabilise stabilize stagger standardise standardize start stash steer stick stitch stop store
straighten stream streamline strengthen stretch stringify strip stub style subscribe substitute subtract
suffix suggest summarise summarize supersede supplement support suppress surface suspend sustain swallow swap
switch sync synchronize synthesize tackle tail take teach tear tell terminate test throttle throw tidy tie
tighten time toggle tolerate track transcode transfer transform translate transliterate transmit transpile
trap traverse treat triage trick trigger trim troubleshoot truncate try tune turn tweak type-check typecheck
unarchive unassign unblock unbreak unbundle uncache uncap uncheck uncomment uncouple undelete undeprecate
underline undo unescape unfold unfreeze unfurl unhide unify unignore uninstall unlink unload unlock unmark
unmarshal unmask unmount unmute unnest unpack unpause unpin unpublish unregister unroll unset unsilence unskip
unstar unsubscribe unsuspend untangle unvendor unwatch unwind unwrap unzip update upgrade upload upsert use
utilise utilize validate vary vectorize vendor verify virtualize visualize wait wake warn watch whitelist
whiten widen wipe wire withdraw withhold wrap write yield zip`

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
  tear: 'tore',
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
  wake: 'woke',
}

const DOUBLING = new Set(
  `begin cap clip dedup drop flag flip get let log map opt pad pin plan prefer put reset run scrap set ship shut skip slim
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

export const gerundOf = (base: string): string =>
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
