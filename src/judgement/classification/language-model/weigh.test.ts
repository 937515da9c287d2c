import assert from 'node:assert/strict'
import { test } from 'node:test'
import { theModel } from '#judgement/classification/model/weights-file.ts'
import { type Classification, CONFIDENCES, MAGNITUDES, VISIBILITIES } from '../classification.ts'
import { confidenceOf, visibilityOf } from '../score.ts'
import type { Advice } from './advice.ts'
import { weigh } from './weigh.ts'

const ADVICE: Advice = {
  grounds: ['title'],
  visibility: 'user-facing',
  kind: 'feature',
  magnitude: 'major',
  confidence: 'high',
}
const NO_TRUST = { right: 0, decided: 0 }

const baseAt = (score: number): Classification => ({
  visibility: visibilityOf(score),
  kind: 'fix',
  magnitude: 'patch',
  confidence: confidenceOf(score, theModel().thresholds),
  score,
  reason: '',
  evidence: [],
  layer: 'model',
  version: '1',
})

const SCORES = Array.from({ length: 99 }, (_, at) => (at + 1) / 100)
const rank = ({ confidence }: Pick<Classification, 'confidence'>) => CONFIDENCES.indexOf(confidence)

test('a model reverses only low-confidence decisions, and lowers others by at most one level', () => {
  for (const base of SCORES.map(baseAt)) {
    for (const visibility of VISIBILITIES) {
      const swayed = weigh(base, { ...ADVICE, visibility }, NO_TRUST, 'm')
      if (base.confidence !== 'low') assert.equal(swayed.visibility, base.visibility, String(base.score))
      if (swayed.visibility === base.visibility) assert.ok(rank(base) - rank(swayed) <= 1, String(base.score))
    }
  }
})

test('a model never raises a confidence to high', () => {
  for (const base of SCORES.map(baseAt)) {
    const swayed = weigh(base, ADVICE, NO_TRUST, 'm')
    if (base.confidence !== 'high') assert.notEqual(swayed.confidence, 'high')
  }
})

test('a magnitude moves by one step at most', () => {
  for (const [from, to, expected] of [
    ['patch', 'major', 'minor'],
    ['minor', 'major', 'major'],
    ['major', 'patch', 'minor'],
    ['minor', 'minor', 'minor'],
  ] as const) {
    const swayed = weigh({ ...baseAt(0.6), magnitude: from }, { ...ADVICE, magnitude: to }, NO_TRUST, 'm')
    assert.equal(swayed.magnitude, expected)
    assert.ok(MAGNITUDES.includes(swayed.magnitude))
  }
})

test('a decision by people is not changed', () => {
  for (const layer of ['explicit', 'person'] as const) {
    const base = { ...baseAt(0.6), layer }
    assert.equal(weigh(base, { ...ADVICE, visibility: 'internal' }, NO_TRUST, 'm'), base)
  }
})

test('the kind of the model is used only with its decision', () => {
  assert.equal(
    weigh(baseAt(0.9), { ...ADVICE, visibility: 'internal', kind: 'maintenance' }, NO_TRUST, 'm').kind,
    'fix',
  )
  assert.equal(weigh(baseAt(0.9), ADVICE, NO_TRUST, 'm').kind, 'feature')
})
