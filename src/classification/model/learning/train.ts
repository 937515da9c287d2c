import type { Vocabulary } from '../encoder.ts'
import { type Bare, createLooker, type Model } from '../model.ts'
import { joined } from '../network.ts'
import { factRange } from '../trees.ts'
import { growForest } from './boosting.ts'
import { examplesOf, isTelling, type Lesson, vocabularyOf } from './dataset.ts'
import { fitNetwork } from './learner.ts'
import { fitSettings, type Unseen } from './settings.ts'

/** Networks that the model is the mean of; one is enough to fit the settings. */
const NETWORKS = 2
const GROUPS = 5

/** Told of every part that is done. */
export type Progress = (done: number, all: number) => void

/** Fits the model; the same lessons in the same order give the same weights. */
export function trainModel(lessons: readonly Lesson[], progress: Progress = () => {}): Model {
  const telling = lessons.filter(isTelling)
  const unseen = judgedInGroups(telling, (done, all) => progress(done, all + 1))
  const model = { ...fitTelling(telling), settings: fitSettings(unseen) }
  progress(GROUPS + 1, GROUPS + 1)
  return model
}

/** Network and trees on all that is told, without settings. */
export const fitTelling = (lessons: readonly Lesson[]): Bare => fit(lessons.filter(isTelling), NETWORKS)

/** Every lesson as judged by a fit that had not seen its repository: what settings are fitted on. */
export function judgedInGroups(lessons: readonly Lesson[], progress: Progress): Unseen[] {
  const telling = lessons.filter(isTelling)
  const groups = dealt(telling)
  return groups.flatMap((held, at) => {
    const rows = judgedUnseen(held, telling)
    progress(at + 1, groups.length)
    return rows
  })
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
function judgedUnseen(held: readonly Lesson[], all: readonly Lesson[]): Unseen[] {
  const repositories = new Set(held.map(({ labelled }) => labelled.pull.repo))
  const { look } = createLooker(
    fit(
      all.filter(({ labelled }) => !repositories.has(labelled.pull.repo)),
      1,
    ),
  )
  return held.flatMap(({ labelled, readings, targets }) =>
    readings.map(reading => {
      const { answers, grown } = look(reading)
      return { repo: labelled.pull.repo, targets, answers, grown }
    }),
  )
}

function fit(lessons: readonly Lesson[], networks: number): Bare {
  const vocabulary: Vocabulary = vocabularyOf(lessons)
  const examples = examplesOf(lessons, vocabulary)
  const { tokens, numbers } = vocabulary
  const range = factRange(tokens)
  const seeds = Array.from({ length: networks }, (_, at) => at + 1)
  return {
    vocabulary,
    network: joined(seeds.map(seed => fitNetwork(examples, tokens.length, numbers.length, seed))),
    forests: {
      visible: growForest(examples, range, 'visible', 1),
      fix: growForest(examples, range, 'fix', 1),
    },
  }
}
