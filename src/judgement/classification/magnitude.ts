import type { Kind, Magnitude } from './classification.ts'
import type { KindInput } from './kind.ts'

/** Words of a launch, which is a headline whatever its size. */
const LAUNCH =
  /\b(?:introducing|launch(?:es|ed|ing)?|brand[- ]new|general(?:ly)? availab(?:le|ility)|out of beta)\b/i

/** Facts of a change behind a flag, which is not launched yet. */
const GATED = ['body:gated', 'word:gated', 'verb:gated']

/** Kinds that a team may have to call breaking, and customers still take for a small thing. */
const QUIET: ReadonlySet<Kind> = new Set<Kind>([
  'fix',
  'performance',
  'documentation',
  'maintenance',
  'deprecation',
])

/** Below this score maintenance is a patch. Above it customers may notice the change, so its size counts. */
const BACKSTAGE = 0.17

/** Log-odds of "more than a patch" from which on a feature is minor; other kinds from 0. */
const FEATURE = -0.4

type MagnitudeInput = Omit<KindInput, 'visibility' | 'body' | 'isPlain'>

/** How much customers would notice. A version bump is evidence for it. */
export function magnitudeOf(input: MagnitudeInput, kind: Kind): Magnitude {
  const { title, score, signals, facts, predictions } = input
  const named = signals.find(({ magnitude, binding }) => magnitude !== null && binding)?.magnitude
  if (named) return named === 'major' && QUIET.has(kind) ? 'minor' : named
  if (kind === 'feature' && LAUNCH.test(title))
    return facts.some(({ name }) => GATED.includes(name)) ? 'minor' : 'major'
  if (signals.some(({ magnitude }) => magnitude === 'minor')) return 'minor'
  if ((kind === 'maintenance' || kind === 'documentation') && score < BACKSTAGE) return 'patch'
  return predictions.notable > (kind === 'feature' ? FEATURE : 0) ? 'minor' : 'patch'
}
