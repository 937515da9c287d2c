import type { Classification, Kind } from './classification.ts'
import type { Fact } from './features/fact.ts'
import { describesAttack, VULNERABILITY } from './features/security.ts'
import type { Predictions } from './model/model.ts'
import type { Signal } from './record/signal.ts'

export interface KindInput extends Pick<Classification, 'visibility' | 'score'> {
  title: string
  body: string
  signals: readonly Signal[]
  facts: readonly Fact[]
  predictions: Predictions
  /** Whether only the title and the description of the change are known. */
  isPlain: boolean
}

const BACKSTAGE: ReadonlySet<Kind> = new Set<Kind>(['maintenance', 'documentation'])

/** Below this score an internal change is maintenance, unless it is a fix. */
const NOTHING_NEW = 0.09
/** Below this score even a fix is maintenance where no part of the product changed. */
const ONLY_BACKSTAGE = 0.06
/** Above this score a change that seems to tidy up is named for what it brings. */
const LIKELY_UPKEEP = 0.2
/** Facts by which an internal change is maintenance, whatever its author calls it, and unless it is called a fix. */
const NO_FIX = ['revert', 'verb:test', 'verb:test-untouched', 'verb:ci']
const UPKEEP = [
  'verb:refactor',
  'verb:tidy',
  'word:tidy',
  'verb:upgrade',
  'verb:ship',
  'verb:inside',
  'verb:partial',
]

const OUTRIGHT: [Kind, readonly string[]][] = [
  ['security', ['word:guarded', 'verb:guarded']],
  ['deprecation', ['verb:deprecate']],
  ['performance', ['verb:speed']],
]
/** Log-odds of "a fix" from which on a change is one. */
const FIX = -0.2
/** Verbs of new and of better things. By these log-odds they raise what a fix needs, and lower what a feature needs. */
const NEW = ['verb:add', 'verb:enable', 'verb:show', 'verb:improve']
const NEW_WEIGHT = 0.4
const BETTERS = ['verb:improve', 'verb:update']
const BETTER_WEIGHT = 0.8
const FEATURE_WEIGHT = 0.8
/** Signs that what is removed was there for customers. */
const OFFERED = ['option', 'word:enable', 'word:surface']
const REMOVED = [...OFFERED, 'word:platform', 'word:deprecate']
const SAYS_FIX = ['verb:fix', 'word:fix', 'verb:guard', 'verb:fault']
const MENDING = ['word:fix', 'word:fault']

/** The kind that people named, else what the title's words and the model say. */
export function kindOf(input: KindInput): Kind {
  const names = new Set(input.facts.map(({ name }) => name))
  const named = input.signals.flatMap(({ kind, source }) => (kind === null ? [] : [{ kind, source }]))
  if (input.visibility === 'internal') return internalKind(input, names, named[0]?.kind)
  const kind = shownKind(input, names, named)
  // What a document says of security closes no hole.
  return kind === 'security' && names.has('only:documentation') ? 'documentation' : kind
}

function shownKind(
  input: KindInput,
  names: ReadonlySet<string>,
  named: readonly { kind: Kind; source: string }[],
): Kind {
  const first = named.find(({ kind }) => !BACKSTAGE.has(kind))
  if (first === undefined) return kindByTitle(input, names, false)
  if (first.source !== 'title') return first.kind
  // "feat:" in a title says that the change is no fix; it may be a feature or an improvement.
  if (first.kind === 'feature') return kindByTitle(input, names, true)
  return first.kind === 'fix' ? fixKind(input) : first.kind
}

/** A change that closes a vulnerability is of the kind security, even where only the description says so. */
const fixKind = ({ title, body }: KindInput): Kind =>
  VULNERABILITY.test(title) || describesAttack(body) ? 'security' : 'fix'

/** The kind of an internal change. It may be a fix, and is hardly ever something new to customers. */
function internalKind(input: KindInput, names: ReadonlySet<string>, named: Kind | undefined): Kind {
  const has = (signs: readonly string[]) => signs.some(sign => names.has(sign))
  if (names.has('only:documentation')) return 'documentation'
  if (named !== undefined && BACKSTAGE.has(named)) return named
  if (!names.has('backstage:all') && named === undefined && has(['verb:docs', 'word:docs']))
    return 'documentation'
  const tidies = named !== 'fix' && has(UPKEEP)
  if (has(NO_FIX) || (tidies && input.score < LIKELY_UPKEEP)) return 'maintenance'
  if (names.has('verb:update') && names.has('word:upgrade')) return 'maintenance'
  if (names.has('backstage:all') && input.score < ONLY_BACKSTAGE) return 'maintenance'
  const kind = named ?? kindByTitle(input, names, false)
  if (kind === 'removal' || (tidies && kind === 'fix')) return 'maintenance'
  return kind !== 'fix' && input.score < NOTHING_NEW ? 'maintenance' : kind
}

function kindByTitle(input: KindInput, names: ReadonlySet<string>, markedNew: boolean): Kind {
  const { predictions, isPlain } = input
  const has = (signs: readonly string[]) => signs.some(sign => names.has(sign))
  // A feature may be about security; the kind security is for changes that close a vulnerability.
  const isOffered = markedNew || (names.has('verb:add') && has(OFFERED))
  const mends = has(MENDING)
  const outright = OUTRIGHT.find(([kind, signs]) => has(signs) && !(kind === 'security' && isOffered))
  if (outright) return outright[0]
  if (isPlain && names.has('plain:fault') && !markedNew) return fixKind(input)
  if (isPlain && names.has('plain:end') && !names.has('word:unused') && !mends) return 'removal'
  if (names.has('verb:remove') && !names.has('word:unused') && !mends && has(REMOVED)) return 'removal'
  const ofNew = has(NEW) && !mends ? NEW_WEIGHT : FIX
  const least = has(BETTERS) ? BETTER_WEIGHT : ofNew
  const isFix = isPlain ? has(SAYS_FIX) : predictions.fix > least
  if (!markedNew && isFix) return fixKind(input)
  if (names.has('word:speed') && names.has('verb:improve')) return 'performance'
  const betters = has(['verb:improve', 'verb:update', 'verb:remove', 'verb:upgrade'])
  const signs = Number(has(['verb:add', 'verb:enable'])) + 3 * Number(markedNew) - Number(betters)
  return predictions.feature + FEATURE_WEIGHT * signs > 0 ? 'feature' : 'improvement'
}
