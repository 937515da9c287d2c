import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Confidence, Visibility } from './classification.ts'
import { reasonOf, withSide } from './reason.ts'

const decided = (visibility: Visibility, confidence: Confidence) => ({
  visibility,
  confidence,
  kind: 'fix' as const,
})

const ci = withSide({ source: 'path', detail: 'only CI workflows and tests changed', weight: -2 })
const flaky = withSide({ source: 'title', detail: 'it is about tests (“flaky”)', weight: -1.4 })
const title = withSide({ source: 'title', detail: 'the title is marked “fix”', weight: 1 })
const issue = withSide({ source: 'body', detail: 'it closes an issue', weight: 1.3 })
const size = { source: 'size', detail: '12 lines changed', weight: 0.9 }
const changeset = {
  ...withSide({ source: 'changeset', detail: 'the team wrote a changeset with a minor bump', weight: 4 }),
  binding: true,
}

test('the reason names the strongest evidence', () => {
  assert.equal(reasonOf([ci], decided('internal', 'high')), 'Only CI workflows and tests changed.')
})

test('a second reason from another source is added', () => {
  assert.equal(
    reasonOf([ci, flaky], decided('internal', 'high')),
    'Only CI workflows and tests changed and it is about tests (“flaky”).',
  )
})

test('the changed part of the product is named with the kind of change', () => {
  const screens = withSide({ source: 'path', detail: 'only the user interface changed', weight: 1 })
  assert.equal(
    reasonOf([screens], decided('user-facing', 'low')),
    'It reads as a fix and only the user interface changed.',
  )
})

test('an unsure decision names the evidence against it', () => {
  assert.equal(
    reasonOf([issue, { ...flaky, weight: -1 }], decided('user-facing', 'low')),
    'Although it is about tests (“flaky”), it reads as a fix and closes an issue.',
  )
})

test('a team’s own decision is named as such', () => {
  assert.equal(
    reasonOf([changeset, title], decided('user-facing', 'high')),
    'The team wrote a changeset with a minor bump.',
  )
})

test('a team’s own decision that was not followed is always named', () => {
  assert.equal(
    reasonOf([ci, { ...changeset, weight: 1 }], decided('internal', 'medium')),
    'Although the team wrote a changeset with a minor bump, only CI workflows and tests changed.',
  )
})

test('size is never the reason, however much it weighs', () => {
  assert.match(
    reasonOf([size, { ...title, weight: 0.5 }], decided('user-facing', 'low')),
    /^The title is marked/,
  )
  assert.doesNotMatch(reasonOf([size], decided('user-facing', 'low')), /lines/)
})

test('evidence that seems to contradict its own weight is left out', () => {
  const odd = { ...title, weight: -1 }
  assert.equal(
    reasonOf([odd, { ...ci, weight: -0.5 }], decided('internal', 'high')),
    'Only CI workflows and tests changed.',
  )
})

test('a decision without evidence says so', () => {
  assert.equal(
    reasonOf([], decided('user-facing', 'low')),
    'It reads as a fix and nothing marks it as work behind the scenes.',
  )
  assert.equal(
    reasonOf([title], decided('internal', 'low')),
    'Although the title is marked “fix”, little else in it speaks of what customers see.',
  )
})

test('maintenance is named as such, and evidence against a more confident decision is not denied', () => {
  assert.equal(
    reasonOf([], { visibility: 'internal', confidence: 'medium', kind: 'maintenance' }),
    'It reads as maintenance and little in it speaks of what customers see.',
  )
  assert.equal(
    reasonOf([flaky], decided('user-facing', 'medium')),
    'It reads as a fix and little marks it as work behind the scenes.',
  )
})
