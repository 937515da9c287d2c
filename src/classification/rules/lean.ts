import type { Evidence } from '../classification.ts'
import type { Fact } from './fact.ts'
import { INTERCEPT, WEIGHTS } from './weights.ts'

/** How the facts lean on each question, in log-odds; above zero is yes. */
export interface Lean {
  visible: number
  /** A fix rather than something new. */
  fix: number
  /** A feature rather than an improvement. */
  feature: number
  /** More than a patch. */
  notable: number
}

export function leanOf(facts: readonly Fact[]): Lean {
  let [visible, fix, feature, notable] = INTERCEPT
  for (const { name } of facts) {
    const weights = WEIGHTS[name]
    if (weights === undefined) continue
    visible += weights[0]
    fix += weights[1]
    feature += weights[2]
    notable += weights[3]
  }
  return { visible, fix, feature, notable }
}

/** A fact as evidence for or against "a customer would notice". */
export const evidenceOf = ({ name, source, detail, aside }: Fact): Evidence & { aside?: true } => ({
  source,
  detail,
  weight: WEIGHTS[name]?.[0] ?? 0,
  ...(aside && { aside }),
})
