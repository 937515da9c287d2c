import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aPull, type PullSketch } from '#testing/pulls.ts'
import { notLiveReason } from './not-live.ts'

const reasonFor = (sketch: PullSketch) => notLiveReason(aPull(sketch))

test('a change that is not live yet is recognised by its title, labels or description', () => {
  const held: PullSketch[] = [
    { title: 'Add quick replies behind a feature flag' },
    { title: 'Quick replies (behind the `quick_replies` flag)' },
    { title: 'experimental: voice rooms' },
    { title: '[Unreleased] Add voice rooms' },
    { title: 'Add voice rooms', labels: ['experiment'] },
    { title: 'Add voice rooms', labels: ['status: feature-flagged'] },
    {
      title: 'Add voice rooms',
      body: 'Adds the room list.\n\nThis is gated by the `voice` feature flag for now.',
    },
    { title: 'Add voice rooms', body: 'Not yet enabled for customers. Follow-ups will add the rest.' },
    { title: 'Add voice rooms', body: '- Only visible to internal users until the launch' },
    { title: 'Add voice rooms', body: 'Goes to the preview group first.' },
    { title: 'Add voice rooms', body: 'The table of rooms. Nothing reads it yet.' },
    { title: 'Add voice rooms', body: 'Not wired into the menu yet.' },
    { title: 'Add voice rooms', body: 'Groundwork, so this commit is inert in production.' },
  ]
  for (const sketch of held) assert.ok(reasonFor(sketch), JSON.stringify(sketch))
})

test('experiments and new flags are recognised by their paths', () => {
  assert.equal(
    reasonFor({ title: 'Add voice rooms', files: ['src/experimental/voice.ts', 'tests/voice.test.ts'] }),
    'It only changes what is being tried out.',
  )
  const flags = { path: 'src/feature-flags.ts', additions: 2, deletions: 0, status: 'modified' as const }
  assert.equal(
    reasonFor({ title: 'Add voice rooms', files: ['src/voice.ts', flags] }),
    'It adds a feature flag in src/feature-flags.ts.',
  )
})

test('a released change is live, and so is one that mentions no flag', () => {
  const live: PullSketch[] = [
    { title: 'Remove the voice rooms feature flag' },
    { title: 'Enable voice rooms by default', body: 'They were behind a feature flag.' },
    { title: 'Release voice rooms, no longer behind a flag' },
    { title: 'Add a flag to skip the cache' },
    { title: 'Show country flags beside names', files: ['src/flags/list.ts'] },
    {
      title: 'Add voice rooms',
      files: [
        'src/voice.rs',
        { path: 'xtask/src/flags.rs', additions: 2, deletions: 0, status: 'modified' as const },
      ],
    },
    {
      title: 'Add voice rooms',
      body: '* Add rooms\n\nNot yet wired into the menu; that follows.\n\n* Add them to the menu\n\nBelow the channels.',
    },
    { title: 'Add voice rooms', body: '- [ ] behind a feature flag\n- [x] tests' },
    { title: 'Add voice rooms', body: '<!-- Is it behind a feature flag? -->\nRooms with sound.' },
    { title: 'Speed up voice rooms', body: 'Nothing else reads it.' },
    { title: 'Fix the list of experiments on the results page' },
    { title: 'Add voice rooms', body: 'This removes the need to hide it behind a feature flag.' },
  ]
  for (const sketch of live) assert.equal(reasonFor(sketch), null, JSON.stringify(sketch))
})
