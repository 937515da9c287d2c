import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type ClientRequest, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { aMemberWithRole, anAccount, recordMerges } from '#testing/colleagues.ts'
import { type DashboardClient, decide } from '#testing/dashboard-client.ts'
import { personId } from '#testing/members.ts'
import { type TestService, withRunningService } from '#testing/service.ts'
import type { DashboardEvent } from '#web/dashboard-api/events/events.ts'

const pathOf = (it: TestService) => `/app/api/accounts/${it.account.publicId}`

/** A page that reads the stream of events. */
interface Stream {
  headers: Record<string, unknown>
  /** The next event of this topic; skips events of others. */
  next(topic: string): Promise<DashboardEvent>
  /** Resolves when the server ends the stream. */
  ended(): Promise<void>
  close(): ClientRequest
}

class Refusal extends Error {}

/** Throws a `Refusal` for another status than 200. */
async function listenTo(it: TestService, who: DashboardClient, more: object = {}): Promise<Stream> {
  const headers = { Cookie: who.cookie(), ...more }
  const asked = request({ host: '127.0.0.1', port: it.port, path: `${pathOf(it)}/events`, headers })
  asked.end()
  const [response] = await once(asked, 'response')
  if (response.statusCode !== 200) throw new Refusal(`${response.statusCode} ${await text(response)}`)
  // Closing the page cuts the stream off, which is an error here.
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
  let read = ''
  for await (const chunk of response) {
    read += chunk
    for (let end = read.indexOf('\n\n'); end !== -1; end = read.indexOf('\n\n')) {
      const data = /^data: (.*)$/m.exec(read.slice(0, end))?.[1]
      read = read.slice(end + 2)
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
  await decide(writer, pathOf(it), { action: 'entry dismiss', items })
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
  await writer.post(`${pathOf(it)}/actions/entry.edit`, { id: row.id, seen: 1, title: 'A dark mode' })
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
  const leaving = await decide(owner, pathOf(it), { action: 'member remove', id: await personId(leaver) })
  assert.equal(leaving.status, 200)
  await owner.post(`${pathOf(it)}/actions/schedule.pause`, { set: 'all' })
  await Promise.all(streams.map(stream => stream.ended()))
})

withRunningService('a page hears of its own account alone', async it => {
  const other = await anAccount(it, 'Other')
  const [viewer, owner] = [await aMemberWithRole(it, 'viewer'), await aMemberWithRole(it, 'owner')]
  const stranger = await aMemberWithRole(it, 'owner', other)
  const stream = await listenTo(it, viewer)
  await stream.next('hello')
  const theirs = `/app/api/accounts/${other.publicId}/actions/schedule.pause`
  assert.equal((await stranger.post(theirs, {})).status, 200)
  await owner.post(`${pathOf(it)}/actions/schedule.pause`, { set: 'all' })
  assert.deepEqual((await stream.next('account')).ids, ['all'])
  stream.close()
})

const tenStreams = (it: TestService, who: DashboardClient): Promise<Stream[]> =>
  Promise.all(Array.from({ length: 10 }, () => listenTo(it, who)))

withRunningService('a person has ten streams, and an account fifty', async it => {
  const everybody = await Promise.all(Array.from({ length: 6 }, () => aMemberWithRole(it, 'viewer')))
  const [viewer = assert.fail(), ...colleagues] = everybody
  const streams = await tenStreams(it, viewer)
  await assert.rejects(listenTo(it, viewer), /429.*You have too many pages/)
  const last = colleagues.pop() ?? assert.fail()
  for (const colleague of colleagues) streams.push(...(await tenStreams(it, colleague)))
  await assert.rejects(listenTo(it, last), /429.*Too many pages of this account/)
  await closeAll(streams)
})

withRunningService('a stream gives its place back, however it ends', async it => {
  const viewer = await aMemberWithRole(it, 'viewer')
  const path = `${pathOf(it)}/events`
  for (let n = 0; n < 60; n++) assert.equal((await viewer.send('HEAD', path)).status, 200)
  for (let n = 0; n < 60; n++) assert.equal((await viewer.get(`${path}?live=false`)).status, 200)
  for (let n = 0; n < 60; n++) (await nextStream(it, viewer)).close()
  for (let n = 0; n < 60; n++) hangUpAtOnce(it, viewer)
  const streams = []
  while (streams.length < 10) streams.push(await nextStream(it, viewer))
  await closeAll(streams)
})

async function closeAll(streams: readonly Stream[]): Promise<void> {
  for (const one of streams) await one.next('hello')
  for (const one of streams) one.close()
}

/** Opens a stream. Tries again while the server has not noticed yet that earlier streams were closed. */
async function nextStream(it: TestService, who: DashboardClient): Promise<Stream> {
  for (let tries = 0; tries < 1_000; tries++) {
    const stream = await listenTo(it, who).catch(error => {
      if (!(error instanceof Refusal)) throw error
    })
    if (stream) return stream
  }
  throw new Error('the streams before were never given back')
}

function hangUpAtOnce(it: TestService, who: DashboardClient): void {
  const headers = { Cookie: who.cookie() }
  const asked = request({ host: '127.0.0.1', port: it.port, path: `${pathOf(it)}/events`, headers })
  asked.on('error', () => {})
  asked.on('finish', () => asked.destroy())
  asked.end()
}
