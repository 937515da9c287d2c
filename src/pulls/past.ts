import type { Instant } from '#platform/clock.ts'

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

/** Which merges become drafts: all, none, or the weightiest of those merged at or after a time, once all are recorded. */
export type DraftRule = boolean | { since: Instant }

/** Which merges become drafts. `newest` is the time at which the past ends. */
export const draftRule = (past: Past, newest: Instant): DraftRule =>
  past === 'month' ? { since: newest - MONTH_MS } : past !== 'history'

/** Whether a merge becomes a draft, or may. */
export const mayBecomeDraft = (rule: DraftRule, { mergedAt }: { mergedAt: Instant }): boolean =>
  typeof rule === 'boolean' ? rule : mergedAt >= rule.since
