import type { MergedPull } from '#pulls/pull-request.ts'
import type { Fact } from '../facts/fact.ts'
import type { Trusted } from '../score.ts'
import { createEncoder, type Encoded, type Vocabulary } from './encoder.ts'
import type { Lexicon } from './lexicon.ts'
import { type Answers, answersOf, hiddenOf, inFull, type Network, type Shares, sharesOf } from './network.ts'
import { type Reading, readPull } from './reading.ts'
import { type Forest, factRange, featuresOf, grownAnswer } from './trees.ts'

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
  /** What each part adds to `answers.visible`; worked out when asked. */
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
  look(reading: Reading): { encoded: Encoded; hidden: Float64Array; features: Float32Array } & RawOpinion
}

export function createLooker({ vocabulary, network, forest }: Bare): Looker {
  const { lexicon, encode } = createEncoder(vocabulary)
  const range = factRange(vocabulary.tokens)
  return {
    lexicon,
    look(reading) {
      const encoded = encode(reading)
      const hidden = hiddenOf(network, encoded)
      const features = featuresOf(encoded, range)
      return {
        encoded,
        hidden,
        features,
        answers: answersOf(network, encoded, hidden),
        grown: grownAnswer(forest, features),
      }
    },
  }
}

/** Judges a pull request with the facts about it. */
export type Judge = (pull: MergedPull, facts: readonly Fact[]) => Opinion

export function createJudge(packed: Model): Judge {
  const model = { ...packed, network: inFull(packed.network) }
  const { network, forest, settings } = model
  const { lexicon, look } = createLooker(model)
  const { from } = factRange(model.vocabulary.tokens)
  return (pull, facts) => {
    const reading = readPull(pull, facts, lexicon)
    const { encoded, hidden, features, ...raw } = look(reading)
    return {
      reading,
      answers: settled(raw, settings),
      explain() {
        const shares = sharesOf(network, encoded, hidden)
        const grown = new Float64Array(features.length)
        grownAnswer(forest, features, grown)
        return { encoded, ...blended(shares, grown, encoded, from, settings) }
      },
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

function blended(
  shares: Shares,
  grown: Float64Array,
  { ids, numbers }: Encoded,
  factsFrom: number,
  { blend }: Settings,
): Shares {
  const treesOn = (id: number) => (id < factsFrom ? 0 : (grown[numbers.length + id - factsFrom] ?? 0))
  return {
    tokens: shares.tokens.map((share, q) => blend.network * share + blend.trees * treesOn(ids[q] ?? 0)),
    numbers: shares.numbers.map((share, d) => blend.network * share + blend.trees * (grown[d] ?? 0)),
  }
}
