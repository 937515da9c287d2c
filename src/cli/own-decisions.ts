import { KINDS } from '#judgement/classification/classification.ts'
import { type Classifier, type Known, nothingBefore } from '#judgement/classification/classifier.ts'
import { learnAccount } from '#judgement/classification/team/account.ts'
import type { OwnExample } from '#judgement/classification/team/examples.ts'
import { randomOf } from '#judgement/classification/training/boosting.ts'
import type { Labelled } from '#judgement/classification/training/labelled.ts'
import { eachInSteps, type Steps } from '#judgement/steps.ts'
import type { Judged } from './figures.ts'

/** How many of a team's decisions are given: the first so many, the first half, or all before each (from the hundredth on). */
export type Amount = number | 'half' | 'running'

export interface Setting {
  amount: Amount
  /** The answers of the given decisions are shuffled: then nothing can be learnt, and nothing must be lost. */
  shuffled: boolean
  /** Decisions are given in a random order. */
  drawn: boolean
}

/** The decisions that were not given, as classified without and with what the given ones teach. */
export interface Adapted {
  without: Judged[]
  with: Judged[]
}

const SEED = 7
const RUNNING_FROM = 100
/** So many are classified before the account is learnt from anew. */
const AT_A_TIME = 100

/** Gives one team's decisions to the classifier, and has it classify the later ones. */
export function* adaptTo(own: readonly Labelled[], classifier: Classifier, setting: Setting): Steps<Adapted> {
  const { amount, shuffled, drawn } = setting
  const told = own.filter(({ pull, labels }) => labels.visibility && !pull.authorIsBot)
  const inOrder = told.toSorted((a, b) => a.pull.mergedAt - b.pull.mergedAt)
  const rows = drawn ? shuffle(inOrder) : inOrder
  const judge = (labelled: Labelled, known: Known): Judged => ({
    labelled,
    decision: classifier.classify(labelled.pull, known),
  })
  const alone = nothingBefore()
  const unaided = yield* eachInSteps(rows, labelled => judge(labelled, alone))
  const adapted: Adapted = { without: [], with: [] }
  const first = amount === 'half' ? Math.floor(rows.length / 2) : amount === 'running' ? RUNNING_FROM : amount
  for (let from = first; from < rows.length; from += AT_A_TIME) {
    const given = rows.slice(0, amount === 'running' ? from : first)
    const undecided = rows.slice(given.length, from).map(({ pull }) => ({ pull, record: null }))
    const known = yield* learnAccount(examplesFrom(given, shuffled), undecided, classifier)
    adapted.without.push(...unaided.slice(from, from + AT_A_TIME))
    const later = rows.slice(from, from + AT_A_TIME)
    adapted.with.push(...(yield* eachInSteps(later, labelled => judge(labelled, known))))
  }
  return adapted
}

function examplesFrom(given: readonly Labelled[], shuffled: boolean): OwnExample[] {
  const labels = given.map(one => one.labels)
  const answers = shuffled ? shuffle(labels) : labels
  return given.map(({ pull }, at) => ({
    pull,
    record: null,
    source: 'history',
    answer: {
      visibility: answers[at]?.visibility ?? 'internal',
      kind: KINDS.find(kind => kind === answers[at]?.kind) ?? null,
      magnitude: answers[at]?.magnitude ?? null,
    },
  }))
}

/** The same order for the same number of items. */
function shuffle<T>(items: readonly T[]): T[] {
  const random = randomOf(SEED)
  const placed = items.map(item => ({ item, place: random() }))
  return placed.toSorted((a, b) => a.place - b.place).map(({ item }) => item)
}
