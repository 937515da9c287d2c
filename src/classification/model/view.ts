import type { MergedPull } from '#pulls/pull-request.ts'
import type { Fact } from '../facts/fact.ts'
import { factsOf } from '../facts/facts.ts'
import { outspoken, type Weighed } from '../reason.ts'
import type { Signal } from '../signals/signal.ts'
import type { Loaded } from './loaded.ts'
import type { Opinion } from './model.ts'
import type { Answers } from './network.ts'

/** Facts too rare to have been learnt, or learnt too faintly in most repositories that were left out, in log-odds; set by judgement. */
const JUDGED: Record<string, number> = {
  revert: -1.2,
  breaking: 1,
  'type:security': 0.9,
  'type:deprecation': 0.9,
  'type:removal': 0.4,
  'type:feature': 0.3,
  'type:refactor': -0.5,
  'word:partial': -0.3,
  'verb:docs': -0.8,
  'only:release': -1.8,
  'only:generated': -1.2,
  'only:vendored': -0.8,
  'only:benchmark': -1,
}

/** What the model layer makes of a pull request before an account's habits are asked. */
export interface ModelView {
  facts: readonly Fact[]
  opinion: Opinion
  /** What the model has not learnt, in `answers.visible` already. */
  beside: readonly Weighed[]
  answers: Answers
}

export function viewOf({ judge }: Loaded, pull: MergedPull, signals: readonly Signal[]): ModelView {
  const facts = factsOf(pull)
  const opinion = judge(pull, facts)
  const beside = besideModel(signals, facts)
  const visible = beside.reduce((sum, { weight }) => sum + weight, opinion.answers.visible)
  return { facts, opinion, beside, answers: { ...opinion.answers, visible } }
}

/** What the model has not learnt from: labels, ticked boxes, the author, and rare facts. The title's prefix it reads itself. */
const besideModel = (signals: readonly Signal[], facts: readonly Fact[]): Weighed[] => [
  ...signals.filter(({ source }) => source !== 'title').map(outspoken),
  ...facts.flatMap(fact => {
    const weight = JUDGED[fact.name]
    return weight === undefined ? [] : [{ ...fact, weight }]
  }),
]
