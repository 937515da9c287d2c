import type { Kind, Visibility } from './classification.ts'
import type { Fact } from './facts/fact.ts'
import { HOLE } from './facts/hole.ts'
import type { Lean } from './lean.ts'
import type { Signal } from './signals/signal.ts'

/** What the choice of a kind rests on. */
export interface KindGrounds {
  title: string
  visibility: Visibility
  /** The probability of user-facing. */
  score: number
  signals: readonly Signal[]
  facts: readonly Fact[]
  lean: Lean
}

const BACKSTAGE: ReadonlySet<Kind> = new Set<Kind>(['maintenance', 'documentation'])

/** What kind of change it is: the kind that people named, else what the title's words say. */
export function kindOf(grounds: KindGrounds): Kind {
  const named = grounds.signals.flatMap(({ kind, source }) => (kind === null ? [] : [{ kind, source }]))
  if (grounds.visibility === 'internal') return internalKind(grounds, named[0]?.kind)
  const first = named.find(({ kind }) => !BACKSTAGE.has(kind))
  const names = namesOf(grounds)
  if (first === undefined) return spokenKind(grounds, names, false)
  if (first.source !== 'title') return first.kind
  // A title's "feat:" tells new from mended, not a feature from an improvement, and its "fix:" not what was open to whom.
  if (first.kind === 'fix' && HOLE.test(grounds.title)) return 'security'
  return first.kind === 'feature' ? spokenKind(grounds, names, true) : first.kind
}

/** What customers don't notice may still be a fix, of something unreleased or deep inside; it is hardly anything new to them. */
function internalKind(grounds: KindGrounds, named: Kind | undefined): Kind {
  const names = namesOf(grounds)
  if (names.has('only:documentation')) return 'documentation'
  if (named === undefined && !names.has('backstage:all') && WRITING.some(sign => names.has(sign)))
    return 'documentation'
  if (named !== undefined && BACKSTAGE.has(named)) return named
  if (names.has('word:guarded')) return 'security'
  if ((named === 'fix' ? NO_FIX : TIDYING).some(sign => names.has(sign))) return 'maintenance'
  if (named === undefined && updatesWhatItIsBuiltWith(grounds, names)) return 'maintenance'
  if (named !== 'fix' && names.has('word:tidy')) return tidiedKind(grounds, names)
  if (names.has('backstage:all') && grounds.score < ONLY_BACKSTAGE) return 'maintenance'
  const kind = named ?? spokenKind(grounds, names, false)
  if (named === undefined && kind !== 'fix' && grounds.score < NOTHING_NEW) return 'maintenance'
  return kind === 'removal' ? 'maintenance' : kind
}

const updatesWhatItIsBuiltWith = ({ score, title }: KindGrounds, names: ReadonlySet<string>): boolean =>
  (names.has('verb:update') && names.has('word:upgrade')) || (score < UPDATED && UPDATING.test(title))

/** What seems to tidy, by a word amid the title, and may after all be noticed is named for what it brings, but never called a fix. */
function tidiedKind(grounds: KindGrounds, names: ReadonlySet<string>): Kind {
  if (grounds.score < ONLY_TIDIED) return 'maintenance'
  const kind = spokenKind(grounds, names, false)
  return kind === 'fix' || kind === 'removal' ? 'improvement' : kind
}

const namesOf = ({ facts }: KindGrounds): ReadonlySet<string> => new Set(facts.map(fact => fact.name))

const PREFIX = String.raw`^(?:[\w-]+(?:\([^)]*\))?!?: ?)?`
/** Below this it is not worth a word of its own; above it teams often tell of it as of an improvement. */
const UPDATED = 0.35
/** Another version of what the product is built with. */
const UPDATING = new RegExp(
  String.raw`${PREFIX}(?:bump|upgrade|update)[sd]?\b.*(?:\bv?\d+\.\d|\bimages?\b)`,
  'i',
)

/** What gets smaller, and what of that only the machine notices: fewer steps and smaller margins are no performance. */
const LESS = new RegExp(`${PREFIX}(?:reduc|lower|shorten|decreas|minimi[sz]|shrink)`, 'i')
const RESOURCES =
  /\b(?:memory|resources|bytes|allocat\w*|allocs?|cpu|ram|gc|latenc\w*|time|load|overhead|usage|footprint|bandwidth|traffic|network|disk|io|i\/o|sizes? (?:of|to \d)|(?:bundle|binary|image|package|install|payload|index|wal|db|database|distribution|download) size|quer(?:y|ies)|requests?|calls?|round ?trips?|cop(?:y|ies|ying)|clon\w+|(?:re-?)?renders?|re-?rendering|contention|lock\w*|work|scans?|scanning|lookups?|joins?|pressure|backpressure|transactions?|reads?|writes?|iterations?|checks|cost|impact)\b/i

