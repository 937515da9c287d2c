import { Hono } from 'hono'
import { type SSEStreamingApi, streamSSE } from 'hono/streaming'
import { z } from 'zod'
import { EVENTS_KEPT_MS, type EventTopic, eventsAfter } from '#accounts/events.ts'
import { requireRole } from '#accounts/members.ts'
import type { Person } from '#accounts/people.ts'
import { isActiveSession } from '#accounts/sessions.ts'
import { AppError } from '#platform/errors.ts'
import type { WebContext } from '#web/context.ts'
import { queryParameters } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize } from '../authorize.ts'
import { type PageCounts, pageCounts } from '../page-counts.ts'
import { EventWatcher } from './watcher.ts'

/** The time between heartbeats: shorter than the silence after which a page asks by itself, and than common time-outs of proxies. */
const HEARTBEAT_MS = 15_000
const RECONNECT_MS = 2_000

/** A message to a page. `hello` begins a stream; after `reset` the page must read everything again. */
export interface DashboardEvent {
  seq: number
  topic: EventTopic | 'hello' | 'reset'
  /** The ids of what changed; null if there are too many to list. */
  ids: string[] | null
  counts: PageCounts
}

const parameters = z.object({
  /** The number of the last event that the page has, like the header `Last-Event-ID`. */
  after: z.coerce.number().int().min(0).optional(),
  /** `false` sends the missed events and ends the stream. */
  live: z.enum(['true', 'false']).default('true'),
})

/** The most open streams of one account in this process. */
const MOST_OF_ACCOUNT = 50
/**
 * The most open streams of one person in one account. A browser has one; over plain http it has one for each
 * tab, but at most six. Beyond the limit a new stream is refused rather than the oldest one ended: that page
 * would reconnect and end the next one. Pages without a stream poll instead.
 */
const MOST_OF_PERSON = 10

/** Counts the open streams of this process. */
class OpenStreams {
  readonly #open = new Set<{ accountId: string; personId: string }>()

  /**
   * Takes a place and returns a function that gives it back. Throws `rate_limited` if the person or the account has too many open streams.
   */
  take(accountId: string, personId: string): () => void {
    const ofAccount = [...this.#open].filter(stream => stream.accountId === accountId)
    const ofPerson = ofAccount.filter(stream => stream.personId === personId)
    if (ofPerson.length >= MOST_OF_PERSON)
      throw new AppError('rate_limited', 'You have too many pages of this account open. Close some of them.')
    if (ofAccount.length >= MOST_OF_ACCOUNT)
      throw new AppError('rate_limited', 'Too many pages of this account are open. Close some of them.')
    const place = { accountId, personId }
    this.#open.add(place)
    return () => this.#open.delete(place)
  }
}

/** The route that sends changes in an account as server-sent events. A stream ends with the session, the membership, or the server. */
export function events(web: WebContext, stopping: AbortSignal) {
  const watcher = new EventWatcher(web)
  const open = new OpenStreams()
  return new Hono<SessionEnv>().get('/accounts/:account/events', queryParameters(parameters), async c => {
    const { accountId, account } = await authorize(web, c, 'viewer')
    const { after, live } = c.req.valid('query')
    const { person, sessionId } = c.var
    const release = open.take(accountId, person.id)
    c.header('X-Accel-Buffering', 'no')
    const reader = { accountId, publicId: account.publicId, person, sessionId }
    return streamSSE(c, async stream => {
      const ended = new AbortController()
      stream.onAbort(() => {
        ended.abort()
        release()
      })
      const signal = AbortSignal.any([ended.signal, stopping])
      try {
        const seen = lastEventId(c.req.header('Last-Event-ID')) ?? after
        await new EventStream(web, watcher, reader, stream).run(seen, live === 'true', signal)
      } finally {
        release()
      }
    })
  })
}

const lastEventId = (header: string | undefined): number | undefined =>
  header !== undefined && /^\d{1,15}$/.test(header) ? Number(header) : undefined

/** The session and member that read a stream. */
interface StreamReader {
  accountId: string
  publicId: string
  person: Person
  sessionId: string
}

/** One stream of one page. */
class EventStream {
  readonly #web: WebContext
  readonly #watcher: EventWatcher
  readonly #reader: StreamReader
  readonly #stream: SSEStreamingApi

  constructor(web: WebContext, watcher: EventWatcher, reader: StreamReader, stream: SSEStreamingApi) {
    this.#web = web
    this.#watcher = watcher
    this.#reader = reader
    this.#stream = stream
  }

  /** Sends the events after `seen` and, if `live`, all later ones until the signal aborts. */
  async run(seen: number | undefined, live: boolean, signal: AbortSignal): Promise<void> {
    let last = seen === undefined ? await this.#greet('hello') : await this.#sendAfter(seen)
    while (live && !signal.aborted) {
      await this.#watcher.next(this.#reader.accountId, last, HEARTBEAT_MS, signal)
      if (signal.aborted || !(await this.#isAllowed())) return
      const sent = await this.#sendAfter(last)
      if (sent === last) await this.#stream.write(': heartbeat\n\n')
      last = sent
    }
  }

  /**
   * Whether the reader may still have messages. It is checked before each one, since the session may end and
   * the person may leave the account.
   */
  async #isAllowed(): Promise<boolean> {
    const { db } = this.#web
    const { sessionId, publicId } = this.#reader
    // Sessions expire by the clock of the machine, which the sign-in library uses.
    if (!(await isActiveSession(db.read, sessionId, Date.now()))) return false
    return requireRole(db.read, this.#reader, publicId, 'viewer').then(
      () => true,
      () => false,
    )
  }

  /** Sends the events after this number and returns the number of the last one. Sends `reset` if some of them are no longer stored. */
  async #sendAfter(seen: number): Promise<number> {
    const { db, clock } = this.#web
    const { accountId } = this.#reader
    const { events, isComplete } = await eventsAfter(db.read, accountId, seen, clock.now() - EVENTS_KEPT_MS)
    if (!isComplete) return this.#greet('reset')
    if (events.length === 0) return seen
    const counts = await pageCounts(db.read, accountId)
    for (const event of events) await this.#send({ ...event, counts })
    return events.at(-1)?.seq ?? seen
  }

  async #greet(topic: 'hello' | 'reset'): Promise<number> {
    const { accountId } = this.#reader
    const { db } = this.#web
    const seq = await this.#watcher.last(accountId)
    await this.#send({ seq, topic, ids: [], counts: await pageCounts(db.read, accountId) })
    return seq
  }

  async #send(event: DashboardEvent): Promise<void> {
    await this.#stream.writeSSE({
      id: String(event.seq),
      retry: RECONNECT_MS,
      data: JSON.stringify(event),
    })
  }
}
