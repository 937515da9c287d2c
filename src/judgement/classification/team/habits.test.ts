import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createProductClassifier } from '#app/judging.ts'
import { atOnce } from '#judgement/steps.ts'
import { dice } from '#testing/dice.ts'
import { aPull, type PullSketch } from '#testing/pulls.ts'
import type { Visibility } from '../classification.ts'
import { RepositoryContexts } from '../contexts.ts'
import { learnAccount } from './account.ts'
import type { OwnExample } from './examples.ts'
import type { Habits } from './habits.ts'

const classifier = await createProductClassifier()

const taught = (examples: readonly OwnExample[]) => atOnce(learnAccount(examples, [], classifier)).habits

/** With habits alone. */
const by = (habits: Habits | null) => ({ habits, contexts: new RepositoryContexts() })

const example = (visibility: Visibility, sketch: PullSketch): OwnExample => ({
  pull: aPull(sketch),
  record: null,
  answer: { visibility, kind: null, magnitude: null },
  source: 'history',
})

const NEWS = [
  'Add export of invoices',
  'Fix crash when a chart is empty',
  'Show totals in the list',
  'Allow longer names',
]
const CHORES = ['Refactor the cache', 'Bump typescript', 'Add tests for the parser', 'Tidy up the build']
const LABS = ['Add a sandbox', 'Allow several sandboxes', 'Show sandbox state', 'Fix the sandbox timer']

/** A team as others are, but for its labs folder, of which it never tells. */
function decisionsOf(rounds: number): OwnExample[] {
  return Array.from({ length: rounds }, (_, round) => {
    const at = (titles: readonly string[]) => titles[round % titles.length] ?? ''
    return [
      example('user-facing', { title: at(NEWS), files: [`src/app/page${round}.ts`], mergedAt: round }),
      example('internal', { title: at(CHORES), files: [`test/case${round}.ts`], mergedAt: round }),
      example('internal', { title: at(LABS), files: [`src/labs/idea${round}.ts`], mergedAt: round }),
    ]
  }).flat()
}

const LAB = aPull({ title: 'Show drag and drop in the sandbox', files: ['src/labs/drag.ts'] })

test('changes of a type that a team never announces are internal, and the evidence names the habit', () => {
  const habits = taught(decisionsOf(20))
  const usual = classifier.classify(LAB)
  const here = classifier.classify(LAB, by(habits))
  assert.deepEqual([usual.visibility, here.visibility], ['user-facing', 'internal'])
  const told = here.evidence.filter(({ source }) => source === 'team').map(({ detail }) => detail)
  assert.ok(told.includes('the team announced 0 of 20 changes in src/labs'), told.join('; '))
  assert.equal(here.version, `${usual.version}+team-${habits?.version}`)
  assert.match(here.version, /\+team-[0-9a-f]{12}$/)
})

test('the announced share comes from the record of all merges, or else is estimated', () => {
  const recorded = taught(decisionsOf(20))
  // One of three was announced.
  assert.ok((recorded?.prior(1, LAB) ?? 1) < 0, `${recorded?.prior(1, LAB)}`)
  const picked = taught(decisionsOf(20).map(one => ({ ...one, source: 'override' as const })))
  assert.equal(picked?.prior(1, LAB), 1)
})

test('changes that the team treats as usual keep their decision', () => {
  const habits = taught(decisionsOf(20))
  const news = aPull({ title: 'Add export of receipts as CSV', files: ['src/app/receipts.ts'] })
  assert.equal(classifier.classify(news, by(habits)).visibility, 'user-facing')
})

test('a few decisions, or identical ones, teach nothing', () => {
  assert.equal(taught(decisionsOf(2)), null)
  const alike = decisionsOf(20).filter(({ answer }) => answer.visibility === 'internal')
  assert.equal(taught(alike), null)
  assert.equal(taught([]), null)
})

test('decisions unrelated to the changes teach nothing', () => {
  const examples = decisionsOf(30)
  const chance = dice(3)
  const answers = examples
    .map(({ answer }) => ({ answer, place: chance.roll(2 ** 32) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ answer }) => answer)
  const shuffled = examples.map((one, at) => ({
    ...one,
    answer: answers[at] ?? one.answer,
  }))
  const habits = taught(shuffled)
  for (const { pull } of examples) {
    const moved = classifier.classify(pull, by(habits)).score - classifier.classify(pull).score
    assert.ok(Math.abs(moved) < 0.05, `${pull.title} moved by ${moved}`)
  }
})

test('the same decisions give the same weights, and different ones different weights', () => {
  const version = (rounds: number) => taught(decisionsOf(rounds))?.version
  assert.equal(version(20), version(20))
  assert.notEqual(version(20), version(21))
})

test('a team that calls its fixes improvements gets that kind', () => {
  const kinds: OwnExample[] = decisionsOf(80).map(one => ({
    ...one,
    answer: {
      ...one.answer,
      kind: one.pull.title.startsWith('Add') ? 'feature' : 'fix',
    },
  }))
  const habits = taught(kinds)
  const pull = aPull({ title: 'Allow longer titles', files: ['src/app/titles.ts'] })
  assert.ok(habits)
  const { features, predictions } = classifier.assess(pull, new RepositoryContexts())
  assert.ok((habits.adjust(pull, features, predictions)?.predictions.fix ?? 0) > predictions.fix)
})

test('a team that announces everything can still teach what it calls a fix', () => {
  const named = (title: string, kind: 'fix' | 'feature', round: number): OwnExample => ({
    pull: aPull({ title, files: [`src/${kind}/page${round}.ts`], mergedAt: round }),
    record: null,
    answer: { visibility: 'user-facing', kind, magnitude: null },
    source: 'override',
  })
  const examples = Array.from({ length: 40 }, (_, round) => [
    named('Rework the drawer', 'fix', round),
    named('Rework the board', 'feature', round),
  ]).flat()
  const habits = taught(examples)
  const fixIn = (folder: string) => {
    const pull = aPull({ title: 'Rework the shelf', files: [`src/${folder}/shelf.ts`] })
    const { features, predictions } = classifier.assess(pull, new RepositoryContexts())
    return habits?.adjust(pull, features, predictions)?.predictions.fix ?? 0
  }
  assert.ok(fixIn('fix') > fixIn('feature'))
})