/** What spares the machine work. */
const LIGHTER =
  /\b(?:needless|unnecessary|unneeded|redundant|superfluous|wasteful|repeated)\b.*\b(?:calls?|work|allocations?|cop(?:y|ies)|quer(?:y|ies)|(?:re-?)?renders?|requests?|lookups?|iterations?|clones?)\b|\b(?:lazily|faster|quadratic(?:ally)?|O\(n|N\+1)\b|\b(?:reduce|improve|shorten|cut|lower)[sd]?\b.*\b(?:start-?up|boot|load(?:ing)?|render(?:ing)?|response|build|cpu|execution|query) times?\b/i

/** From here on even a change that touches no part of the product may be what it says. */
const ONLY_BACKSTAGE = 0.06
/** Below this, what looks new is new to the people who build the product. */
const NOTHING_NEW = 0.09
/** Below this, what seems to tidy does no more. */
const ONLY_TIDIED = 0.17
/** What these say is no fix for customers, whatever its type. */
const NO_FIX = ['revert', 'verb:test', 'verb:ci']
const WRITING = ['verb:docs', 'word:docs']
const TIDYING = [
  'revert',
  'verb:refactor',
  'verb:tidy',
  'verb:test',
  'verb:upgrade',
  'verb:ship',
  'verb:ci',
  'verb:inside',
  'verb:partial',
]

/** Words that name the kind outright. */
const OUTRIGHT: [Kind, readonly string[]][] = [
  ['security', ['word:guarded', 'verb:guarded']],
  ['deprecation', ['verb:deprecate']],
  ['performance', ['verb:speed', 'type:performance']],
]
/** What the first verb adds to how the facts lean, in log-odds; the projects that these were fitted on differ in just this habit. */
const SUGGESTION = 0.8
/** The same for a feature against an improvement. */
const NEWNESS = 0.4
/** Verbs of new things, unless a word of faults says what the new thing mends ("Add missing …"). */
const NEW = ['verb:add', 'verb:enable', 'verb:show', 'verb:improve']
/** Signs that what is removed was there for customers; taking away anything else mends or betters what stays. */
const GONE = ['breaking', 'option', 'word:enable', 'word:surface', 'word:platform', 'word:deprecate']
/** What only tells people more of what goes on is an improvement. */
const TELLING =
  /^(?:[\w-]+(?:\([^)]*\))?!?: ?)?(?:warn|hint|suggest|explain|clarify)\b|\b(?:better|clearer|nicer|friendlier|(?:more )?helpful|more (?:detail\w*|useful|descriptive|informative)|improv\w+)\b.*\b(?:errors?|messages?|warnings?|diagnostics?|wording|hints?)\b/i
/** What is offered to customers, with a word of security in its name ("Add a --sanitize option"). */
const OFFERED = ['option', 'word:enable', 'word:surface']
/** "Change the error message": nothing worked otherwise than it should. */
const REWORDING =
  /^(?:chang(?:e[sd]?|ing)|updat(?:e[sd]?|ing)|reword\w*|rephras\w+)\b(?! incorrect| wrong).*\b(?:error|warning|help) (?:messages?|texts?)\b/i
const MENDING = ['verb:fix', 'word:fix', 'word:fault', 'word:guard']

function spokenKind(grounds: KindGrounds, names: ReadonlySet<string>, markedNew: boolean): Kind {
  const has = (signs: readonly string[]) => signs.some(sign => names.has(sign))
  // A feature may be about security; what is of that kind closes a hole.
  const isNew = markedNew || (names.has('verb:add') && has(OFFERED))
  const isSmaller =
    !markedNew && !names.has('type:performance') && LESS.test(grounds.title) && !RESOURCES.test(grounds.title)
  const outright = OUTRIGHT.find(
    ([kind, signs]) =>
      has(signs) && !(isNew && kind === 'security') && !(isSmaller && kind === 'performance'),
  )
  if (outright) return outright[0]
  const mends = has(MENDING)
  if (names.has('verb:remove') && !names.has('word:unused') && !mends && has(GONE)) return 'removal'
  if (REWORDING.test(grounds.title)) return 'improvement'
  if (!names.has('verb:fix') && !names.has('word:speed') && TELLING.test(grounds.title)) return 'improvement'
  if (!names.has('verb:fix') && LIGHTER.test(grounds.title)) return 'performance'
  const suggested = isSmaller ? SUGGESTION : suggestedNew(names)
  if (!markedNew && grounds.lean.fix > (mends ? 0 : suggested)) return 'fix'
  if (names.has('word:speed') && names.has('verb:improve')) return 'performance'
  return !isSmaller && isFeature(grounds, names, markedNew) ? 'feature' : 'improvement'
}

/** How surely it must mend something for all that its first verb says; "Update the colors …" hardly ever does. */
function suggestedNew(names: ReadonlySet<string>): number {
  if (names.has('verb:update')) return 1.5 * SUGGESTION
  return NEW.some(sign => names.has(sign)) ? SUGGESTION : 0
}

function isFeature({ lean }: KindGrounds, names: ReadonlySet<string>, markedNew: boolean): boolean {
  if ((names.has('verb:remove') || names.has('verb:upgrade')) && !markedNew) return false
  if (names.has('verb:improve') || names.has('verb:update')) return lean.feature > NEWNESS
  const suggested = Number(names.has('verb:add') || names.has('verb:enable')) + 2 * Number(markedNew)
  return lean.feature + suggested * NEWNESS > 0
}
