import type { MergedPull } from '#pulls/pull-request.ts'
import type { Classification, Confidence, Evidence, Visibility } from './classification.ts'
import type { Fact } from './facts/fact.ts'
import { kindOf } from './kind.ts'
import type { Lean } from './lean.ts'
import { magnitudeOf } from './magnitude.ts'
import { FAINT, reasonOf, type Weighed } from './reason.ts'
import { confidenceOf, probability, type Trusted, visibilityOf } from './score.ts'
import type { Signal } from './signals/signal.ts'

/** What a layer found out about a pull request. */
export interface Findings {
  pull: MergedPull
  signals: readonly Signal[]
  facts: readonly Fact[]
  /** What sort of change the model takes it for. */
  lean: Lean
  /** Log-odds of user-facing. */
  logOdds: number
  /** What it rests on, each thing once. */
  evidence: readonly Weighed[]
  /** Where the layer's scores become trustworthy, if not where people's own words do. */
  trusted?: Trusted
  /** Log-odds of user-facing over all changes of the account or repository, where that is known; 0 is even. */
  usual?: number
}

/** A handful: what a person reads before deciding whether to trust it. */
const EVIDENCE_KEPT = 6

/** All fields of a classification, from a layer's log-odds and evidence. */
export function decide(found: Findings): Omit<Classification, 'layer' | 'version'> {
  const { pull, signals, facts, lean } = found
  const score = probability(found.logOdds)
  const visibility = visibilityOf(score)
  const confidence = confidenceIn(found, visibility)
  const evidence = strongest(found.evidence)
  const kind = kindOf({ title: pull.title, visibility, score, signals, facts, lean })
  const magnitude = magnitudeOf(pull, { kind, score }, signals, facts, lean)
  const reason = reasonOf(evidence, { visibility, confidence, kind })
  return { visibility, kind, magnitude, confidence, score, reason, evidence: shown(evidence) }
}

/** Those that a person may see, the weightiest first: where there are enough that a reason could name, the fainter ones are not. */
function strongest(evidence: readonly Weighed[]): Weighed[] {
  const plain = evidence.filter(({ weight }) => Math.abs(weight) >= FAINT)
  const seen = plain.length < EVIDENCE_KEPT ? evidence : plain
  return seen.toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight))
}

/**
 * Whether customers would notice is decided as if either were as common; how sure that is depends on how common it is with the
 * team. A decision that goes against what is usual there is never more than `low` unless the odds are turned.
 */
function confidenceIn({ logOdds, usual = 0, trusted }: Findings, visibility: Visibility): Confidence {
  const score = probability(logOdds + usual)
  return visibilityOf(score) === visibility ? confidenceOf(score, trusted) : 'low'
}

const shown = (evidence: readonly Weighed[]): Evidence[] =>
  evidence
    .filter(({ weight }) => weight !== 0)
    .slice(0, EVIDENCE_KEPT)
    .map(({ source, detail, weight }) => ({ source, detail, weight: Math.round(weight * 100) / 100 }))
