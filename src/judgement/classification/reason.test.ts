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

test('the reason names the weightiest evidence', () => {
  assert.equal(reasonOf([ci], decided('internal', 'high')), 'Only CI workflows and tests changed.')
})

test('a second ground of another source is told', () => {
  assert.equal(
    reasonOf([ci, flaky], decided('internal', 'high')),
    'Only CI workflows and tests changed and it is about tests (“flaky”).',
  )
})

test('what changed in the product is told together with what the change is', () => {
  const screens = withSide({ source: 'path', detail: 'only the user interface changed', weight: 1 })
  assert.equal(
    reasonOf([screens], decided('user-facing', 'low')),
    'It reads as a fix and only the user interface changed.',
  )
})

test('an unsure decision admits what speaks against it', () => {
  assert.equal(
    reasonOf([issue, { ...flaky, weight: -1 }], decided('user-facing', 'low')),
    'Although it is about tests (“flaky”), it reads as a fix and closes an issue.',
  )
})

test('a team’s own decision is told as such', () => {
  assert.equal(
    reasonOf([changeset, title], decided('user-facing', 'high')),
    'The team wrote a changeset with a minor bump.',
  )
})

test('a team’s own decision that was not followed is told however sure the other is', () => {
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

test('what weighs for the side that it seems to speak against is not told', () => {
  const odd = { ...title, weight: -1 }
  assert.equal(
    reasonOf([odd, { ...ci, weight: -0.5 }], decided('internal', 'high')),
    'Only CI workflows and tests changed.',
  )
})

test('without grounds the reason says so', () => {
  assert.equal(
    reasonOf([], decided('user-facing', 'low')),
    'It reads as a fix and nothing marks it as work behind the scenes.',
  )
  assert.equal(
    reasonOf([title], decided('internal', 'low')),
    'Although the title is marked “fix”, little else in it speaks of what customers see.',
  )
})

test('what reads as maintenance is said to, and what speaks against a surer decision is not denied', () => {
  assert.equal(
    reasonOf([], { visibility: 'internal', confidence: 'medium', kind: 'maintenance' }),
    'It reads as maintenance and little in it speaks of what customers see.',
  )
  assert.equal(
    reasonOf([flaky], decided('user-facing', 'medium')),
    'It reads as a fix and little marks it as work behind the scenes.',
  )
})
