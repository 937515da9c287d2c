import { LRUCache } from 'lru-cache'
import { createFreshness, type FreshnessStamp } from '#changelog/feeds/freshness.ts'
import { memoizeOnce } from '#platform/cache.ts'
import { type Clock, type Instant, isoOf } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { cursorKey, type PageQuery, readCursor, windowOf, writeCursor } from './cursor.ts'
import { createPageFinder, type FoundHighlight } from './find-page.ts'
import { DEFAULT_FILTERS, type HighlightsRequest } from './request.ts'

/**
 * Answers a request for an account's highlights with JSON text: `{highlights, window: {from, to, days}, next_cursor}`. Throws
 * `invalid_parameter` for a cursor that was not issued to the account.
 */
type AnswerHighlights = (accountId: string, question: HighlightsRequest) => Promise<string>

/** Memory for answers, in characters. */
const CACHE_SIZE = 16 * 1024 * 1024
const WITHOUT_ADDRESS =
  'Merges in this window have no web address or are commits without a pull request, and such are never told here. Import the repository again with its address: tidings import git DIR --repo https://host/owner/name.'
/** How long an answer is given while nothing changes. Its window ends when it was read. */
const MAX_AGE_MS = 1_000

interface KeptAnswer {
  stamp: FreshnessStamp
  readAt: Instant
  text: string
}

/** Creates the highlights query, which HTTP and MCP share. Answers are kept as long as feeds are: until the database changes. */
export function createHighlights({ db, clock }: { db: Database; clock: Clock }): AnswerHighlights {
  const find = createPageFinder(db)
  const keyOf = memoizeOnce(() => cursorKey(db.read))
  const freshness = createFreshness(db)
  const kept = new LRUCache<string, KeptAnswer>({ maxSize: CACHE_SIZE })

  async function read(accountId: string, question: HighlightsRequest, now: Instant): Promise<string> {
    const key = await keyOf()
    const { limit, cursor } = question
    const reading = cursor === null ? beginning(question, now) : readCursor(key, accountId, question, cursor)
    // One row more than the limit shows whether there is a next page.
    const found = await find(accountId, reading, limit + 1)
    const last = found.length > limit ? found[limit - 1] : undefined
    const after = last && { mergedAt: -last.newest_first, id: last.pull_request_id }
    return answerText(
      found.slice(0, limit),
      reading,
      after ? writeCursor(key, accountId, reading, after) : null,
      found.length === 0 && cursor === null ? await noteOnNone(accountId, reading) : undefined,
    )
  }

  /** Merges without an address or a number are no highlights: a reader could not look at them. */
  async function noteOnNone(accountId: string, { window }: PageQuery): Promise<string | undefined> {
    const row = await db.read
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

  return async (accountId, question) => {
    await freshness.confirm()
    const now = clock.now()
    const name = `${accountId} ${JSON.stringify(question)}`
    const answer = kept.get(name)
    if (answer && Math.abs(now - answer.readAt) < MAX_AGE_MS && freshness.holds(answer.stamp))
      return answer.text
    const stamp = freshness.stamp()
    const text = await read(accountId, question, now)
    kept.set(name, { stamp, readAt: now, text }, { size: name.length + text.length })
    return text
  }
}

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
