import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { FairQueue, withTimeout } from './concurrency.ts'

test('work that finishes in time returns its result or error', async () => {
  assert.equal(await withTimeout(1_000, setImmediate('done')), 'done')
  await assert.rejects(withTimeout(1_000, Promise.reject(new Error('broken'))), /broken/)
})

test('work that takes too long is abandoned', async () => {
  await assert.rejects(withTimeout(5, new Promise(() => {})), /no answer in time/)
})

const LIMITS = { mostWaiting: 8, msPerMinute: 20_000, what: 'images' }

test('owners take turns, however much one of them has queued', async () => {
  const queue = new FairQueue(LIMITS)
  const done: string[] = []
  const add = (owner: string, name: string) => queue.run(owner, async () => void done.push(name))
  await Promise.all([
    ...['a1', 'a2', 'a3', 'a4'].map(name => add('a', name)),
    ...['b1', 'b2'].map(name => add('b', name)),
    add('c', 'c1'),
  ])
  assert.deepEqual(done, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
})

test('work that fails is told to its owner, and the next begins', async () => {
  const queue = new FairQueue(LIMITS)
  const failing = queue.run('a', async () => {
    throw new Error('The image is damaged.')
  })
  const next = queue.run('b', async () => 'decoded')
  await assert.rejects(failing, /damaged/)
  assert.equal(await next, 'decoded')
})

test('an owner who has too much waiting is refused, and others are not', async () => {
  const queue = new FairQueue({ ...LIMITS, mostWaiting: 2 })
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  const running = queue.run('a', () => opened)
  const waiting = [queue.run('a', async () => {}), queue.run('a', async () => {})]
  await assert.rejects(
    queue.run('a', async () => {}),
    { code: 'unavailable' },
  )
  const other = queue.run('b', async () => {})
  open()
  await Promise.all([running, ...waiting, other])
})

test('an owner whose work used up its share of a minute waits for the next one', async () => {
  let now = 0
  const queue = new FairQueue({ ...LIMITS, msPerMinute: 5_000 }, () => now)
  const take = (owner: string, ms: number) =>
    queue.run(owner, async () => {
      now += ms
    })
  await take('a', 3_000)
  await take('a', 3_000)
  await assert.rejects(take('a', 1), { code: 'rate_limited' })
  await take('b', 1)
  now = 60_000
  await take('a', 1)
})
