import { hash } from 'node:crypto'
import type { Steps } from '#kit/steps.ts'
import { answerOf, type Forest, levelled } from '../model/trees.ts'
import { probability } from '../score.ts'
import type { Row } from './fit.ts'
import { createLikeness } from './likeness.ts'
import type { Trait } from './traits.ts'
import { evened } from './trust.ts'

/** A merge as its traits, and the model's answer in log-odds. */
export interface Merge {
  traits: readonly Trait[]
  logOdds: number
}

/** A decision on visibility, with the traits of its change. */
export type DecidedRow = Row & Merge

/**
 * An account's merges as seen from a change near them, and what that has meant to other teams: trees have learnt from their decisions
 * how far to follow near ones, by how many there are and how well the account's own weights foretell.
 */
export interface Around {
  /** A merge of which nobody decided: it tells only what the model makes of changes like it. */
  add(merge: Merge): void
  /** What the trees see. `pushed` is what the account's own weights add to the model's answer. */
  seenFrom(change: Merge, pushed: number): Float32Array
  /** What they add to the answer, in log-odds. */
  push(change: Merge, pushed: number): number
  /** How many there are. */
  merges: number
  /** Changes with the merges and the trees. */
  version: string
}

/** Little is told by less than about one merge that is wholly alike; by the model's answers, by less than two. */
const TOLD_BY = 1
const HINTED_BY = 2

/**
 * Followed in full the trees bring hardly more to most teams, and cost some of them a point or two. The less the team's own decisions have
 * proven to foretell others, the less they are followed, down to the first of these shares; decisions that say nothing harm nobody then.
 */
const FOLLOWED = { untrusted: 0.25, trusted: 0.5 }

/** `trust` is that in the account's own weights. */
export function* aroundOf(decided: readonly DecidedRow[], trust: number, trees: Forest): Steps<Around> {
  const likeness = createLikeness(decided.map(({ traits }) => traits))
  const merges: Standing[] = []
  let total = 0
  const add = (traits: readonly Trait[], standing: Standing) => {
    likeness.add(traits)
    merges.push(standing)
    total += standing.logOdds
  }
  for (const row of evenly(decided)) {
    add(row.traits, standingOf(row))
    yield
  }
  /** The decisions themselves are let go: their traits take more memory than all that is kept. */
  const count = decided.length
  const followed = FOLLOWED.untrusted + (FOLLOWED.trusted - FOLLOWED.untrusted) * trust
  const level = levelled(trees)
  const seenFrom = ({ traits, logOdds }: Merge, pushed: number): Float32Array => {
    const near = likeness.near(traits)
    const general = [logOdds, Math.abs(logOdds), pushed, Math.log(count), trust]
    return Float32Array.from([...general, ...near.flatMap(one => sumsOf(merges, one, total / merges.length))])
  }
  return {
    add: ({ traits, logOdds }) => add(traits, { logOdds, weight: 0, amiss: 0 }),
    seenFrom,
    push: (change, pushed) =>
      trees.value.length === 0 ? 0 : followed * answerOf(level, seenFrom(change, pushed)),
    get merges() {
      return merges.length
    },
    get version() {
      return hash('sha256', JSON.stringify([merges, trust, [...trees.value]])).slice(0, 12)
    },
  }
}

/** A merge as seen from a change near it: the model's answer, and how much and in which direction its team's decision was another. */
interface Standing {
  logOdds: number
  weight: number
  amiss: number
}

const standingOf = ({ logOdds, weight, target }: Row): Standing => ({
  logOdds,
  weight,
  amiss: weight * (target - probability(logOdds)),
})

/** Either answer counts alike in total, and all decisions as much as there are. */
function evenly(rows: readonly DecidedRow[]): DecidedRow[] {
  const even = evened(rows)
  const mean = meanOf(even.map(({ weight }) => weight))
  return even.map(row => ({ ...row, weight: row.weight / mean }))
}

/** How far near decisions were off the model's answers, how many there are, and what it answers of all near merges beside the usual. */
function sumsOf(merges: readonly Standing[], near: Float64Array, usual: number): [number, number, number] {
  let [decided, amiss, all, answers] = [0, 0, 0, 0]
  for (let at = 0; at < merges.length; at++) {
    const share = near[at] as number
    if (share === 0) continue
    const merge = merges[at] as Standing
    decided += share * merge.weight
    amiss += share * merge.amiss
    all += share
    answers += share * (merge.logOdds - usual)
  }
  return [amiss / (decided + TOLD_BY), Math.log(decided + 0.1), answers / (all + HINTED_BY)]
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
