import type { ActionContext } from '#accounts/activity.ts'
import type { Role } from '#accounts/roles.ts'
import { endRun, lastRuns, type Run, type RunKind } from '#accounts/runs.ts'
import { type Backfill, backfillDelay } from '#pipeline/ingest/backfill.ts'
import type { GitImport } from '#pipeline/ingest/git-imports.ts'
import { endRewording, type RewordingCounts, rewordingCounts } from '#pipeline/writing/rewordings.ts'
import type { TranslationRun } from '#pipeline/writing/translation-runs.ts'
import { DAY_MS, type Instant } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { Tx } from '#platform/db/schema.ts'

/** The role that may stop a run of each kind, which is the one that may start it. */
export const RUN_ROLES: Record<RunKind, Role> = {
  'git import': 'owner',
  backfill: 'owner',
  rewording: 'writer',
  translation: 'owner',
}

/** The kinds of runs whose outcome is shown until there is another run of the same kind and subject. */
const SHOWN_AFTER_END: ReadonlySet<RunKind> = new Set(['git import', 'backfill'])

/** A run as the dashboard shows it. */
export type ShownRun = { delay: { until: Instant; why: string } | null } & (
  | (GitImport & { kind: 'git import' })
  | (Backfill & { kind: 'backfill' })
  | (Run<{ model: string }, RewordingCounts> & { kind: 'rewording' })
  | (TranslationRun & { kind: 'translation' })
)

/** The last run of each kind and subject, the newest first. A rewording or translation that has ended is shown for a day. */
export async function shownRuns(db: Database, now: Instant, accountId: string): Promise<ShownRun[]> {
  const runs = await lastRuns(db.read, accountId)
  const shown = runs.filter(
    ({ kind, endedAt }) => SHOWN_AFTER_END.has(kind) || now - (endedAt ?? now) < DAY_MS,
  )
  return Promise.all(shown.map(run => shownRun(db, run)))
}

async function shownRun(db: Database, run: Run<unknown, unknown>): Promise<ShownRun> {
  if (run.kind !== 'rewording') {
    const isWaiting = run.kind === 'backfill' && run.state === 'running'
    return { ...run, delay: isWaiting ? await backfillDelay(db, run) : null } as ShownRun
  }
  const counts = await rewordingCounts(db.read, run.id)
  const { drafts: total, left } = counts
  return { ...run, counts, total, done: total - left, delay: null } as ShownRun
}

/** Ends a run after its current step; what it did stays. False if it had already ended. */
export const stopRun = (
  tx: Tx,
  action: ActionContext,
  run: Pick<Run<unknown, unknown>, 'id' | 'accountId' | 'kind'>,
): Promise<boolean> =>
  (run.kind === 'rewording' ? endRewording : endRun)(tx, action, run, { state: 'stopped' })
