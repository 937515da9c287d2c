import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Confidence, Visibility } from './classification.ts'
import { ConfidenceRecord } from './confidence-record.ts'

/** A repository in which so many decisions of a confidence were right, and the others wrong. */
function recordOf(
  visibility: Visibility,
  confidence: Confidence,
  { right, wrong }: { right: number; wrong: number },
): ConfidenceRecord {
  const record = new ConfidenceRecord()
  const other: Visibility = visibility === 'internal' ? 'user-facing' : 'internal'
  for (let at = 0; at < right + wrong; at++)
    record.add({ visibility, confidence }, at < right ? visibility : other, 'person')
  return record
}

test('a confidence that was right as often as promised stays', () => {
  const record = recordOf('user-facing', 'high', { right: 96, wrong: 4 })
  assert.equal(record.lowered('user-facing', 'high'), 'high')
  assert.deepEqual(record.lowerings, [])
})

test('a confidence is lowered to the level that its decisions reached', () => {
  const often = recordOf('internal', 'high', { right: 85, wrong: 15 })
  assert.equal(often.lowered('internal', 'high'), 'medium')
  const seldom = recordOf('internal', 'high', { right: 44, wrong: 56 })
  assert.equal(seldom.lowered('internal', 'high'), 'low')
  assert.deepEqual(seldom.lowerings, [
    { visibility: 'internal', from: 'high', to: 'low', decisions: 100, right: 44 },
  ])
})

test('each visibility and each confidence is counted separately', () => {
  const record = recordOf('internal', 'medium', { right: 10, wrong: 30 })
  assert.equal(record.lowered('internal', 'medium'), 'low')
  assert.equal(record.lowered('internal', 'high'), 'high')
  assert.equal(record.lowered('user-facing', 'medium'), 'medium')
})

test('fewer than twenty decisions lower nothing', () => {
  const few = recordOf('internal', 'high', { right: 0, wrong: 19 })
  assert.equal(few.lowered('internal', 'high'), 'high')
  const enough = recordOf('internal', 'high', { right: 0, wrong: 20 })
  assert.equal(enough.lowered('internal', 'high'), 'low')
})

test('medium decisions that were right as often as high promises are high, once fifty were', () => {
  const proven = recordOf('user-facing', 'medium', { right: 49, wrong: 1 })
  assert.equal(proven.measured('user-facing', 'medium'), 'high')
  assert.equal(proven.measured('internal', 'medium'), 'medium')
  assert.equal(proven.measured('user-facing', 'low'), 'low')
  assert.deepEqual(proven.lowerings, [])
  const few = recordOf('user-facing', 'medium', { right: 49, wrong: 0 })
  assert.equal(few.measured('user-facing', 'medium'), 'medium')
  const wrong = recordOf('user-facing', 'medium', { right: 46, wrong: 4 })
  assert.equal(wrong.measured('user-facing', 'medium'), 'medium')
})

test('what a record says otherwise counts against a decision in part: readers uphold most of those', () => {
  const by = (who: 'person' | 'record') => {
    const record = new ConfidenceRecord()
    for (let at = 0; at < 100; at++)
      record.add({ visibility: 'user-facing', confidence: 'high' }, at < 86 ? 'user-facing' : 'internal', who)
    return record.lowered('user-facing', 'high')
  }
  assert.equal(by('record'), 'high')
  assert.equal(by('person'), 'medium')
})
