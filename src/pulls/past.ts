import type { Instant } from '#platform/clock.ts'

/**
 * What an import makes of user-facing merges from the past. `history`: they are in the ledger and in highlights, without drafts; `month`:
 * those of the last month become drafts, older ones are history; `drafts`: all become drafts; `publish`: they are published with the
 * dates of their merges.
 */
export const PASTS = ['history', 'month', 'drafts', 'publish'] as const
export type Past = (typeof PASTS)[number]

/** A pull request that is recorded later than this after its merge is history. */
export const LIVE_WITHIN_MS = 7 * 86_400_000

/** The last month, as people say it. */
export const MONTH_MS = 30 * 86_400_000

/** Which merges become drafts: all, none, or those merged at or after a time. */
export type DraftRule = boolean | { since: Instant }

/** Which merges become drafts. `newest` is the time at which the past ends. */
export const draftRule = (past: Past, newest: Instant): DraftRule =>
  past === 'month' ? { since: newest - MONTH_MS } : past !== 'history'

export const becomesDraft = (rule: DraftRule, { mergedAt }: { mergedAt: Instant }): boolean =>
  typeof rule === 'boolean' ? rule : mergedAt >= rule.since
