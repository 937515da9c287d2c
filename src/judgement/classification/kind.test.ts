import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aPull } from '#testing/pulls.ts'
import { magnitudeOf } from './classifier.ts'
import { featuresOf } from './features/features.ts'
import { kindOf } from './kind.ts'
import type { Signal } from './record/signal.ts'
import { signalsOf } from './record/signals.ts'
import { visibilityOf } from './score.ts'

/** The model takes it for a fix; how likely it is to be noticed is the question. */
const PREDICTIONS = { visible: 0, fix: 2, feature: 1, notable: 1 }

function kindAt(score: number, title: string, file = 'src/rooms/store.ts', signals: Signal[] = []) {
  const { facts } = featuresOf(aPull({ title, files: [file] }))
  return kindOf({
    title,
    body: '',
    visibility: visibilityOf(score),
    score,
    signals,
    facts,
    predictions: PREDICTIONS,
    isPlain: false,
  })
}

test('an internal cleanup is maintenance', () => {
  assert.equal(kindAt(0.1, 'Refactor the room store'), 'maintenance')
})

test('an internal fix is still a fix', () => {
  assert.equal(kindAt(0.3, 'Fix the order of rooms'), 'fix')
  assert.equal(kindAt(0.05, 'Fix the order of jobs', '.github/workflows/build.yml'), 'maintenance')
})

test('a change that its author calls a fix is one, unless it fixes tests or automation', () => {
  const named = (title: string) => kindAt(0.4, title, 'src/rooms/store.ts', signalsOf(aPull({ title })))
  assert.equal(named('fix: code of rooms is shown twice'), 'fix')
  assert.equal(named('fix: move the list below the map'), 'fix')
  assert.equal(named('fix: tests of rooms'), 'maintenance')
  assert.equal(kindAt(0.1, 'Move the list below the map'), 'maintenance')
})

test('updating build dependencies is maintenance', () => {
  assert.equal(kindAt(0.45, 'Update vulnerable dependencies', 'go.mod'), 'maintenance')
})

test('removing something that customers never had is not a removal', () => {
  assert.equal(kindAt(0.9, 'Remove support for Node 18'), 'removal')
  assert.notEqual(kindAt(0.3, 'Remove support for Node 18'), 'removal')
})

test('maintenance is a patch unless customers may notice it', () => {
  const input = { title: 'Rebuild the store', signals: [], facts: [], predictions: PREDICTIONS }
  assert.equal(magnitudeOf({ ...input, score: 0.1 }, 'maintenance'), 'patch')
  assert.equal(magnitudeOf({ ...input, score: 0.4 }, 'maintenance'), 'minor')
})
