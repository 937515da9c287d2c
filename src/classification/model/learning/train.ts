import { eachInSteps, type Steps } from '#kit/steps.ts'
import type { Vocabulary } from '../encoder.ts'
import { type Bare, createLooker, type Model } from '../model.ts'
import { joined, type Network } from '../network.ts'
import { factRange } from '../trees.ts'
import { theTypeGuesser } from '../type-guesser.ts'
import { growForest } from './boosting.ts'
import { examplesOf, isTelling, type Lesson, vocabularyOf } from './dataset.ts'
import { fitNetwork, OF_NOTICE } from './learner.ts'
import { fitSettings, type Unseen } from './settings.ts'

/** Networks that the model is the mean of; one is enough to fit the settings. */
const NETWORKS = 2
const GROUPS = 5

/** Told of every part that is done. */
export type Progress = (done: number, all: number) => void

/** Fits the model; the same lessons in the same order give the same weights. */
export function* trainModel(lessons: readonly Lesson[], progress: Progress = () => {}): Steps<Model> {
  const telling = lessons.filter(isTelling)
  const unseen = yield* judgedInGroups(telling, (done, all) => progress(done, all + 1))
  const model = {
    ...(yield* fitTelling(telling)),
    settings: fitSettings(unseen),
    typeGuesser: theTypeGuesser().version,
  }
  progress(GROUPS + 1, GROUPS + 1)
  return model
}

/** Network and trees on all that is told, without settings. */
export const fitTelling = (lessons: readonly Lesson[]): Steps<Bare> =>
  fit(lessons.filter(isTelling), NETWORKS)

/** Every lesson as judged by a fit that had not seen its repository: what settings are fitted on. */
export function* judgedInGroups(lessons: readonly Lesson[], progress: Progress): Steps<Unseen[]> {
  const telling = lessons.filter(isTelling)
  const groups = dealt(telling)
  const unseen: Unseen[][] = []
  for (const held of groups) {
    unseen.push(yield* judgedUnseen(held, telling))
    progress(unseen.length, groups.length)
  }
  return unseen.flat()
}

/** The rows in groups of whole repositories, the largest dealt out first. */
function dealt(lessons: readonly Lesson[]): Lesson[][] {
  const repositories = [...Map.groupBy(lessons, ({ labelled }) => labelled.pull.repo)]
  repositories.sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1))
  const groups: Lesson[][] = Array.from({ length: Math.min(GROUPS, repositories.length) }, () => [])
  for (const [at, [, rows]] of repositories.entries()) groups[at % groups.length]?.push(...rows)
  return groups
}

/** Rows as judged, with and without their types, by a fit to the other repositories. */
function* judgedUnseen(held: readonly Lesson[], all: readonly Lesson[]): Steps<Unseen[]> {
  const repositories = new Set(held.map(({ labelled }) => labelled.pull.repo))
  const { look } = createLooker(
    yield* fit(
      all.filter(({ labelled }) => !repositories.has(labelled.pull.repo)),
      1,
    ),
  )
  const judged = yield* eachInSteps(held, ({ labelled, readings, targets }) =>
    readings.map(reading => {
      const { answers, grown } = look(reading)
      return { repo: labelled.pull.repo, targets, answers, grown }
    }),
  )
  return judged.flat()
}

function* fit(lessons: readonly Lesson[], networks: number): Steps<Bare> {
  const vocabulary: Vocabulary = vocabularyOf(lessons)
  yield
  const examples = yield* examplesOf(lessons, vocabulary)
  const { tokens, numbers } = vocabulary
  const range = factRange(tokens)
  const fitted: Network[] = []
  for (let seed = 1; seed <= networks; seed++)
    fitted.push(
      yield* fitNetwork(OF_NOTICE, examples, { tokens: tokens.length, numbers: numbers.length }, seed),
    )
  return {
    vocabulary,
    network: joined(fitted),
    forests: {
      visible: yield* growForest(examples, range, 'visible', 1),
      fix: yield* growForest(examples, range, 'fix', 1),
    },
  }
}
