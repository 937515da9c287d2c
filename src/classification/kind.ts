import type { Confidence, Kind, Visibility } from './classification.ts'
import type { Fact } from './rules/fact.ts'
import type { Lean } from './rules/lean.ts'
import type { Signal } from './signals/signal.ts'

/** What the choice of a kind rests on. */
export interface KindGrounds {
  visibility: Visibility
  confidence: Confidence
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

/** An unsure "internal" keeps the kind that it would have if a person overruled it. */
function internalKind(grounds: KindGrounds, named: Kind | undefined): Kind {
  const has = (name: string) => grounds.facts.some(fact => fact.name === name)
  if (has('only:documentation')) return 'documentation'
  if (named !== undefined && BACKSTAGE.has(named)) return named
  if (has('word:guarded')) return 'security'
  if (grounds.confidence !== 'low' || has('revert')) return 'maintenance'
  return named ?? spokenKind(grounds, false)
}

/** Words that name the kind outright, before fixes are told from new things by how all facts lean. */
const OUTRIGHT: [Kind, readonly string[]][] = [
  ['security', ['word:guarded', 'verb:guarded']],
  ['deprecation', ['verb:deprecate']],
  ['performance', ['verb:speed']],
]

function spokenKind({ facts, lean }: KindGrounds, isNew: boolean): Kind {
  const names = new Set(facts.map(fact => fact.name))
  const outright = OUTRIGHT.find(([, signs]) => signs.some(sign => names.has(sign)))
  if (outright) return outright[0]
  if (names.has('verb:remove') && !names.has('word:unused') && lean.fix < 0 && !isNew) return 'removal'
  if (lean.fix > 0 && !isNew) return 'fix'
  if (names.has('word:speed') && names.has('verb:improve')) return 'performance'
  return lean.feature > 0 ? 'feature' : 'improvement'
}
