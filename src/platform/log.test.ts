import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manualClock } from '#testing/world.ts'
import { openLog, withoutRepeats } from './log.ts'

test('a frequent error is logged once a minute, every other line each time', () => {
  const lines: string[] = []
  const clock = manualClock()
  const plain = openLog('info', clock, line => lines.push(JSON.parse(line).message))
  const log = withoutRepeats(plain, clock, error => error === 'the disk is full')
  log.error('a feed could not be read', { error: 'the disk is full' })
  log.warn('the heartbeat could not be written', { error: 'the disk is full' })
  log.error('a job failed', { error: 'no answer' })
  log.error('a job failed', { error: 'no answer' })
  clock.advance(59_000)
  log.error('a feed could not be read', { error: 'the disk is full' })
  clock.advance(1_000)
  log.error('the queue could not be published', { error: 'the disk is full' })
  assert.deepEqual(lines, [
    'a feed could not be read',
    'a job failed',
    'a job failed',
    'the queue could not be published',
  ])
})
