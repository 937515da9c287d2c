import { hash } from 'node:crypto'
import { eachInSteps, type Steps } from '#judgement/steps.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import type { Classifier, Known } from '../classifier.ts'
import { RepositoryContexts, repositoryOf } from '../contexts.ts'
import type { Verdict } from '../score.ts'
import type { ExampleSource, OwnExample, OwnMerge } from './examples.ts'
import { type AssessedExample, type Habits, learnHabits } from './habits.ts'

/** Of an account's examples the newest are read: habits change, and reading them all would take long. */
export const EXAMPLES_READ = 1_500

/**
 * What an account's merges tell of its further ones: examples, oldest first, and those of which nobody decided. Each is assessed in the
 * context of the earlier ones. The same merges give the same.
 */
export function* learnAccount(
  examples: readonly OwnExample[],
  undecided: readonly OwnMerge[],
  { assess }: Pick<Classifier, 'assess'>,
): Steps<Known> {
  const merges: (OwnMerge & Partial<OwnExample>)[] = [
    ...examples.slice(-EXAMPLES_READ),
    ...undecided.slice(-EXAMPLES_READ),
  ]
  const contexts = new RepositoryContexts()
  const assessed: AssessedExample[] = []
  const inOrder = merges.toSorted((a, b) => byMerge(a.pull, b.pull))
  yield* eachInSteps(inOrder, ({ pull, record, answer, source }) => {
    const { features, predictions, verdict } = assess(pull, contexts, record)
    if (!answer || !source) return
    assessed.push({ example: { pull, record, answer, source }, features, predictions })
    const by = isRecord(source) ? 'record' : 'person'
    if (isFair(source, verdict)) contexts.addOutcome(pull, verdict, answer.visibility, by)
  })
  return { habits: yield* learnRepositories(assessed), contexts }
}

/** Orders merges by time; those of the same second by name, so that it does not matter where they come from. */
const byMerge = (a: MergedPull, b: MergedPull): number =>
  a.mergedAt - b.mergedAt || (nameOf(a) < nameOf(b) ? -1 : 1)

const nameOf = (pull: MergedPull): string => `${repositoryOf(pull)} ${pull.number ?? pull.mergeCommit}`

const isRecord = (source: ExampleSource): boolean => source === 'history' || source === 'silence'

/** A record tells of all merges. People decide on each draft, and of what was withheld only on what was wrong. */
const isFair = (source: ExampleSource, { visibility }: Verdict): boolean =>
  isRecord(source) || visibility === 'user-facing'

/**
 * What people decided of any repository counts for all of them; what a repository's own record says stays with it. Null where neither
 * teaches anything.
 */
function* learnRepositories(assessed: readonly AssessedExample[]): Steps<Habits | null> {
  const isByPerson = ({ example: { source } }: AssessedExample) => source === 'override' || source === 'entry'
  const recorded = new Set(
    assessed.filter(one => !isByPerson(one)).map(({ example }) => repositoryOf(example.pull)),
  )
  const ofRepositories = new Map<string, Habits | null>()
  for (const repo of recorded) {
    const own = assessed.filter(one => isByPerson(one) || repositoryOf(one.example.pull) === repo)
    ofRepositories.set(repo, yield* learnHabits(own))
  }
  const ofOthers = yield* learnHabits(assessed.filter(isByPerson))
  const learnt = [...ofRepositories.values(), ofOthers].filter(habits => habits !== null)
  const habitsFor = (pull: MergedPull) => {
    const own = ofRepositories.get(repositoryOf(pull))
    return own === undefined ? ofOthers : own
  }
  if (learnt.length === 0) return null
  return {
    version: versionOf(learnt),
    adjust: (pull, features, predictions) => habitsFor(pull)?.adjust(pull, features, predictions) ?? null,
    prior: (guess, pull) => habitsFor(pull)?.prior(guess, pull) ?? guess,
  }
}

const versionOf = (learnt: readonly Habits[]): string =>
  hash('sha256', learnt.map(({ version }) => version).join(' '), 'hex').slice(0, 12)
