import { readTitle } from '../../signals/title.ts'
import type { Targets } from './example.ts'
import type { Labelled } from './labelled.ts'

/** Kinds between which "a fix or something new" is a question at all. */
const MENDED_OR_NEW: ReadonlySet<string> = new Set(['feature', 'improvement', 'fix', 'performance'])
const NOTHING: Targets = { visible: null, fix: null, feature: null, notable: null }

/** What the team's record answers. Programs' merges answer nothing: they are judged by their author. */
export function targetsOf(labelled: Labelled, bumpsTell: boolean): Targets {
  const { pull, labels } = labelled
  if (pull.authorIsBot || !labels.visibility) return NOTHING
  if (labels.visibility === 'internal') return { ...NOTHING, visible: 0 }
  return {
    visible: 1,
    fix: fixTarget(labelled),
    feature:
      labels.kind === 'feature'
        ? 1
        : labels.kind === 'improvement' || labels.kind === 'performance'
          ? 0
          : null,
    notable: bumpsTell && labels.magnitude ? (labels.magnitude === 'patch' ? 0 : 1) : null,
  }
}

/** Where a team keeps no kinds, its own types stand in: `fix:` against `feat:` and `perf:`. */
function fixTarget({ pull, labels }: Labelled): Targets['fix'] {
  const kinds = labels.kind_set
  if (!kinds) {
    const { type } = readTitle(pull.title)
    return type === 'fix' ? 1 : type === 'feat' || type === 'perf' ? 0 : null
  }
  if (!kinds.every(kind => MENDED_OR_NEW.has(kind))) return null
  return kinds.includes('fix') ? (kinds.length === 1 ? 1 : null) : 0
}

/** Repositories whose version bumps follow something else than size, since they are major more often than minor. */
export function oddBumps(rows: readonly Labelled[]): ReadonlySet<string> {
  const balance = new Map<string, number>()
  for (const { pull, labels } of rows) {
    const step = labels.magnitude === 'major' ? 1 : labels.magnitude === 'minor' ? -1 : 0
    balance.set(pull.repo, (balance.get(pull.repo) ?? 0) + step)
  }
  return new Set([...balance].flatMap(([repo, excess]) => (excess > 0 ? [repo] : [])))
}
