import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aPull } from '#testing/pulls.ts'
import { factsOf } from './facts/facts.ts'
import { kindOf } from './kind.ts'
import { magnitudeOf } from './magnitude.ts'
import { visibilityOf } from './score.ts'
import type { Signal } from './signals/signal.ts'
import { signalsOf } from './signals/signals.ts'

/** The facts lean to a fix of some size; how likely it is to be noticed is the question. */
const LEAN = { fix: 2, feature: 1, notable: 1 }

function kindAt(score: number, title: string, file = 'src/rooms/store.ts', signals: Signal[] = []) {
  const facts = factsOf(aPull({ title, files: [file] }))
  return kindOf({ title, visibility: visibilityOf(score), score, signals, facts, lean: LEAN })
}

test('tidying that nobody would notice is maintenance', () => {
  assert.equal(kindAt(0.1, 'Refactor the room store'), 'maintenance')
  assert.equal(kindAt(0.4, 'Refactor the room store'), 'maintenance')
})

test('what seems to tidy and may be noticed is named for what it brings, never a fix', () => {
  assert.equal(kindAt(0.4, 'Polish the format of dates'), 'improvement')
  assert.equal(kindAt(0.15, 'Polish the format of dates'), 'maintenance')
})

test('a fix that nobody would notice is still a fix', () => {
  assert.equal(kindAt(0.3, 'Fix the order of rooms'), 'fix')
  assert.equal(kindAt(0.05, 'Fix the order of jobs', '.github/workflows/build.yml'), 'maintenance')
})

test('what its author calls a fix is one, unless it mends tests or automation', () => {
  const named = (title: string) => kindAt(0.4, title, 'src/rooms/store.ts', signalsOf(aPull({ title })))
  assert.equal(named('fix: code of rooms is shown twice'), 'fix')
  assert.equal(named('fix: move the list below the map'), 'fix')
  assert.equal(named('fix: tests of rooms'), 'maintenance')
  assert.equal(kindAt(0.4, 'Move the list below the map'), 'maintenance')
})

test('another version of what the product is built with is maintenance, unless it may well be noticed', () => {
  assert.equal(kindAt(0.3, 'Update the HTTP library to v0.21.0', 'go.mod'), 'maintenance')
  assert.equal(kindAt(0.45, 'Update vulnerable dependencies', 'go.mod'), 'maintenance')
  assert.notEqual(kindAt(0.45, 'Update the HTTP library to v0.21.0', 'go.mod'), 'maintenance')
  assert.notEqual(kindAt(0.3, 'Update Czech translation', 'po/cs.po'), 'maintenance')
})

test('what customers never had is not taken away from them', () => {
  assert.equal(kindAt(0.9, 'Remove support for Node 18'), 'removal')
  assert.notEqual(kindAt(0.3, 'Remove support for Node 18'), 'removal')
})

test('maintenance is a patch, unless customers may after all notice it', () => {
  const size = (score: number) =>
    magnitudeOf({ title: 'Rebuild the store' }, { kind: 'maintenance', score }, [], [], LEAN)
  assert.equal(size(0.1), 'patch')
  assert.equal(size(0.4), 'minor')
})

test('work that no longer grows with the square of something is performance', () => {
  assert.equal(kindAt(0.9, 'Avoid quadratic scans of rooms'), 'performance')
  assert.equal(kindAt(0.9, 'Sort rooms without O(n²) comparisons'), 'performance')
})
