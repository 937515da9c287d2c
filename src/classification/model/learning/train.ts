import { eachInSteps, type Steps } from '#kit/steps.ts'
import { factsOf } from '../../facts/facts.ts'
import { signalsOf } from '../../signals/signals.ts'
import { growAlike, type TeamDecision } from '../../team/other-teams.ts'
import type { Vocabulary } from '../encoder.ts'
import { type Bare, createLooker, type Model, type Settings, settled } from '../model.ts'
import { joined, type Network } from '../network.ts'
import { factRange } from '../trees.ts'
import { theTypeGuesser } from '../type-guesser.ts'
import { besideModel, withAdded } from '../view.ts'
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
  const unseen = yield* judgedInGroups(telling, (done, all) => progress(done, all + 2))
  const bare = yield* fitTelling(telling)
  const settings = fitSettings(unseen)
  progress(GROUPS + 1, GROUPS + 2)
  const alike = yield* growAlike(yield* teamsOf(unseen, settings))
  progress(GROUPS + 2, GROUPS + 2)
  return { ...bare, alike, settings, typeGuesser: theTypeGuesser().version }
}

/** Each repository's decisions, as the model layer judges them with the settings, and as fits judge them that had not seen them. */
function* teamsOf(unseen: readonly Unseen[], settings: Settings): Steps<TeamDecision[][]> {
  const typed = unseen.filter(one => one.typed)
  const teams: TeamDecision[][] = []
  for (const own of Map.groupBy(typed, ({ repo }) => repo).values()) {
    const decisions = yield* eachInSteps(own, ({ labelled: { pull }, targets, ...raw }) => {
      const facts = factsOf(pull)
      const beside = besideModel(signalsOf(pull), facts)
      const logOdds = withAdded(settled(raw, settings).visible, beside)
      return targets.visible === null ? [] : [{ pull, facts, logOdds, target: targets.visible }]
    })
    teams.push(decisions.flat())
  }
  return teams
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
    readings.map((reading, at) => {
      const { answers, grown } = look(reading)
      return { repo: labelled.pull.repo, labelled, typed: at === 0, targets, answers, grown }
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
