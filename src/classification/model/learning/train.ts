import { eachInSteps, type Steps } from '#kit/steps.ts'
import { factsOf } from '../../facts/facts.ts'
import { signalsOf } from '../../signals/signals.ts'
import { growAlike, type TeamDecision } from '../../team/other-teams.ts'
import { type Bare, createLooker, type Model, type Settings, settled } from '../model.ts'
import { theTypeGuesser } from '../type-guesser.ts'
import { besideModel, withAdded } from '../view.ts'
import { isTelling, type Lesson } from './dataset.ts'
import { fitNetworks, grownBeside, type Networks } from './fit.ts'
import { fitSettings, type Unseen } from './settings.ts'
import { leansOf, type Stood, stoodAgainst } from './standing.ts'

/** Networks that the model is the mean of; one is enough to fit the settings. */
const NETWORKS = 2
const GROUPS = 5

/** Told of every part that is done. */
export type Progress = (done: number, all: number) => void

/** Fits the model; the same lessons in the same order give the same weights. */
export function* trainModel(lessons: readonly Lesson[], progress: Progress = () => {}): Steps<Model> {
  const { unseen, stood } = yield* judgedInGroups(lessons, (done, all) => progress(done, all + 2))
  const bare = yield* fitTelling(lessons, stood)
  const settings = fitSettings(unseen)
  progress(2 * GROUPS + 1, 2 * GROUPS + 2)
  const alike = yield* growAlike(yield* teamsOf(unseen, settings))
  progress(2 * GROUPS + 2, 2 * GROUPS + 2)
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

/** Networks and trees on all that is told, without settings. */
export function* fitTelling(lessons: readonly Lesson[], stood: Stood): Steps<Bare> {
  const telling = lessons.filter(isTelling)
  return yield* grownBeside(yield* fitNetworks(telling, NETWORKS), telling, stood)
}

/** Lessons as judged by fits that had not seen their repositories, and how they stood against what was merged before them. */
export interface Blind {
  unseen: Unseen[]
  stood: Stood
}

/** What settings are fitted on. Networks come first: what they make of merges is the backdrop that trees see. */
export function* judgedInGroups(lessons: readonly Lesson[], progress: Progress): Steps<Blind> {
  const groups = dealt(lessons)
  const leans = new Map<Lesson, readonly [number, number]>()
  const begun: { held: Lesson[]; others: Lesson[]; networks: Networks }[] = []
  for (const held of groups) {
    const others = withoutRepositories(lessons.filter(isTelling), held)
    const networks = yield* fitNetworks(others, 1)
    for (const [lesson, lean] of yield* leansOf(held, networks)) leans.set(lesson, lean)
    begun.push({ held, others, networks })
    progress(begun.length, 2 * groups.length)
  }
  const stood = yield* stoodAgainst(lessons, leans)
  const unseen: Unseen[][] = []
  for (const { held, others, networks } of begun) {
    unseen.push(yield* judgedBy(yield* grownBeside(networks, others, stood), held.filter(isTelling), stood))
    progress(groups.length + unseen.length, 2 * groups.length)
  }
  return { unseen: unseen.flat(), stood }
}

/** The rows in groups of whole repositories, the largest dealt out first. */
function dealt(lessons: readonly Lesson[]): Lesson[][] {
  const repositories = [...Map.groupBy(lessons, ({ labelled }) => labelled.pull.repo)]
  repositories.sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1))
  const groups: Lesson[][] = Array.from({ length: Math.min(GROUPS, repositories.length) }, () => [])
  for (const [at, [, rows]] of repositories.entries()) groups[at % groups.length]?.push(...rows)
  return groups
}

function withoutRepositories(lessons: readonly Lesson[], held: readonly Lesson[]): Lesson[] {
  const repositories = new Set(held.map(({ labelled }) => labelled.pull.repo))
  return lessons.filter(({ labelled }) => !repositories.has(labelled.pull.repo))
}

/** Rows as judged with and without their types. */
function* judgedBy(fitted: Bare, held: readonly Lesson[], stood: Stood): Steps<Unseen[]> {
  const { look } = createLooker(fitted)
  const judged = yield* eachInSteps(held, lesson =>
    lesson.readings.map((reading, at) => {
      const { answers, grown } = look(reading, stood(lesson)[at === 0 ? 0 : 1])
      const { labelled, targets } = lesson
      return { repo: labelled.pull.repo, labelled, typed: at === 0, targets, answers, grown }
    }),
  )
  return judged.flat()
}
