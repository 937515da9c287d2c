import type { MergedPull } from '#pulls/pull-request.ts'
import type { Kind, Magnitude } from './classification.ts'
import type { Fact } from './facts/fact.ts'
import type { Lean } from './lean.ts'
import type { Signal } from './signals/signal.ts'

/** What products are launched with; a launch is a headline whatever its size. */
const LAUNCH =
  /\b(?:introducing|launch(?:es|ed|ing)?|brand[- ]new|general(?:ly)? availab(?:le|ility)|out of beta)\b/i

/** Kinds that a team may have to call breaking, and customers still take for a small thing. */
const QUIET: ReadonlySet<Kind> = new Set<Kind>([
  'fix',
  'performance',
  'documentation',
  'maintenance',
  'deprecation',
])

/** Log-odds from which on a feature is more than a patch: a new capability is so by definition, if teams are to be believed not always. */
const CAPABILITY = -0.25

/** What is behind a flag is not launched yet. */
const GATED: ReadonlySet<string> = new Set(['body:gated', 'word:gated', 'verb:gated'])

/** Below this score what happens backstage stays there; above it may turn out to be noticed, and then its size matters. */
const BACKSTAGE = 0.17

/** How much customers would notice. A version bump is evidence for it, and a major one of a mere fix is no headline. */
export function magnitudeOf(
  pull: Pick<MergedPull, 'title'>,
  { kind, score }: { kind: Kind; score: number },
  signals: readonly Signal[],
  facts: readonly Fact[],
  lean: Lean,
): Magnitude {
  const named = signals.find(({ magnitude, binding }) => magnitude !== null && binding)?.magnitude
  if (named) return named === 'major' && QUIET.has(kind) ? 'minor' : named
  if ((kind === 'maintenance' || kind === 'documentation') && score < BACKSTAGE) return 'patch'
  // A language's file is long, whatever few words of it changed.
  if (facts.some(({ name }) => name === 'only:translation')) return 'patch'
  if (LAUNCH.test(pull.title) && kind === 'feature')
    return facts.some(({ name }) => GATED.has(name)) ? 'minor' : 'major'
  if (signals.some(({ magnitude }) => magnitude === 'minor')) return 'minor'
  return lean.notable > (kind === 'feature' ? CAPABILITY : 0) ? 'minor' : 'patch'
}
