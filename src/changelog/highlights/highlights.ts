import { RenditionCache } from '#changelog/feeds/rendition-cache.ts'
import { memoizeOnce } from '#platform/cache.ts'
import { type Clock, type Instant, isoOf } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { cursorKey, type PageQuery, readCursor, windowOf, writeCursor } from './cursor.ts'
import { createPageFinder, type FoundHighlight } from './find-page.ts'
import { DEFAULT_FILTERS, type HighlightsRequest } from './request.ts'

const WITHOUT_ADDRESS =
  'Merges in this window have no web address or are commits without a pull request, and such are never told here. Import the repository again with its address: tidings import git DIR --repo https://host/owner/name.'
/** The memory for cached answers, in bytes. */
const CACHE_BYTES = 32 * 1024 * 1024
/** How long an answer is reused while nothing changes. The end of its time window is the time when it was computed. */
const MAX_AGE_MS = 1_000

/** An answer as JSON, in UTF-8. */
interface StoredAnswer {
  body: Buffer
  readAt: Instant
}

/**
 * The highlights query, which HTTP and MCP share. An answer is JSON: `{highlights, window: {from, to, days},
 * next_cursor}`. It is cached for as long as it is known to be current, and for a second at most.
 */
export class HighlightAnswers {
  readonly #db: Database
  readonly #clock: Clock
  readonly #find: ReturnType<typeof createPageFinder>
  readonly #cursorKey = memoizeOnce(() => cursorKey(this.#db.read))
  readonly #cache: RenditionCache<StoredAnswer>

  constructor({ db, clock }: { db: Database; clock: Clock }) {
    this.#db = db
    this.#clock = clock
    this.#find = createPageFinder(db)
    this.#cache = new RenditionCache(db, CACHE_BYTES)
  }

  /** The answer, if it is in memory and current. Throws if the database cannot be read. */
  ready(accountId: string, question: HighlightsRequest): Buffer | undefined {
    const kept = this.#cache.ready(nameOf(accountId, question))
    return kept && this.#isRecent(kept) ? kept.body : undefined
  }

  /** Computes the answer, or takes it from memory. Throws `invalid_parameter` for a cursor that was not issued to the account. */
  async answer(accountId: string, question: HighlightsRequest): Promise<Buffer> {
    const ready = this.ready(accountId, question)
    if (ready) return ready
    const read = async () => this.#read(accountId, question, this.#clock.now())
    const answer = await this.#cache.fetch(nameOf(accountId, question), read)
    return (answer ?? (await read())).body
  }

  #isRecent({ readAt }: StoredAnswer): boolean {
    return Math.abs(this.#clock.now() - readAt) < MAX_AGE_MS
  }

  async #read(accountId: string, question: HighlightsRequest, now: Instant): Promise<StoredAnswer> {
    const key = await this.#cursorKey()
    const { limit, cursor } = question
    const reading = cursor === null ? beginning(question, now) : readCursor(key, accountId, question, cursor)
    // One row more than the limit shows whether there is a next page.
    const found = await this.#find(accountId, reading, limit + 1)
    const last = found.length > limit ? found[limit - 1] : undefined
    const after = last && { mergedAt: -last.newest_first, id: last.pull_request_id }
    const next = after ? writeCursor(key, accountId, reading, after) : null
    const isNone = found.length === 0 && cursor === null
    const note = isNone ? await this.#noteOnNone(accountId, reading) : undefined
    return { body: Buffer.from(answerText(found.slice(0, limit), reading, next, note)), readAt: now }
  }

  /**
   * Explains an empty answer if all merges of the window lack an address or a number: they are no highlights,
   * because a reader could not look at them.
   */
  async #noteOnNone(accountId: string, { window }: PageQuery): Promise<string | undefined> {
    const row = await this.#db.read
      .selectFrom('pull_request as pull')
      .innerJoin('decision', 'decision.id', 'pull.decision_id')
      .select('pull.id')
      .where('pull.account_id', '=', accountId)
      .where('pull.merged_at', '>=', window.from)
      .where('pull.merged_at', '<=', window.to)
      .where(eb => eb.or([eb('pull.url', 'is', null), eb('pull.number', 'is', null)]))
      .where('decision.visibility', '=', 'user-facing')
      .limit(1)
      .executeTakeFirst()
    return row && WITHOUT_ADDRESS
  }
}

const nameOf = (accountId: string, question: HighlightsRequest): string =>
  `${accountId} ${JSON.stringify(question)}`

function beginning({ filters: given }: HighlightsRequest, now: Instant): PageQuery {
  const filters = { ...DEFAULT_FILTERS, ...given }
  return { filters, window: windowOf(filters.days, now), after: null }
}

function answerText(
  found: readonly FoundHighlight[],
  { window, filters }: PageQuery,
  next: string | null,
  note: string | undefined,
): string {
  const span = { from: isoOf(window.from), to: isoOf(window.to), days: filters.days }
  const highlights = found.map(highlightText).join(',')
  const end = note === undefined ? '' : `,"note":${JSON.stringify(note)}`
  return `{"highlights":[${highlights}],"window":${JSON.stringify(span)},"next_cursor":${JSON.stringify(next)}${end}}`
}

/** Adds the id and the repository's current name to the stored JSON content. */
const highlightText = ({ pull_request_id, repo, content }: FoundHighlight): string =>
  `{"pr_id":"${pull_request_id}","repo":${JSON.stringify(repo)},${content.slice(1)}`
