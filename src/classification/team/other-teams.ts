import { eachInSteps, type Steps } from '#kit/steps.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import type { Fact } from '../facts/fact.ts'
import { growOn } from '../model/learning/boosting.ts'
import { randomOf } from '../model/learning/example.ts'
import { Lexicon } from '../model/lexicon.ts'
import { createReader } from '../model/reading.ts'
import { type Forest, noTrees } from '../model/trees.ts'
import { aroundOf, type DecidedRow, type Merge } from './around.ts'
import { corrected } from './fit.ts'
import { marksOf, recurring } from './tablet.ts'
import { traitsOf } from './traits.ts'
import { evened, loreOf } from './trust.ts'

/** A decision of another team, with what a model that had not seen that team made of the change. */
export interface TeamDecision {
  pull: MergedPull
  facts: readonly Fact[]
  /** In log-odds. */
  logOdds: number
  target: 0 | 1
}

const GROWING = { trees: 120, rate: 0.05, rowsKept: 0.7, featuresKept: 0.4, shrink: 5, leastWeight: 30 }
const SEED = 11

/**
 * What becomes of other teams' decisions once some are known: trees learn how far to follow those that are near. Each team is tried with
 * few and with many decisions given, in their order and drawn by chance, and with answers mixed up, which say nothing.
 */
export function* growAlike(teams: readonly (readonly TeamDecision[])[]): Steps<Forest> {
  const found: Found[] = []
  for (const team of teams) found.push(...(yield* triedOn(team)))
  return yield* grownFrom(found)
}

/** What trees learn from one team: the same whatever the other teams are. */
export function* triedOn(team: readonly TeamDecision[]): Steps<Found[]> {
  const random = randomOf(SEED)
  const merges = yield* mergesOf(team)
  const found: Found[] = []
  for (const trial of TRIALS) found.push(...(yield* tried(merges, trial, random)))
  return found
}

export function* grownFrom(found: readonly Found[]): Steps<Forest> {
  if (found.length === 0) return noTrees()
  const column = (value: (one: Found) => number) => Float64Array.from(found, value)
  const ground = {
    rows: found.map(({ seen }) => seen),
    weight: column(({ weight }) => weight),
    target: column(({ target }) => target),
    start: column(({ logOdds }) => logOdds),
  }
  return yield* growOn(ground, GROWING, randomOf(SEED))
}

interface Trial {
  amount: number | 'half'
  /** The share of the team's decisions that are passed over first. */
  from: number
  manner: 'in order' | 'drawn' | 'mixed up'
}

const AMOUNTS = [30, 100, 'half'] as const
const TRIALS: readonly Trial[] = [
  ...(['in order', 'drawn', 'mixed up'] as const).flatMap(manner =>
    AMOUNTS.map(amount => ({ amount, from: 0, manner })),
  ),
  { amount: 30, from: 1 / 3, manner: 'in order' },
  { amount: 100, from: 1 / 3, manner: 'in order' },
]
/** Later decisions looked at after each trial. */
const LOOKED_AT = 300

/** A later decision: where it stood before the trees, what they see of it, and what it was. */
export interface Found {
  seen: Float32Array
  logOdds: number
  target: 0 | 1
  weight: number
}

type TeamMerge = Merge & Pick<TeamDecision, 'target'>

function* mergesOf(team: readonly TeamDecision[]): Steps<TeamMerge[]> {
  const reader = createReader(new Lexicon(), null)
  const inOrder = team.toSorted((a, b) => a.pull.mergedAt - b.pull.mergedAt)
  return yield* eachInSteps(inOrder, ({ pull, facts, logOdds, target }) => ({
    traits: traitsOf(pull, facts, reader),
    logOdds,
    target,
  }))
}

function* tried(merges: readonly TeamMerge[], trial: Trial, random: () => number): Steps<Found[]> {
  const { given, later } = parted(merges, trial, random)
  const known = recurring(given.map(({ traits }) => traits))
  const rows = given.map((one): DecidedRow => ({ ...one, weight: 1, marks: marksOf(one.traits, known) }))
  const lore = yield* loreOf(rows, known.size, 'visible')
  if (lore === null) return []
  const around = yield* aroundOf(rows, lore.trust, noTrees())
  const step = Math.max(1, Math.floor(later.length / LOOKED_AT))
  const found: (Found | null)[] = yield* eachInSteps(later, (merge, at) => {
    const look = at % step === 0
    const pushed = look
      ? corrected(lore.correction, merge.logOdds, marksOf(merge.traits, known)) - merge.logOdds
      : 0
    const seen = look ? around.seenFrom(merge, pushed) : null
    around.add(merge)
    return seen && { seen, logOdds: merge.logOdds + pushed, target: merge.target, weight: 1 }
  })
  return evenedAlike(found.filter(one => one !== null))
}

function parted(merges: readonly TeamMerge[], { amount, from, manner }: Trial, random: () => number) {
  const rows = merges.slice(Math.floor(from * merges.length))
  const order = manner === 'drawn' ? mixed(rows, random) : rows
  const count = amount === 'half' ? Math.floor(order.length / 2) : amount
  const given = order.slice(0, count)
  const answers = manner === 'mixed up' ? mixed(given, random) : given
  return {
    given: given.map((one, at) => ({ ...one, target: answers[at]?.target ?? one.target })),
    later: order.slice(count),
  }
}

/** Either answer counts alike, and every trial as much as decisions were looked at. */
function evenedAlike(found: readonly Found[]): Found[] {
  const even = evened(found)
  const total = even.reduce((sum, { weight }) => sum + weight, 0)
  return even.map(one => ({ ...one, weight: (one.weight * found.length) / total }))
}

const mixed = <T>(items: readonly T[], random: () => number): T[] =>
  items
    .map(item => ({ item, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item)
