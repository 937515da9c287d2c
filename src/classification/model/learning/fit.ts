import type { Steps } from '#kit/steps.ts'
import type { Vocabulary } from '../encoder.ts'
import type { Bare } from '../model.ts'
import { joined, type Network } from '../network.ts'
import { factRange } from '../trees.ts'
import { growForest } from './boosting.ts'
import { examplesOf, type Lesson, vocabularyOf } from './dataset.ts'
import { fitNetwork, OF_NOTICE } from './learner.ts'
import type { Stood } from './standing.ts'

/** Networks, joined in one, and what they know words and numbers by. */
export interface Networks {
  vocabulary: Vocabulary
  network: Network
}

export function* fitNetworks(lessons: readonly Lesson[], count: number): Steps<Networks> {
  const vocabulary = vocabularyOf(lessons)
  yield
  const examples = yield* examplesOf(lessons, vocabulary)
  const size = { tokens: vocabulary.tokens.length, numbers: vocabulary.numbers.length }
  const fitted: Network[] = []
  for (let seed = 1; seed <= count; seed++) fitted.push(yield* fitNetwork(OF_NOTICE, examples, size, seed))
  return { vocabulary, network: joined(fitted) }
}

/** Grows trees on the same lessons, which see what lessons stood against; that says nothing of whether a change is a fix. */
export function* grownBeside(networks: Networks, lessons: readonly Lesson[], stood: Stood): Steps<Bare> {
  const examples = yield* examplesOf(lessons, networks.vocabulary)
  const standing = examples.map((example, at) => ({ ...example, against: stood(lessons[at] as Lesson) }))
  const range = factRange(networks.vocabulary.tokens)
  return {
    ...networks,
    forests: {
      visible: yield* growForest(standing, range, 'visible', 1),
      fix: yield* growForest(examples, range, 'fix', 1),
    },
  }
}
