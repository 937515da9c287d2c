/**
 * What an import does with user-facing merges of the past. `month`, which is proposed everywhere: the weightiest ones of the last month become
 * drafts, at most `MOST_PROPOSED`; `history`: none become drafts; `drafts`: all become drafts; `publish`: all are published with the dates of
 * their merges. Merges that do not become drafts are in the ledger and in highlights.
 */
export const PASTS = ['month', 'history', 'drafts', 'publish'] as const
export type Past = (typeof PASTS)[number]

/** The most drafts of the past that are proposed, since a team looks through no more. */
export const MOST_PROPOSED = 15

/** A pull request that is recorded later than this after its merge is history. */
export const LIVE_WITHIN_MS = 7 * 86_400_000

/** The length of "the last month". */
export const MONTH_MS = 30 * 86_400_000

/** Whether each merge becomes a draft, or is published, as soon as it is recorded. Null stands for merges of now, which always do. */
export const draftsAll = (past: Past | null): boolean => past !== 'month' && past !== 'history'
