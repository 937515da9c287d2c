import type { MergedPull } from '#pulls/pull-request.ts'
import type { Classifier } from '../classifier.ts'
import { decide } from '../decide.ts'
import type { Fact } from '../facts/fact.ts'
import { eachOnce, outspoken, type Weighed } from '../reason.ts'
import type { Signal } from '../signals/signal.ts'
import { versionWith } from '../team/habits.ts'

/** Log-odds from which on remarks alone decide: about 95 of 100. */
const SURE = 2.9

/** Changed files that belie an announcement, and what they weigh against it: a changeset on a tests-only change is a slip. */
const BELIES: Record<string, number> = {
  'only:test': -4.5,
  'only:ci': -4.5,
  'only:documentation': -2,
  'only:example': -2,
}

/** Layer 1: what people wrote about their own change. Without a decision of theirs, and with remarks that don't agree, it is silent. */
export const explicit: Classifier = {
  layer: 'explicit',
  version: '2',
  classify({ pull, signals, facts, answers }, { habits }) {
    if (signals.length === 0) return null
    const logOdds = sum(signals)
    if (!signals.some(({ binding }) => binding) && Math.abs(logOdds) < SURE) return null
    if (!signals.some(({ binding }) => binding) && isOddlyMarked(signals, pull, facts)) return null
    const doubts = logOdds > 0 ? doubtsOf(facts) : []
    const evidence = eachOnce([...signals.map(outspoken), ...doubts])
    const lean = habits?.bend(pull, { facts, answers }).answers ?? answers
    const answer = decide({ pull, signals, facts, lean, evidence, logOdds: logOdds + sum(doubts) })
    return { ...answer, layer: 'explicit', version: versionWith(this.version, habits) }
  },
}

const sum = (evidence: readonly Pick<Signal, 'weight'>[]): number =>
  evidence.reduce((total, { weight }) => total + weight, 0)

/** A title marked as documentation above a change of none, as where `doc` is a command of the product. */
const isOddlyMarked = (
  signals: readonly Signal[],
  { files }: Pick<MergedPull, 'files'>,
  facts: readonly Fact[],
): boolean =>
  signals[0]?.kind === 'documentation' &&
  files.length > 1 &&
  !facts.some(({ name }) => /^(?:only|has):documentation$|^backstage:all$/.test(name))

const doubtsOf = (facts: readonly Fact[]): Weighed[] =>
  facts.flatMap(({ name, source, detail }) => {
    const weight = BELIES[name]
    return weight === undefined ? [] : [outspoken({ source, detail, weight })]
  })
