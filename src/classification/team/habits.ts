import { hash } from 'node:crypto'
import { eachInSteps, type Steps } from '#kit/steps.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import type { Fact } from '../facts/fact.ts'
import { Lexicon } from '../model/lexicon.ts'
import { type Answers, HEADS, type Head } from '../model/network.ts'
import { createReader } from '../model/reading.ts'
import type { Weighed } from '../reason.ts'
import { type OwnExample, toldBy, WEIGHTS } from './example.ts'
import { corrected, type Row } from './fit.ts'
import { countsOf, habitEvidence } from './habit-evidence.ts'
import { marksOf, recurring } from './tablet.ts'
import { type Trait, traitsOf } from './traits.ts'
import { type Lore, loreOf } from './trust.ts'

/** What the model says of a change, before any habits: its answers in log-odds, and the facts that it saw. */
export interface View {
  facts: readonly Fact[]
  answers: Answers
}

/** The model's answers as an account's own decisions bend them. */
export interface Bent {
  answers: Answers
  /** What the habits add to "a customer would notice". */
  evidence: Weighed[]
  /** Log-odds of "announced" over all merges of the account; 0 where that is not known. */
  usual: number
}

/** What an account's own decisions teach about its further ones. */
export interface Habits {
  /** Of the account's own weights, 12 hex digits. */
  version: string
  bend(pull: MergedPull, view: View): Bent
}

/** A layer's version with the account's own weights beside it. */
export const versionWith = (version: string, habits: Habits | null): string =>
  habits === null ? version : `${version}+team-${habits.version}`

/** More, and the oldest are passed over: habits change, and reading them all would take long. */
export const EXAMPLES_READ = 1_500

/**
 * Learns from an account's examples, oldest first. Null where they teach nothing. `viewOf` is the model's view of a change; the same
 * examples and views give the same habits.
 */
export function* learnHabits(
  examples: readonly OwnExample[],
  viewOf: (pull: MergedPull) => View,
): Steps<Habits | null> {
  const read = examples.slice(-EXAMPLES_READ)
  const reader = createReader(new Lexicon(), null)
  const seen = yield* eachInSteps(read, (example): Seen => {
    const view = viewOf(example.pull)
    return { example, view, traits: traitsOf(example.pull, view.facts, reader) }
  })
  const known = recurring(seen.map(({ traits }) => traits))
  yield
  const byHead: Record<Head, Lore | null> = { visible: null, fix: null, feature: null, notable: null }
  for (const head of HEADS) byHead[head] = yield* loreOf(yield* rowsOf(seen, head, known), known.size)
  if (HEADS.every(head => byHead[head] === null)) return null
  const usual = usualOf(read) * (byHead.visible?.trust ?? 0)
  return habitsFrom({ byHead, known, counts: countsOf(seen), usual })
}

interface Seen {
  example: OwnExample
  view: View
  traits: readonly Trait[]
}

function* rowsOf(seen: readonly Seen[], head: Head, known: ReadonlyMap<string, number>): Steps<Row[]> {
  const rows = yield* eachInSteps(seen, ({ example, view, traits }): Row | null => {
    const target = toldBy(example.answer)[head]
    if (target === null) return null
    const weight = WEIGHTS[example.source]
    return { logOdds: view.answers[head], target, weight, marks: marksOf(traits, known) }
  })
  return rows.filter(row => row !== null)
}

/** So many merges are needed that nobody picked before it is known how many are announced. */
const ENOUGH = 30

/** Only a record of all merges tells: of what people decide here, the machine had picked most. */
function usualOf(examples: readonly OwnExample[]): number {
  const fair = examples.filter(({ source }) => source === 'history' || source === 'silence')
  if (fair.length < ENOUGH) return 0
  const announced = fair.filter(({ answer }) => answer.visibility === 'user-facing').length
  return Math.log((announced + 10) / (fair.length - announced + 10))
}

interface Learnt {
  byHead: Record<Head, Lore | null>
  known: ReadonlyMap<string, number>
  counts: ReturnType<typeof countsOf>
  usual: number
}

function habitsFrom({ byHead, known, counts, usual }: Learnt): Habits {
  const reader = createReader(new Lexicon([...known.keys()].filter(isWord)), null)
  return {
    version: versionOf(byHead, known),
    bend(pull, { facts, answers }) {
      const marks = marksOf(traitsOf(pull, facts, reader), known)
      const bent = HEADS.map(head => {
        const lore = byHead[head]
        return [head, lore ? corrected(lore.correction, answers[head], marks) : answers[head]] as const
      })
      const evidence = byHead.visible
        ? habitEvidence(byHead.visible.correction, marks, counts, new Map(facts.map(one => [one.name, one])))
        : []
      return { answers: Object.fromEntries(bent) as Answers, evidence, usual }
    },
  }
}

const PLACED = /^(?:folder|file|author|label)/
/** Does the model's own reading find it? The others are found by this folder. */
const isWord = (name: string): boolean => !PLACED.test(name)

function versionOf(byHead: Record<Head, Lore | null>, known: ReadonlyMap<string, number>): string {
  const parts = HEADS.map(head => byHead[head]?.correction).flatMap(one =>
    one ? [one.offset, ...one.weights] : [0],
  )
  return hash('sha256', JSON.stringify([[...known.keys()], parts]), 'hex').slice(0, 12)
}
