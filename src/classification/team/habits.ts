import { hash } from 'node:crypto'
import { eachInSteps, type Steps } from '#kit/steps.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import type { Fact } from '../facts/fact.ts'
import type { Backdrops } from '../model/backdrop.ts'
import { Lexicon } from '../model/lexicon.ts'
import { type Answers, HEADS, type Head } from '../model/network.ts'
import { createReader, type Reader } from '../model/reading.ts'
import type { Forest } from '../model/trees.ts'
import type { Weighed } from '../reason.ts'
import type { TeamRecord } from '../signals/record.ts'
import { type Around, aroundOf, type DecidedRow } from './around.ts'
import { type OwnExample, toldBy, WEIGHTS } from './example.ts'
import { corrected } from './fit.ts'
import { aroundEvidence, countsOf, habitEvidence } from './habit-evidence.ts'
import { marksOf, recurring } from './tablet.ts'
import { type Trait, traitsOf } from './traits.ts'
import { type Lore, loreOf } from './trust.ts'

/** What the model says of a change, before any habits: its answers in log-odds, and the facts that it saw. */
export interface View {
  facts: readonly Fact[]
  answers: Answers
}

/** What judges before any habits. */
export interface Sight {
  /** Adds it to the backdrops. `record` of a merge that is shown without it. */
  viewOf(pull: MergedPull, backdrops: Backdrops | null, record?: TeamRecord | null): View
  /** Trees that have learnt from other teams what an account's merges around a change tell of it. */
  alike: Forest
}

/** The model's answers as an account's own decisions bend them. */
export interface Bent {
  answers: Answers
  /** What the habits add to "a customer would notice". */
  evidence: Weighed[]
}

/** What an account's own decisions teach about its further ones. */
export interface Habits {
  /** Of the account's own weights, 12 hex digits. */
  version: string
  /** How many merges are kept in them. */
  merges: number
  bend(pull: MergedPull, view: View): Bent
  /** Log-odds of "announced" over all merges of the account: what its record tells, as far as that is trusted, in place of the guess. */
  usual(guess: number): number
}

/** A layer's version with the account's own weights beside it. */
export const versionWith = (version: string, habits: Habits | null): string =>
  habits === null ? version : `${version}+team-${habits.version}`

/** More, and the oldest are passed over: habits change, and reading them all would take long. */
export const EXAMPLES_READ = 1_500

/** How an account's merges looked when they came, and trees that know what merges around a change tell of it. */
export interface Looks {
  viewOf(pull: MergedPull): View
  alike: Forest
}

/**
 * Learns from an account's examples, oldest first, and from its other merges, of which nobody decided. Null where they teach nothing.
 * The same examples, merges and views give the same habits.
 */
export function* learnHabits(
  read: readonly OwnExample[],
  looks: Looks,
  undecided: readonly MergedPull[],
): Steps<Habits | null> {
  const reader = createReader(new Lexicon(), null)
  const seen = yield* eachInSteps(read, (example): Seen => {
    const view = looks.viewOf(example.pull)
    return { example, view, traits: traitsOf(example.pull, view.facts, reader) }
  })
  const known = recurring(seen.map(({ traits }) => traits))
  yield
  const byHead: Record<Head, Lore | null> = { visible: null, fix: null, feature: null, notable: null }
  const decided = yield* rowsOf(seen, 'visible', known)
  for (const head of HEADS) {
    const rows = head === 'visible' ? decided : yield* rowsOf(seen, head, known)
    byHead[head] = yield* loreOf(rows, known.size, head)
  }
  if (HEADS.every(head => byHead[head] === null)) return null
  const trust = byHead.visible?.trust ?? 0
  // A team that decides all alike shows nothing to follow.
  const around = byHead.visible && (yield* aroundOf(decided, trust, looks.alike))
  for (const pull of around ? undecided.filter(({ authorIsBot }) => !authorIsBot) : []) {
    const { facts, answers } = looks.viewOf(pull)
    around?.add({ traits: traitsOf(pull, facts, reader), logOdds: answers.visible })
    yield
  }
  return habitsFrom({ byHead, known, counts: countsOf(seen), recorded: recordedShare(read), trust, around })
}

interface Seen {
  example: OwnExample
  view: View
  traits: readonly Trait[]
}

function* rowsOf(seen: readonly Seen[], head: Head, known: ReadonlyMap<string, number>): Steps<DecidedRow[]> {
  const rows = yield* eachInSteps(seen, ({ example, view, traits }): DecidedRow | null => {
    const target = toldBy(example.answer)[head]
    if (target === null) return null
    const weight = WEIGHTS[example.source]
    return { logOdds: view.answers[head], target, weight, marks: marksOf(traits, known), traits }
  })
  return rows.filter(row => row !== null)
}

/** So many merges are needed that nobody picked before it is known how many are announced. */
const ENOUGH = 30

/** As log-odds. Only a record of all merges tells: of what people decide here, the machine had picked most. */
function recordedShare(examples: readonly OwnExample[]): number | null {
  const fair = examples.filter(({ source }) => source === 'history' || source === 'silence')
  if (fair.length < ENOUGH) return null
  const announced = fair.filter(({ answer }) => answer.visibility === 'user-facing').length
  return Math.log((announced + 10) / (fair.length - announced + 10))
}

interface Learnt {
  byHead: Record<Head, Lore | null>
  known: ReadonlyMap<string, number>
  counts: ReturnType<typeof countsOf>
  /** Log-odds of "announced" in the account's record; null where that does not tell. */
  recorded: number | null
  trust: number
  around: Around | null
}

function habitsFrom({ byHead, known, counts, recorded, trust, around }: Learnt): Habits {
  return {
    version: versionOf(byHead, known, around),
    merges: around?.merges ?? 0,
    bend(pull, { facts, answers }) {
      const traits = traitsOf(pull, facts, readerNow())
      const marks = marksOf(traits, known)
      const bent = Object.fromEntries(
        HEADS.map(head => {
          const lore = byHead[head]
          return [head, lore ? corrected(lore.correction, answers[head], marks) : answers[head]]
        }),
      ) as Answers
      const pushed = around?.push({ traits, logOdds: answers.visible }, bent.visible - answers.visible) ?? 0
      const facing = new Map(facts.map(one => [one.name, one]))
      return {
        answers: { ...bent, visible: bent.visible + pushed },
        evidence: [
          ...(byHead.visible ? habitEvidence(byHead.visible.correction, marks, counts, facing) : []),
          ...(pushed === 0 ? [] : [aroundEvidence(pushed)]),
        ],
      }
    },
    usual: guess => (recorded === null ? guess : trust * recorded + (1 - trust) * guess),
  }
}

const READ_BETWEEN = 50

let reader: Reader | undefined
let read = 0

/**
 * A reader that knows all words, and now and then forgets those it has met: there is no end of them. One for all accounts: what it
 * knows is of no account, and takes less than 3 MB.
 */
function readerNow(): Reader {
  if (reader === undefined || ++read % READ_BETWEEN === 0) reader = createReader(new Lexicon(), null)
  return reader
}

function versionOf(
  byHead: Record<Head, Lore | null>,
  known: ReadonlyMap<string, number>,
  around: Around | null,
): string {
  const parts = HEADS.map(head => byHead[head]?.correction).flatMap(one =>
    one ? [one.offset, ...one.weights] : [0],
  )
  return hash('sha256', JSON.stringify([[...known.keys()], parts, around?.version]), 'hex').slice(0, 12)
}
