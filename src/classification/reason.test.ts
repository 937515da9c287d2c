import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reasonOf } from './reason.ts'

const ci = { source: 'path', detail: 'only CI workflows and tests changed', weight: -2 }
const flaky = { source: 'title', detail: 'the title says “flaky”', weight: -1.4 }
const title = { source: 'title', detail: 'the title is marked “fix”', weight: 1 }
const issue = { source: 'body', detail: 'it closes an issue', weight: 1.3 }
const size = { source: 'size', detail: '12 lines changed', weight: 0.9, aside: true as const }
const changeset = {
  source: 'changeset',
  detail: 'the team wrote a changeset with a minor bump',
  weight: 4,
  binding: true,
}

test('the reason names the weightiest evidence', () => {
  assert.equal(
    reasonOf([ci], 'internal', 'high'),
    'Only CI workflows and tests changed, so customers would not notice.',
  )
})

test('a second ground of another source is told', () => {
  assert.equal(
    reasonOf([ci, flaky], 'internal', 'high'),
    'Only CI workflows and tests changed and the title says “flaky”, so customers would not notice.',
  )
})

test('an unsure decision admits what speaks against it', () => {
  assert.equal(
    reasonOf([issue, { ...flaky, weight: -1 }], 'user-facing', 'low'),
    'Although the title says “flaky”, it closes an issue, so customers might notice.',
  )
})

test('a team’s own decision is told as such', () => {
  assert.equal(
    reasonOf([changeset, title], 'user-facing', 'high'),
    'The team wrote a changeset with a minor bump, so customers are meant to hear of it.',
  )
})

test('size is given as the reason only where there is no other', () => {
  assert.match(reasonOf([size, { ...title, weight: 0.5 }], 'user-facing', 'low'), /^The title is marked/)
  assert.match(reasonOf([size], 'user-facing', 'low'), /^12 lines changed, so/)
})

test('without grounds the reason says so', () => {
  assert.equal(
    reasonOf([], 'user-facing', 'low'),
    'Nothing in it points clearly either way, so customers might notice.',
  )
})
