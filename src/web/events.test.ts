import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type ClientRequest, request } from 'node:http'
import { aMemberWithRole, anAccount, recordMerges } from '#testing/colleagues.ts'
import type { DashboardClient } from '#testing/dashboard-client.ts'
import type { Json } from '#testing/http.ts'
import { personId } from '#testing/members.ts'
import { type TestService, withRunningService } from '#testing/service.ts'
import type { DashboardEvent } from '#web/dashboard-api/events/events.ts'

const pathOf = (it: TestService) => `/app/api/accounts/${it.account.publicId}`

/** A page that listens. */
interface Stream {
  headers: Record<string, unknown>
  /** The next event of this topic; those before it are passed over. */
  next(topic: string): Promise<DashboardEvent>
  /** Resolves when the server ends the stream. */
  ended(): Promise<void>
  close(): ClientRequest
}

async function listenTo(it: TestService, who: DashboardClient, more: object = {}): Promise<Stream> {
  const headers = { Cookie: who.cookie(), ...more }
  const asked = request({ host: '127.0.0.1', port: it.port, path: `${pathOf(it)}/events`, headers })
  asked.end()
  const [response] = await once(asked, 'response')
  assert.equal(response.statusCode, 200)
  // It is cut off when the page closes.
  response.on('error', () => {})
  const events = eventsIn(response)
  return {
    headers: response.headers,
    async next(topic) {
      for (;;) {
        const { value, done } = await events.next()
        if (done) throw new Error(`the stream ended without ${topic}`)
        if (value.topic === topic) return value
      }
    },
    async ended() {
      for (;;) if ((await events.next()).done) return
    },
    close: () => asked.destroy(),
  }
}

async function* eventsIn(response: AsyncIterable<Buffer>): AsyncGenerator<DashboardEvent, undefined> {
  let text = ''
  for await (const chunk of response) {
    text += chunk
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      const data = /^data: (.*)$/m.exec(text.slice(0, end))?.[1]
      text = text.slice(end + 2)
      if (data !== undefined) yield JSON.parse(data)
    }
  }
}

withRunningService('an open page is told what changes, with the counts as they are then', async it => {
  await recordMerges(it, it.account, 'feat: add dark mode')
  const writer = await aMemberWithRole(it, 'writer')
  const stream = await listenTo(it, writer)
  assert.equal(stream.headers['x-accel-buffering'], 'no')
  assert.match(String(stream.headers['content-type']), /^text\/event-stream/)
  const hello = await stream.next('hello')
  const [row] = (await writer.get(`${pathOf(it)}/inbox`)).json.items
  const items = [{ id: row.id, seen: 1 }]
  await writer.post(`${pathOf(it)}/bulk`, { transition: 'dismiss', items })
  const event = await stream.next('entries')
  assert.ok(event.seq > hello.seq)
  assert.deepEqual(event.ids?.includes(row.id), true)
  const waiting = ({ counts }: DashboardEvent) => Object.values(counts.inbox).reduce((sum, n) => sum + n)
  assert.deepEqual([waiting(hello), waiting(event)], [1, 0])
  stream.close()
})

withRunningService('a page that was away gets what it missed, or reads everything again', async it => {
  await recordMerges(it, it.account, 'feat: add dark mode')
  const writer = await aMemberWithRole(it, 'writer')
  const first = await listenTo(it, writer)
  const { seq } = await first.next('hello')
  first.close()
  const [row] = (await writer.get(`${pathOf(it)}/inbox`)).json.items
  await writer.send('PATCH', `${pathOf(it)}/entries/${row.id}`, { seen: 1, title: 'A dark mode' })
  const again = await listenTo(it, writer, { 'Last-Event-ID': String(seq) })
  const missed = await again.next('entries')
  assert.deepEqual([missed.ids?.includes(row.id), missed.seq > seq], [true, true])
  again.close()
  const old = await listenTo(it, writer, { 'Last-Event-ID': String(missed.seq + 50) })
  assert.ok((await old.next('reset')).seq >= missed.seq)
  old.close()
})

withRunningService('nothing is sent any more once the session or the membership has ended', async it => {
  const [writer, leaver] = [await aMemberWithRole(it, 'writer'), await aMemberWithRole(it, 'viewer')]
  const owner = await aMemberWithRole(it, 'owner')
  const streams = [await listenTo(it, writer), await listenTo(it, leaver)]
  for (const stream of streams) await stream.next('hello')
  await writer.post('/app/auth/sign-out')
  const leaving = await owner.send('DELETE', `${pathOf(it)}/members/${await personId(leaver)}`)
  assert.equal(leaving.status, 200)
  await owner.post(`${pathOf(it)}/queue-pauses`, { line: 'all' })
  await Promise.all(streams.map(stream => stream.ended()))
})

withRunningService(
  'a page hears of its own account alone, and an account has only so many streams',
  async it => {
    const other = await anAccount(it, 'Other')
    const [viewer, owner] = [await aMemberWithRole(it, 'viewer'), await aMemberWithRole(it, 'owner')]
    const stranger = await aMemberWithRole(it, 'owner', other)
    const stream = await listenTo(it, viewer)
    await stream.next('hello')
    const theirs = `/app/api/accounts/${other.publicId}/queue-pauses`
    assert.equal((await stranger.post(theirs, { line: 'all' })).status, 200)
    await owner.post(`${pathOf(it)}/queue-pauses`, { line: 'all' })
    assert.deepEqual((await stream.next('account')).ids, ['all'])
    const streams = [stream, ...(await Promise.all(Array.from({ length: 49 }, () => listenTo(it, viewer))))]
    const refused = await viewer.get(`${pathOf(it)}/events`)
    assert.deepEqual([refused.status, (refused.json as Json).title], [429, 'Too many requests'])
    for (const one of streams) one.close()
  },
)
