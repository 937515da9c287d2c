import type { Steps } from '#kit/steps.ts'
import type { Cascade } from '../cascade.ts'
import { KINDS } from '../classification.ts'
import type { Judged } from '../evaluate/figures.ts'
import { randomOf } from '../model/learning/example.ts'
import type { Labelled } from '../model/learning/labelled.ts'
import type { OwnExample } from './example.ts'
import { learnHabits, type View } from './habits.ts'

/** How many of a team's decisions are given: the first so many, the first half, or all before each (from the hundredth on). */
export type Amount = number | 'half' | 'running'

/** A cascade, and its model's view of a change before habits. */
export interface Instrument {
  cascade: Cascade
  viewOf(pull: OwnExample['pull']): View
}

/** The decisions that were not given, as judged without and with what the given ones teach. */
export interface Adapted {
  without: Judged[]
  with: Judged[]
}

export interface Manner {
  amount: Amount
  /** The answers of the given decisions change places: nothing is to be learnt then, and nothing must be lost. */
  shuffled: boolean
  /** Decisions are given in an order of chance instead of the order in which they came. */
  drawn: boolean
}

const SEED = 7
const RUNNING_FROM = 100
const RUNNING_STEP = 100

/** Gives one team's decisions to what judges them, and has it judge the later ones. */
export function* adaptTo(own: readonly Labelled[], instrument: Instrument, manner: Manner): Steps<Adapted> {
  const told = own.filter(({ pull, labels }) => labels.visibility && !pull.authorIsBot)
  const inOrder = told.toSorted((a, b) => a.pull.mergedAt - b.pull.mergedAt)
  const rows = manner.drawn ? shuffle(inOrder) : inOrder
  const adapted: Adapted = { without: [], with: [] }
  for (const { given, judged } of turnsOf(rows, manner.amount)) {
    const habits = yield* learnHabits(examplesOf(given, manner.shuffled), instrument.viewOf)
    for (const labelled of judged) {
      adapted.without.push({ labelled, decision: instrument.cascade.classify(labelled.pull) })
      adapted.with.push({ labelled, decision: instrument.cascade.classify(labelled.pull, habits) })
      yield
    }
  }
  return adapted
}

function turnsOf(rows: readonly Labelled[], amount: Amount) {
  const at = (count: number, to = rows.length) => ({
    given: rows.slice(0, count),
    judged: rows.slice(count, to),
  })
  if (amount === 'half') return [at(Math.floor(rows.length / 2))]
  if (amount !== 'running') return [at(amount)]
  const turns = Math.max(0, Math.ceil((rows.length - RUNNING_FROM) / RUNNING_STEP))
  return Array.from({ length: turns }, (_, turn) => {
    const count = RUNNING_FROM + turn * RUNNING_STEP
    return at(count, count + RUNNING_STEP)
  })
}

function examplesOf(given: readonly Labelled[], shuffled: boolean): OwnExample[] {
  const answers = given.map(({ labels }) => ({
    visibility: labels.visibility ?? 'internal',
    kind: KINDS.find(kind => kind === labels.kind) ?? null,
    magnitude: labels.magnitude ?? null,
  }))
  const order = shuffled ? shuffle(answers) : answers
  return given.flatMap(({ pull }, at) => {
    const answer = order[at]
    return answer ? [{ pull, answer, source: 'history' as const }] : []
  })
}

/** The same order for the same number of items. */
function shuffle<T>(items: readonly T[]): T[] {
  const random = randomOf(SEED)
  return items
    .map(item => ({ item, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item)
}
