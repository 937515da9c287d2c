import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aPull } from '#testing/pulls.ts'
import { RecordHabit } from './record-habit.ts'
import type { TeamRecord } from './signal.ts'

const PULL = aPull({ labels: ['web'] })
const NOTE: TeamRecord = { announces: true, form: 'changeset' }
const NO_NEWS: TeamRecord = { announces: false, form: 'label' }
const [NOTICED, UNNOTICED] = [2, -2]

function habitOf(merges: readonly [TeamRecord | null, number][], rounds: number): RecordHabit {
  const habit = new RecordHabit()
  for (let round = 0; round < rounds; round++)
    for (const [record, logOdds] of merges) habit.add(PULL, record, logOdds)
  return habit
}

test('if noticeable changes usually have a note, a change without one is likely internal', () => {
  const absence = habitOf(
    [
      [NOTE, NOTICED],
      [null, UNNOTICED],
    ],
    60,
  ).absence(PULL)
  assert.ok(absence && absence.weight < -2, String(absence?.weight))
  assert.equal(absence.side, 'internal')
  assert.equal(
    absence.detail,
    'it lacks the changeset that comes with nearly everything customers notice here',
  )
})

test('the fewer noticeable changes have a note, the less a missing note counts', () => {
  const weights = [0, 1, 3, 9].map(
    without => habitOf([[NOTE, NOTICED], ...Array(without).fill([null, 3])], 60).absence(PULL)?.weight ?? 0,
  )
  assert.deepEqual(
    weights.toSorted((a, b) => a - b),
    weights,
  )
  assert.ok((weights.at(-1) ?? -1) > -0.3, String(weights))
})

test('if a team marks only internal changes, unmarked ones are more likely user-facing', () => {
  const absence = habitOf(
    [
      [NO_NEWS, UNNOTICED],
      [null, NOTICED],
    ],
    60,
  ).absence(PULL)
  assert.ok(absence && absence.weight > 0 && absence.weight <= 1, String(absence?.weight))
  assert.match(absence.detail, /^it lacks the label for the changelog .* customers do not notice here$/)
})

test('a few notes are not a habit, and an abandoned habit is forgotten', () => {
  assert.equal(habitOf([[NOTE, NOTICED]], 4).absence(PULL), null)
  const habit = habitOf([[NOTE, NOTICED]], 100)
  const before = habit.absence(PULL)?.weight ?? 0
  for (let at = 0; at < 400; at++) habit.add(PULL, null, at % 2 === 0 ? NOTICED : UNNOTICED)
  const after = habit.absence(PULL)?.weight ?? 0
  assert.ok(before < -3 && after > -0.7, `${before} ${after}`)
})

test('a note counts as missing only if the source provides notes', () => {
  const ofForm = (form: TeamRecord['form']) => habitOf([[{ announces: true, form }, NOTICED]], 60)
  const told = { labels: ['web'], body: 'Shows totals.', files: PULL.files, mergedAt: 0 }
  const withoutFiles = { ...told, files: [] }
  const unread = { ...told, files: aPull({ files: ['src/a.ts', 'CHANGELOG.md'] }).files }
  assert.equal(ofForm('label').absence({ ...told, labels: [] }), null)
  assert.equal(ofForm('release-note').absence({ ...told, body: '' }), null)
  assert.equal(ofForm('changeset').absence(withoutFiles), null)
  assert.equal(ofForm('changeset').absence(unread), null)
  for (const form of ['label', 'release-note', 'changeset'] as const) assert.ok(ofForm(form).absence(told))
})
