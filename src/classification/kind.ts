import type { Kind, Visibility } from './classification.ts'
import type { Fact } from './facts/fact.ts'
import type { Lean } from './lean.ts'
import type { Signal } from './signals/signal.ts'

/** What the choice of a kind rests on. */
export interface KindGrounds {
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
  // A title's "feat:" tells new from mended, not a feature from an improvement.
  return first === undefined || (first.source === 'title' && first.kind === 'feature')
    ? spokenKind(grounds, first !== undefined)
    : first.kind
}

/** What customers don't notice may still be a fix: of something unreleased, or deep inside. */
function internalKind(grounds: KindGrounds, named: Kind | undefined): Kind {
  const names = namesOf(grounds)
  if (names.has('only:documentation')) return 'documentation'
  if (named !== undefined && BACKSTAGE.has(named)) return named
  if (names.has('word:guarded')) return 'security'
  if (TIDYING.some(sign => names.has(sign))) return 'maintenance'
  if (names.has('backstage:all') && grounds.score < SURELY_INTERNAL) return 'maintenance'
  const kind = named ?? spokenKind(grounds, false)
  return kind === 'removal' ? 'maintenance' : kind
}

const namesOf = ({ facts }: KindGrounds): ReadonlySet<string> => new Set(facts.map(fact => fact.name))

/** From here on even a change that touches no part of the product may be what it says. */
const SURELY_INTERNAL = 0.2
const TIDYING = ['revert', 'verb:refactor', 'verb:tidy', 'word:tidy', 'verb:test']

/** Words that name the kind outright. */
const OUTRIGHT: [Kind, readonly string[]][] = [
  ['security', ['word:guarded', 'verb:guarded']],
  ['deprecation', ['verb:deprecate']],
  ['performance', ['verb:speed', 'type:performance']],
]
/** What the first verb adds to how the facts lean, in log-odds; the projects that these were fitted on differ in just this habit. */
const SUGGESTION = 0.8
/** Verbs of new things, unless a word of faults says what the new thing mends ("Add missing …"). */
const NEW = ['verb:add', 'verb:enable', 'verb:show', 'verb:improve', 'verb:update']
/** Signs that what a "feat:" removes was there for customers. */
const GONE = ['breaking', 'word:enable']
const MENDING = ['verb:fix', 'word:fix', 'word:fault', 'word:guard']

function spokenKind(grounds: KindGrounds, markedNew: boolean): Kind {
  const names = namesOf(grounds)
  const has = (signs: readonly string[]) => signs.some(sign => names.has(sign))
  const outright = OUTRIGHT.find(([, signs]) => has(signs))
  if (outright) return outright[0]
  const mends = has(MENDING)
  if (names.has('verb:remove') && !names.has('word:unused') && !mends && (!markedNew || has(GONE)))
    return 'removal'
  if (!markedNew && grounds.lean.fix > (has(NEW) && !mends ? SUGGESTION : 0)) return 'fix'
  if (names.has('word:speed') && names.has('verb:improve')) return 'performance'
  return isFeature(grounds, names, markedNew) ? 'feature' : 'improvement'
}

function isFeature({ lean }: KindGrounds, names: ReadonlySet<string>, markedNew: boolean): boolean {
  if (names.has('verb:improve') || names.has('verb:update')) return lean.feature > SUGGESTION
  const suggested = Number(names.has('verb:add') || names.has('verb:enable')) + 2 * Number(markedNew)
  return lean.feature + suggested * SUGGESTION > 0
}
