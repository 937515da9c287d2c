import type { Trusted } from '../score.ts'
import { createEncoder, type Encoded, type Vocabulary } from './encoder.ts'
import { folded } from './folded.ts'
import type { Lexicon } from './lexicon.ts'
import type { Answers, Head, Network } from './network.ts'
import { createReader, type Reader, type Reading } from './reading.ts'
import { ReadyNetwork, type Shares } from './ready-network.ts'
import { ReadyTrees } from './ready-trees.ts'
import { numberOfStep, type StepsRead } from './steps.ts'
import { type Forest, factRange, featureCount, featuresOf } from './trees.ts'
import { type TypeGuesser, theTypeGuesser } from './type-guesser.ts'

/** What trees answer beside the network. */
export const GROWN_HEADS = ['visible', 'fix'] as const satisfies Head[]
export type GrownHead = (typeof GROWN_HEADS)[number]

export interface Blend {
  network: number
  trees: number
  offset: number
}

/** What stands above network and trees, fitted on repositories that they had not seen. */
export interface Settings {
  /** How much network and trees say in each answer that both give, and what is added. */
  blends: Record<GrownHead, Blend>
  /** Added to the other answers, so that zero parts them where both sides are right equally often. */
  shifts: { fix: number; feature: number; notable: number }
  trusted: Trusted
}

export interface Model {
  vocabulary: Vocabulary
  network: Network
  forests: Record<GrownHead, Forest>
  /** What an account's own merges around a change tell of it. */
  alike: Forest
  settings: Settings
  /** The version of the type guesser that it was fitted with. */
  typeGuesser: string
}

/** What the model makes of a pull request. */
export interface Opinion {
  reading: Reading
  /** In log-odds. */
  answers: Answers
  /** As the network was given it. */
  encoded: Encoded
  /** What each part adds to `answers.visible`. A number's share has those of its steps in it. */
  shares: Shares & { backdrop: number }
}

/** Network and trees before anything is fitted above them. */
export type Bare = Omit<Model, 'settings' | 'alike' | 'typeGuesser'>

/** The network's answers, and those of the trees. */
export interface RawOpinion {
  answers: Answers
  grown: Record<GrownHead, number>
}

interface Looker {
  lexicon: Lexicon
  /** The shares are those of network and trees by themselves; the trees' are written over by the next look. */
  look(
    reading: Reading,
    against: Float32Array,
  ): RawOpinion & { encoded: Encoded; shares: Shares; treeShares: Float64Array }
}

/** Readings know the names in `beside` too, which nothing is judged by, and tell steps as `stepsRead` says. */
export function createLooker(
  { vocabulary, network, forests }: Bare,
  beside: readonly string[] = [],
  stepsRead: StepsRead = 'each',
): Looker {
  const { lexicon, encode } = createEncoder(vocabulary, beside)
  const ids = lexicon.names.length
  const ready = stepsRead === 'last' ? folded(network, vocabulary, ids) : new ReadyNetwork(network, ids)
  const range = factRange(vocabulary.tokens)
  const trees = new ReadyTrees([forests.fix, forests.visible], featureCount(vocabulary.numbers.length, range))
  return {
    lexicon,
    look(reading, against) {
      const encoded = encode(reading)
      const { answers, shares } = ready.explained(encoded)
      const [visible = 0, fix = 0, feature = 0, notable = 0] = answers
      featuresOf(encoded, range, against, trees.features)
      const grown = { fix: trees.grow(0), visible: trees.grow(1) }
      return {
        encoded,
        answers: { visible, fix, feature, notable },
        grown,
        shares,
        treeShares: trees.shares,
      }
    },
  }
}

/** Judges pull requests with the facts about them, in two steps: whoever has many does the first for all of them before the second. */
export interface Judge {
  read: Reader
  /** Of a reading that `read` gave: readings of others tell steps in another way. */
  weigh(reading: Reading, against: Float32Array): Opinion
}

export function createJudge(model: Model): Judge {
  const guesser = guesserFor(model)
  const { lexicon, look } = createLooker(model, guesser.tokens, 'last')
  const read = createReader(lexicon, guesser, 'last')
  const blend = blender(model)
  const weigh = (reading: Reading, against: Float32Array): Opinion => {
    const { encoded, shares, treeShares, ...raw } = look(reading, against)
    const answers = settled(raw, model.settings)
    return { reading, encoded, answers, shares: blend(encoded, shares, treeShares) }
  }
  return { read, weigh }
}

function guesserFor({ typeGuesser }: Model): TypeGuesser {
  const its = theTypeGuesser()
  if (its.version === typeGuesser) return its
  throw new Error(
    `The weights were fitted with type guesser ${typeGuesser}, and it is ${its.version} now: \`tidings train\` fits them anew.`,
  )
}

/** The answers with the settings applied. */
export function settled(raw: RawOpinion, { blends, shifts }: Settings): Answers {
  const { answers } = raw
  return {
    visible: together(raw, 'visible', blends.visible),
    fix: together(raw, 'fix', blends.fix) + shifts.fix,
    feature: answers.feature + shifts.feature,
    notable: answers.notable + shifts.notable,
  }
}

export const together = ({ answers, grown }: RawOpinion, head: GrownHead, blend: Blend): number =>
  blend.network * answers[head] + blend.trees * grown[head] + blend.offset

/** Adds the trees' shares to the network's, and those of steps to their number's; the backdrop's are one. The network's are used up. */
function blender({ vocabulary, settings: { blends } }: Model) {
  const blend = blends.visible
  const facts = factRange(vocabulary.tokens)
  const stepOf = Int16Array.from(vocabulary.tokens, name =>
    vocabulary.numbers.indexOf(numberOfStep(name) ?? ''),
  )
  return ({ ids, numbers }: Encoded, shares: Shares, trees: Float64Array): Shares & { backdrop: number } => {
    for (let d = 0; d < numbers.length; d++)
      shares.numbers[d] = blend.network * (shares.numbers[d] as number) + blend.trees * (trees[d] as number)
    for (let q = 0; q < ids.length; q++) {
      const id = ids[q] as number
      const isFact = id >= facts.from && id < facts.to
      const ofTrees = isFact ? (trees[numbers.length + id - facts.from] as number) : 0
      const share = blend.network * (shares.tokens[q] as number) + blend.trees * ofTrees
      const step = stepOf[id] ?? -1
      shares.tokens[q] = step < 0 ? share : 0
      if (step >= 0) shares.numbers[step] = (shares.numbers[step] as number) + share
    }
    let backdrop = 0
    for (let at = numbers.length + facts.to - facts.from; at < trees.length; at++)
      backdrop += trees[at] as number
    return { ...shares, backdrop: blend.trees * backdrop }
  }
}
