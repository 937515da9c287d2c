import type { MergedPull } from '#pulls/pull-request.ts'
import type { Fact } from '../facts/fact.ts'
import type { Trusted } from '../score.ts'
import { createEncoder, type Encoded, type Vocabulary } from './encoder.ts'
import type { Lexicon } from './lexicon.ts'
import { type Answers, answersOf, hiddenOf, inFull, type Network, type Shares, sharesOf } from './network.ts'
import { createReader, type Reading } from './reading.ts'
import { numberOfStep } from './steps.ts'
import { type Forest, factRange, featuresOf, grow } from './trees.ts'

/** What stands above network and trees, fitted on repositories that they had not seen. */
export interface Settings {
  /** How much network and trees say in "would a customer notice", and what is added. */
  blend: { network: number; trees: number; offset: number }
  /** Added to the other answers, so that zero parts them where both sides are right equally often. */
  shifts: { fix: number; feature: number; notable: number }
  trusted: Trusted
}

export interface Model {
  vocabulary: Vocabulary
  network: Network
  forest: Forest
  settings: Settings
}

/** What the model makes of a pull request. */
export interface Opinion {
  reading: Reading
  /** In log-odds. */
  answers: Answers
  /** What each part adds to `answers.visible`; worked out when asked. A number's share has those of its steps in it. */
  explain(): { encoded: Encoded } & Shares
}

/** Network and trees before anything is fitted above them. */
export type Bare = Omit<Model, 'settings'>

/** The two answers to "would a customer notice", and the network's to the rest. */
export interface RawOpinion {
  answers: Answers
  grown: number
}

interface Looker {
  lexicon: Lexicon
  look(reading: Reading): { encoded: Encoded; hidden: Float64Array; treeShares: Float64Array } & RawOpinion
}

export function createLooker({ vocabulary, network, forest }: Bare): Looker {
  const { lexicon, encode } = createEncoder(vocabulary)
  const range = factRange(vocabulary.tokens)
  return {
    lexicon,
    look(reading) {
      const encoded = encode(reading)
      const hidden = hiddenOf(network, encoded)
      const { answer: grown, shares: treeShares } = grow(forest, featuresOf(encoded, range))
      return { encoded, hidden, answers: answersOf(network, encoded, hidden), grown, treeShares }
    },
  }
}

/** Judges a pull request with the facts about it. */
export type Judge = (pull: MergedPull, facts: readonly Fact[]) => Opinion

export function createJudge(packed: Model): Judge {
  const model = { ...packed, network: inFull(packed.network) }
  const { lexicon, look } = createLooker(model)
  const read = createReader(lexicon)
  const blend = blender(model)
  return (pull, facts) => {
    const reading = read(pull, facts)
    const { encoded, hidden, treeShares, ...raw } = look(reading)
    return {
      reading,
      answers: settled(raw, model.settings),
      explain: () => ({ encoded, ...blend(encoded, sharesOf(model.network, encoded, hidden), treeShares) }),
    }
  }
}

/** The answers with the settings applied. */
export function settled({ answers, grown }: RawOpinion, { blend, shifts }: Settings): Answers {
  return {
    visible: blend.network * answers.visible + blend.trees * grown + blend.offset,
    fix: answers.fix + shifts.fix,
    feature: answers.feature + shifts.feature,
    notable: answers.notable + shifts.notable,
  }
}

/** Adds the trees' shares to the network's, and those of steps to their number's. */
function blender({ vocabulary, settings: { blend } }: Model) {
  const facts = factRange(vocabulary.tokens)
  const stepOf = Int16Array.from(vocabulary.tokens, name =>
    vocabulary.numbers.indexOf(numberOfStep(name) ?? ''),
  )
  return ({ ids, numbers }: Encoded, shares: Shares, trees: Float64Array): Shares => {
    const told = { tokens: new Float64Array(ids.length), numbers: new Float64Array(numbers.length) }
    for (const d of numbers.keys())
      told.numbers[d] = blend.network * (shares.numbers[d] ?? 0) + blend.trees * (trees[d] ?? 0)
    for (const [q, id] of ids.entries()) {
      const ofTrees = id < facts.from ? 0 : (trees[numbers.length + id - facts.from] ?? 0)
      const share = blend.network * (shares.tokens[q] ?? 0) + blend.trees * ofTrees
      const step = stepOf[id] ?? -1
      if (step < 0) told.tokens[q] = share
      else told.numbers[step] = (told.numbers[step] ?? 0) + share
    }
    return told
  }
}
