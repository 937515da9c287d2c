import assert from 'node:assert/strict'
import { test } from 'node:test'
import { processorTime } from '#testing/processor-time.ts'
import { diffWords, formatDiff } from './diff.ts'

test('a difference is shown word by word', async () => {
  const between = async (earlier: string, later: string) => formatDiff(await diffWords(earlier, later))
  assert.equal(await between('Export as CSV', 'Export as CSV'), 'Export as CSV')
  assert.equal(await between('Export as CSV', 'Export reports as CSV'), 'Export {+reports +}as CSV')
  assert.equal(await between('', 'New'), '{+New+}')
  assert.equal(
    await between('Two old words stay', 'Some new terms stay'),
    '[-Two old words-]{+Some new terms+} stay',
  )
})

test('both texts can be rebuilt from their difference', async () => {
  const [earlier, later] = ['a b  c\n\n- d e\n- f', 'a  b x c\n- d\n\n- f g']
  const stretches = await diffWords(earlier, later)
  const side = (not: string) =>
    stretches
      .filter(one => one.in !== not)
      .map(one => one.text)
      .join('')
  assert.deepEqual([side('later'), side('earlier')], [earlier, later])
})

test('two long texts without common words are compared quickly', async () => {
  const words = (seed: string) => Array.from({ length: 3_000 }, (_, at) => `${seed}${at}`).join(' ')
  const spent = processorTime()
  const stretches = await diffWords(words('a'), words('b'))
  assert.ok(spent() < 10_000)
  assert.ok(stretches.length >= 2)
})
