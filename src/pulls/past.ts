import type { Instant } from '#platform/clock.ts'

/**
 * What an import makes of user-facing merges from the past. `month`, which is proposed everywhere: the weightiest of the last month become
 * drafts, at most `MOST_PROPOSED`; `history`: none does. What becomes no draft is in the ledger and in highlights. `drafts`: all become
 * drafts; `publish`: they are published with the dates of their merges.
 */
export const PASTS = ['month', 'history', 'drafts', 'publish'] as const
export type Past = (typeof PASTS)[number]

/** So many drafts of the past a team looks through. */
export const MOST_PROPOSED = 15

/** A pull request that is recorded later than this after its merge is history. */
export const LIVE_WITHIN_MS = 7 * 86_400_000

/** The last month, as people say it. */
export const MONTH_MS = 30 * 86_400_000

/** Which merges become drafts: all, none, or the weightiest of those merged at or after a time, once all are recorded. */
export type DraftRule = boolean | { since: Instant }

/** Which merges become drafts. `newest` is the time at which the past ends. */
export const draftRule = (past: Past, newest: Instant): DraftRule =>
  past === 'month' ? { since: newest - MONTH_MS } : past !== 'history'

/** Whether a merge becomes a draft, or may. */
export const mayBecomeDraft = (rule: DraftRule, { mergedAt }: { mergedAt: Instant }): boolean =>
  typeof rule === 'boolean' ? rule : mergedAt >= rule.since
