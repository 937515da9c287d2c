import type { Case } from '../classifier.ts'
import type { Fact } from '../facts/fact.ts'
import { factsOf } from '../facts/facts.ts'
import { outspoken, type Weighed } from '../reason.ts'
import { leanOf, probability } from '../score.ts'
import type { Signal } from '../signals/signal.ts'
import { type Backdrops, NO_BACKDROP } from './backdrop.ts'
import type { Loaded } from './loaded.ts'
import type { Opinion } from './model.ts'
import type { Answers } from './network.ts'

/** Facts too rare to have been learnt, or learnt too faintly in most repositories that were left out, in log-odds; set by judgement. */
const JUDGED: ReadonlyMap<string, number> = new Map(
  Object.entries({
    revert: -1.2,
    breaking: 1,
    'type:security': 0.9,
    'type:deprecation': 0.9,
    'type:removal': 0.4,
    'type:feature': 0.3,
    'type:refactor': -0.5,
    'type:chore': -0.3,
    'word:partial': -0.3,
    'verb:docs': -0.8,
    'verb:deprecate': 0.9,
    'scope:documentation': -0.6,
    'only:release': -1.8,
    'only:generated': -1.2,
    'only:vendored': -0.8,
    'only:benchmark': -1,
  }),
)

/** What the model layer makes of a pull request before an account's habits are asked. */
export interface ModelView {
  facts: readonly Fact[]
  opinion: Opinion
  /** What the model has not learnt, in `answers.visible` already. */
  beside: readonly Weighed[]
  answers: Answers
  /**
   * That it brings nothing for its team's record. Not in `answers`, which habits are learnt beside: what was announced had brought
   * something, so there a lack would tell the answer.
   */
  lack: Weighed | null
  /** Log-odds of user-facing over the merges of its repository, as the earlier ones look; 0 is even, or not known. */
  usual: number
}

/** A pull request with the model's view of it. */
export type Viewed = Case & ModelView

/**
 * The model's views of pull requests, each step for all of them. With backdrops each stands before those of its repository that came
 * earlier, and is added to them.
 */
export const viewsOf = (loaded: Loaded, cases: readonly Case[], backdrops: Backdrops | null): Viewed[] =>
  cases
    .map(sighted)
    .map(seen => read(loaded, seen))
    .map(seen => viewWith(loaded, seen, backdrops))

interface Sighted extends Case {
  facts: readonly Fact[]
}

const sighted = (seen: Case): Sighted => ({ ...seen, facts: factsOf(seen.pull) })

const read = (loaded: Loaded, seen: Sighted) => ({ ...seen, reading: loaded.read(seen.pull, seen.facts) })

function viewWith(
  { weigh }: Loaded,
  { pull, signals, record, facts, reading }: ReturnType<typeof read>,
  backdrops: Backdrops | null,
): Viewed {
  const opinion = weigh(reading, backdrops?.against(pull) ?? NO_BACKDROP)
  const beside = besideModel(signals, facts)
  const lack = record === null ? (backdrops?.absence(pull) ?? null) : null
  const visible = withAdded(opinion.answers.visible, beside)
  const usual = backdrops?.usualShare(pull) ?? 0
  const alone = opinion.answers.visible
  backdrops?.add(pull, leanOf(probability(visible + (lack?.weight ?? 0))), { record, alone })
  return {
    pull,
    signals,
    record,
    facts,
    opinion,
    beside,
    answers: { ...opinion.answers, visible },
    lack,
    usual,
  }
}

/** What the model has not learnt from: labels, ticked boxes, the author, and rare facts. The title's prefix it reads itself. */
export function besideModel(signals: readonly Signal[], facts: readonly Fact[]): Weighed[] {
  const beside: Weighed[] = signals.filter(({ source }) => source !== 'title').map(outspoken)
  for (const fact of facts) {
    const weight = JUDGED.get(fact.name)
    if (weight !== undefined) beside.push({ ...fact, weight })
  }
  return beside
}

/** Log-odds with what the evidence weighs. */
export const withAdded = (logOdds: number, evidence: readonly Weighed[]): number =>
  evidence.reduce((sum, { weight }) => sum + weight, logOdds)
