import { eachInSteps, type Steps } from '#kit/steps.ts'
import type { Cascade } from '../cascade.ts'
import { KINDS } from '../classification.ts'
import type { Judged } from '../evaluate/figures.ts'
import { type Known, nothingBefore } from '../known.ts'
import { randomOf } from '../model/learning/example.ts'
import type { Labelled } from '../model/learning/labelled.ts'
import { learnAccount } from './account.ts'
import type { OwnExample } from './example.ts'
import type { Sight } from './habits.ts'

/** How many of a team's decisions are given: the first so many, the first half, or all before each (from the hundredth on). */
export type Amount = number | 'half' | 'running'

/** A cascade, and its model's view of a change before habits. */
export interface Instrument {
  cascade: Cascade
  sight: Sight
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
/** So many are judged before the account looks again at what was merged. */
const AT_A_TIME = 100

/** Gives one team's decisions to what judges them, and has it judge the later ones. */
export function* adaptTo(own: readonly Labelled[], instrument: Instrument, manner: Manner): Steps<Adapted> {
  const told = own.filter(({ pull, labels }) => labels.visibility && !pull.authorIsBot)
  const inOrder = told.toSorted((a, b) => a.pull.mergedAt - b.pull.mergedAt)
  const rows = manner.drawn ? shuffle(inOrder) : inOrder
  const alone = nothingBefore()
  const unaided = yield* eachInSteps(rows, labelled => decisionOf(instrument, labelled, alone))
  const adapted: Adapted = { without: [], with: [] }
  for (const { from, given, undecided, judged } of turnsOf(rows, manner.amount)) {
    const examples = examplesOf(given, manner.shuffled)
    const merges = undecided.map(({ pull }) => ({ pull, record: null }))
    const known = yield* learnAccount(examples, merges, instrument.sight)
    adapted.without.push(...unaided.slice(from, from + judged.length))
    adapted.with.push(...(yield* eachInSteps(judged, labelled => decisionOf(instrument, labelled, known))))
  }
  return adapted
}

const decisionOf = ({ cascade }: Instrument, labelled: Labelled, known: Known): Judged => ({
  labelled,
  decision: cascade.classify(labelled.pull, known),
})

/** Decisions that are given, merges since then of which nobody decided, and decisions to judge. */
interface Turn {
  from: number
  given: readonly Labelled[]
  undecided: readonly Labelled[]
  judged: readonly Labelled[]
}

function turnsOf(rows: readonly Labelled[], amount: Amount): Turn[] {
  const first = amount === 'half' ? Math.floor(rows.length / 2) : amount === 'running' ? RUNNING_FROM : amount
  const turns = Math.max(0, Math.ceil((rows.length - first) / AT_A_TIME))
  return Array.from({ length: turns }, (_, turn) => {
    const from = first + turn * AT_A_TIME
    const known = amount === 'running' ? from : first
    return {
      from,
      given: rows.slice(0, known),
      undecided: rows.slice(known, from),
      judged: rows.slice(from, from + AT_A_TIME),
    }
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
    return answer ? [{ pull, record: null, answer, source: 'history' as const }] : []
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
