import { eachInSteps, type Steps } from '#kit/steps.ts'
import type { Cascade } from '../../cascade.ts'
import type { Judged } from '../../evaluate/figures.ts'
import { nothingBefore } from '../../known.ts'
import type { Model } from '../model.ts'
import { noTrees } from '../trees.ts'
import { theTypeGuesser } from '../type-guesser.ts'
import type { Lesson } from './dataset.ts'
import type { Labelled } from './labelled.ts'
import { fitSettings } from './settings.ts'
import { fitTelling, judgedInGroups, type Progress } from './train.ts'

/** One pull request judged twice: with its title as merged, and without the type in front. */
export interface Rounds {
  merged: Judged
  bare: Judged
}

/** Whether what a team wrote for its record is hidden, so that one can tell how others are judged, or shown. */
export type Records = 'hidden' | 'shown'

/** Judges rows either way, each before the backdrop of the earlier ones judged that way. */
export function* judgeBothWays(
  { classify }: Cascade,
  rows: readonly Labelled[],
  records: Records,
): Steps<Rounds[]> {
  const [merged, bare] = [nothingBefore(), nothingBefore()]
  return yield* eachInSteps(rows, labelled => {
    const { bareTitle, record } = labelled
    const pull = records === 'shown' ? { ...labelled.pull, ...record } : labelled.pull
    return {
      merged: { labelled, decision: classify(pull, merged) },
      bare: { labelled, decision: classify({ ...pull, title: bareTitle }, bare) },
    }
  })
}

/**
 * Each repository as judged by network and trees fitted to the others: how the model would do on a repository that it never saw. The
 * settings above them are fitted to the others as well, as fits judge them that had not seen them; those fits are made once for all.
 */
export function* judgeLeftOut(
  lessons: readonly Lesson[],
  cascadeOf: (model: Model) => Cascade,
  records: Records,
  progress: Progress,
): Steps<Rounds[]> {
  const repositories = [...Map.groupBy(lessons, repositoryOf)]
  const { unseen, stood } = yield* judgedInGroups(lessons, () => {})
  const judged: Rounds[][] = []
  for (const [repo, own] of repositories) {
    const others = lessons.filter(lesson => repositoryOf(lesson) !== repo)
    const bare = yield* fitTelling(others, stood)
    const settings = fitSettings(unseen.filter(row => row.repo !== repo))
    const typeGuesser = theTypeGuesser().version
    const cascade = cascadeOf({ ...bare, alike: noTrees(), settings, typeGuesser })
    judged.push(
      yield* judgeBothWays(
        cascade,
        own.map(({ labelled }) => labelled),
        records,
      ),
    )
    progress(judged.length, repositories.length)
  }
  return judged.flat()
}

const repositoryOf = ({ labelled }: Lesson): string => labelled.pull.repo
