import { memoizeOnce } from '#platform/cache.ts'
import { type Clock, isoOf } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { cursorKey, type PageQuery, readCursor, windowOf, writeCursor } from './cursor.ts'
import { createPageFinder, type FoundHighlight } from './find.ts'
import { DEFAULT_FILTERS, type HighlightsRequest } from './question.ts'

/**
 * Answers one account's question, in JSON: `{highlights, window: {from, to, days}, next_cursor}`. `invalid_parameter` for a cursor
 * that is not the account's.
 */
export type AnswerHighlights = (accountId: string, question: HighlightsRequest) => Promise<string>

/** The same for whoever asks, by HTTP or by MCP. */
export function createHighlights({
  db,
  clock,
}: {
  db: Pick<Database, 'read' | 'firstOfAll'>
  clock: Clock
}): AnswerHighlights {
  const find = createPageFinder(db)
  const keyOf = memoizeOnce(() => cursorKey(db.read))
  return async (accountId, question) => {
    const key = await keyOf()
    const { limit, cursor } = question
    const reading =
      cursor === null ? beginning(clock, question) : readCursor(key, accountId, question, cursor)
    // One more than asked for tells whether there is a page after this one.
    const found = await find(accountId, reading, limit + 1)
    const last = found.length > limit ? found[limit - 1] : undefined
    const after = last && { mergedAt: -last.newest_first, id: last.pull_request_id }
    return answerText(
      found.slice(0, limit),
      reading,
      after ? writeCursor(key, accountId, reading, after) : null,
    )
  }
}

function beginning(clock: Clock, { filters: given }: HighlightsRequest): PageQuery {
  const filters = { ...DEFAULT_FILTERS, ...given }
  return { filters, window: windowOf(filters.days, clock.now()), after: null }
}

function answerText(
  found: readonly FoundHighlight[],
  { window, filters }: PageQuery,
  next: string | null,
): string {
  const span = { from: isoOf(window.from), to: isoOf(window.to), days: filters.days }
  const highlights = found.map(highlightText).join(',')
  return `{"highlights":[${highlights}],"window":${JSON.stringify(span)},"next_cursor":${JSON.stringify(next)}}`
}

/** The content is stored as JSON; the id and the name of the repository, which may change, are put before it. */
const highlightText = ({ pull_request_id, repo, content }: FoundHighlight): string =>
  `{"pr_id":"${pull_request_id}","repo":${JSON.stringify(repo)},${content.slice(1)}`
