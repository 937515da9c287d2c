import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createProductClassifier } from '#app/judging.ts'
import type { TeamRecord } from '#judgement/classification/record/signal.ts'
import { atOnce } from '#judgement/steps.ts'
import { aPull } from '#testing/pulls.ts'
import { RepositoryContexts } from '../contexts.ts'
import { learnAccount } from './account.ts'
import type { OwnExample } from './examples.ts'

const classifier = await createProductClassifier()

const NOTE: TeamRecord = { announces: true, form: 'changelog' }
const CHORES = [
  { title: 'Run most of CI on Node 26', files: ['.github/workflows/test.yml'] },
  { title: 'Refactor the store of reports', files: ['src/store/reports.ts'] },
]

/** News in every other merge, with an entry in the changelog or as if there were none, and chores between. */
const examplesOf = (rounds: number, note: TeamRecord | null): OwnExample[] =>
  Array.from({ length: rounds }, (_, at): OwnExample[] => {
    const news = { title: `Speed up the list of page ${at}`, files: [`src/app/page${at % 9}.ts`] }
    const chore = CHORES[at % CHORES.length]
    return [
      {
        pull: aPull({ ...news, number: 2 * at + 1, mergedAt: 2 * at }),
        record: note,
        answer: { visibility: 'user-facing', kind: null, magnitude: null },
        source: 'history',
      },
      {
        pull: aPull({ ...chore, number: 2 * at + 2, mergedAt: 2 * at + 1 }),
        record: null,
        answer: { visibility: 'internal', kind: null, magnitude: null },
        source: 'silence',
      },
    ]
  }).flat()

test('notes of announced changes teach nothing about changes without notes', () => {
  const chore = aPull({ ...CHORES[0], number: 1_000, mergedAt: 1_000 })
  const pushOf = (note: TeamRecord | null): number => {
    const { habits } = atOnce(learnAccount(examplesOf(120, note), [], classifier))
    const { features, predictions } = classifier.assess(chore, new RepositoryContexts())
    return (habits?.adjust(chore, features, predictions)?.predictions.visible ?? 0) - predictions.visible
  }
  assert.ok(pushOf(null) < -0.5, String(pushOf(null)))
  assert.ok(Math.abs(pushOf(NOTE) - pushOf(null)) < 0.1, `${pushOf(NOTE)} ${pushOf(null)}`)
})

test('a replay of the past does not use later habits', () => {
  const noted = examplesOf(120, NOTE).map(one => ({
    ...one,
    pull: { ...one.pull, mergedAt: one.pull.mergedAt + 500 },
  }))
  const known = atOnce(learnAccount(noted, [], classifier))
  const lacks = (mergedAt: number): boolean => {
    const pull = aPull({
      title: 'Allow longer names',
      files: ['src/app/names.ts'],
      number: 10_000 + mergedAt,
      mergedAt,
    })
    return classifier.classify(pull, known).evidence.some(({ detail }) => detail.startsWith('it lacks'))
  }
  assert.deepEqual([100, 300, 1_000].map(lacks), [false, false, true])
})

test('the announced share of one repository does not affect another', () => {
  const large = examplesOf(120, NOTE).map(one => ({
    ...one,
    pull: { ...one.pull, repo: 'acme/large', title: one.pull.title.replace('Speed up', 'Add dark mode to') },
    answer: { ...one.answer, visibility: 'internal' as const },
  }))
  const news = examplesOf(120, NOTE).map(one => ({ ...one, pull: { ...one.pull, repo: 'acme/large' } }))
  const known = atOnce(learnAccount([...large, ...news], [], classifier))
  assert.ok(known.habits)
  const line = aPull({ title: 'Add dark mode', files: [], number: null })
  const { version: _, ...alone } = classifier.classify(line)
  const { version: __, ...beside } = classifier.classify(line, known)
  assert.deepEqual(beside, alone)
  assert.equal(beside.visibility, 'user-facing')
  const there = aPull({ title: 'Add dark mode', repo: 'acme/large', number: 9_999, mergedAt: 1_000 })
  assert.equal(classifier.classify(there, known).visibility, 'internal')
})

test('decisions in one repository count for the others of the account', () => {
  const decided = examplesOf(60, null).map(one => ({
    ...one,
    source: 'override' as const,
    pull: { ...one.pull, repo: 'acme/large' },
  }))
  const { habits } = atOnce(learnAccount(decided, [], classifier))
  const chore = aPull({ ...CHORES[0] })
  const { features, predictions } = classifier.assess(chore, new RepositoryContexts())
  assert.ok((habits?.adjust(chore, features, predictions)?.predictions.visible ?? 0) < predictions.visible)
})

const OF_CI = { title: 'ci: cache the build', files: ['.github/workflows/test.yml'] }

/** A team that tells its customers even of its CI, by its record or by its people's corrections. */
const announcedChores = (source: OwnExample['source']): OwnExample[] =>
  Array.from({ length: 40 }, (_, at) => ({
    pull: aPull({ ...OF_CI, number: 5_000 + at, mergedAt: 5_000 + at }),
    record: null,
    answer: { visibility: 'user-facing', kind: null, magnitude: null },
    source,
  }))

const CHORE = aPull({ ...OF_CI, number: 6_000, mergedAt: 6_000 })

test('a confidence that the record of a repository disproves is lowered only there', () => {
  const { contexts } = atOnce(learnAccount(announcedChores('history'), [], classifier))
  const here = classifier.classify(CHORE, { habits: null, contexts })
  const elsewhere = classifier.classify({ ...CHORE, repo: 'acme/other' }, { habits: null, contexts })
  assert.deepEqual([elsewhere.visibility, elsewhere.confidence], ['internal', 'high'])
  assert.deepEqual([here.visibility, here.confidence], ['internal', 'low'])
})

test('corrections of withheld changes say nothing about those left alone', () => {
  const { contexts } = atOnce(learnAccount(announcedChores('override'), [], classifier))
  assert.equal(classifier.classify(CHORE, { habits: null, contexts }).confidence, 'high')
})
