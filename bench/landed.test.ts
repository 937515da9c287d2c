import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fallen } from './landed.ts'
import { comparedRow, plainRow } from './row.ts'

const row = (name: string, ratio: number, target: { most: number } | { least: number }) =>
  comparedRow(name, { value: ratio * 10, reference: 10, ratio }, target)

test('a figure that got worse by a fifth since it landed is named, in the direction of its target', () => {
  const before = { feed: 1, inserts: 0.5, idle: 100, start: 40 }
  const rows = [
    row('feed', 1.2, { most: 1.1 }),
    row('inserts', 0.4, { least: 0.5 }),
    plainRow('idle', 119, { most: 150 }),
    row('start', 20, { most: 100 }),
    row('new', 9, { most: 1 }),
  ]
  assert.deepEqual(fallen(rows, before), [
    'Worse than landed: feed: 1 → 1.2',
    'Worse than landed: inserts: 0.5 → 0.4',
  ])
})
