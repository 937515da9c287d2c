import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClassifier } from '#judgement/classification/classifier.ts'
import { RepositoryContexts } from '#judgement/classification/contexts.ts'
import { areaUnderCurve } from '#judgement/classification/evaluate/measures.ts'
import type { Model } from '#judgement/classification/model/model.ts'
import { packModel, unpackModel } from '#judgement/classification/model/weights-file.ts'
import { atOnce } from '#judgement/steps.ts'
import { aLabelled } from '#testing/labelled.ts'
import { aPull } from '#testing/pulls.ts'
import { randomOf } from '../random.ts'
import { examplesOf } from './examples.ts'
import type { Labelled } from './labelled.ts'
import { trainModel } from './train.ts'

const GROWN = ['harvest', 'orchard', 'basket', 'market']
const HIDDEN = ['compost', 'trellis', 'ledger', 'shed']

/** Pull requests of four made-up repositories: changes to what grows are announced, changes in the shed are not. */
function rowsOf(seed: number, labelOf = (facing: boolean, _: () => number) => facing): Labelled[] {
  const random = randomOf(seed)
  const pick = (words: string[]) => words[Math.floor(random() * words.length)] ?? ''
  return Array.from({ length: 480 }, (_, at) => {
    const facing = random() < 0.5
    const title = `${pick(['Change', 'Mend', 'Add'])} ${pick(facing ? GROWN : HIDDEN)} ${pick(['rows', 'signs', 'gates'])}`
    const files = [`src/${pick(['a', 'b'])}.ts`]
    const pull = aPull({ repo: `acme/garden-${at % 4}`, number: at + 1, title, files })
    return aLabelled(pull, { visibility: labelOf(facing, random) ? 'user-facing' : 'internal' })
  })
}

const predictionsBy = (model: Model) => {
  const { assess } = createClassifier(() => model, 'trial')
  return (pull: Labelled['pull']) => assess(pull, new RepositoryContexts()).predictions
}

function auc(model: Model, rows: readonly Labelled[]): number {
  const predict = predictionsBy(model)
  const trials = rows.map(({ pull, labels }) => ({
    expected: labels.visibility ?? ('internal' as const),
    found: { score: predict(pull).visible, visibility: 'internal' as const, confidence: 'low' as const },
  }))
  return areaUnderCurve(trials) ?? 0
}

const trained = (rows: readonly Labelled[]) => atOnce(trainModel(atOnce(examplesOf(rows))))
const model = trained(rowsOf(1))
const unseen = rowsOf(2)

test('the model learns which words are announced', () => {
  assert.ok(auc(model, unseen) > 0.95)
})

test('random labels teach nothing', () => {
  const chance = trained(rowsOf(1, (_, random) => random() < 0.5))
  assert.ok(Math.abs(auc(chance, unseen) - 0.5) < 0.2)
})

test('the same input gives the same weights, byte for byte', () => {
  assert.ok(packModel(model).equals(packModel(trained(rowsOf(1)))))
})

test('weights are read back as they were written', () => {
  const packed = packModel(model)
  const read = unpackModel(packed)
  assert.ok(packModel(read).equals(packed))
  const [{ pull } = { pull: aPull() }] = unseen
  assert.deepEqual(predictionsBy(read)(pull), predictionsBy(model)(pull))
})

test('a file that does not hold weights is refused', () => {
  assert.throws(() => unpackModel(Buffer.from('{"not":"weights"}')), /no file of weights/)
})

test('repository names and numbers are not learnt', () => {
  assert.deepEqual(
    model.vocabulary.words.filter(name => /garden|acme/.test(name)),
    [],
  )
  const here = aPull({ title: 'Change orchard rows' })
  const there = { ...here, repo: 'other/place', number: 77, author: 'bea', mergedAt: 5, url: null }
  const predict = predictionsBy(model)
  assert.deepEqual(predict(here), predict(there))
})
