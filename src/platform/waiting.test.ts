import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { opened } from '#testing/http.ts'
import { openOutbound } from './http/guarded-client.ts'
import { observeWaits } from './waiting.ts'

test('what waits on a network is told once of the head of an answer, and once of its body', async context => {
  const server = createServer(async (_, response) => {
    for (let chunk = 0; chunk < 20; chunk++) {
      response.write('.')
      await turnOfTheLoop()
    }
    response.end()
  })
  const { address, close } = await opened(server)
  const limits = { timeoutMs: 60_000, idleMs: 60_000, maxBytes: 1_000 }
  const client = openOutbound({ allow: [new URL(address).host], ...limits })
  context.after(async () => {
    await client.close()
    await close()
  })
  const told: string[] = []
  const observer = {
    waits: async () => void told.push('waits'),
    goesOn: async () => void told.push('goes on'),
  }
  const text = await observeWaits(observer, async () => (await client.fetch(address)).text())
  assert.equal(text, '.'.repeat(20))
  assert.deepEqual(told, ['waits', 'goes on', 'waits', 'goes on'])
})
