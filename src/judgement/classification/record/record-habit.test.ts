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

test('where what is noticed comes with a note, a change without one is hardly news', () => {
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

test('the fewer of the noticed changes have a note, the less it says that one has none', () => {
  const weights = [0, 1, 3, 9].map(
    without => habitOf([[NOTE, NOTICED], ...Array(without).fill([null, 3])], 60).absence(PULL)?.weight ?? 0,
  )
  assert.deepEqual(
    weights.toSorted((a, b) => a - b),
    weights,
  )
  assert.ok((weights.at(-1) ?? -1) > -0.3, String(weights))
})

test('a team that only marks what is no news says of the rest that it may be', () => {
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

test('a handful of notes is no habit, and one that was given up is forgotten', () => {
  assert.equal(habitOf([[NOTE, NOTICED]], 4).absence(PULL), null)
  const habit = habitOf([[NOTE, NOTICED]], 100)
  const before = habit.absence(PULL)?.weight ?? 0
  for (let at = 0; at < 400; at++) habit.add(PULL, null, at % 2 === 0 ? NOTICED : UNNOTICED)
  const after = habit.absence(PULL)?.weight ?? 0
  assert.ok(before < -3 && after > -0.7, `${before} ${after}`)
})

test('of what a source does not tell nothing is known to be missing', () => {
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
