import { setTimeout as sleep } from 'node:timers/promises'
import type { Service } from '#app/service.ts'
import { jobsOf } from '#app/worker.ts'
import type { CommandContext } from '#cli/command.ts'
import { draftsAmong } from '#cli/format.ts'
import { DATE, flag, PAST, pastFrom, text } from '#cli/options.ts'
import { accountCommand, operator } from '#cli/with-service.ts'
import {
  BACKFILLS,
  type Backfill,
  backfillDelay,
  backfillJob,
  beginBackfill,
} from '#pipeline/ingest/backfill.ts'
import { type Instant, isoOf } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { AppError } from '#platform/errors.ts'
import { runWorker } from '#platform/jobs/worker.ts'
import { safeLine } from '#platform/text.ts'
import { listSources, type Source } from '#pulls/connections/sources.ts'
import type { Past } from '#pulls/past.ts'

const POLL_INTERVAL_MS = 300

export const backfill = accountCommand({
  usage: 'backfill',
  summary:
    "Read past merges from the code hosts' APIs. Run it again to resume. --past says what becomes of user-facing ones (drafts of the weightiest of the last month); --drafts is --past drafts.",
  options: { repo: text('owner/name'), since: DATE, past: PAST, drafts: flag },
  async run(account, service, { repo, since, past, drafts }, context) {
    const sources = (await listSources(service.db.read, { accountId: account.id })).filter(
      source => repo === undefined || source.repo === repo,
    )
    if (sources.length === 0)
      throw new AppError(
        'not_found',
        repo ? `No connected repository is called ${safeLine(repo)}.` : 'No repository is connected.',
      )
    const options = { since: since ?? null, past: pastFrom(past, { drafts }) }
    const backfills: Backfill[] = []
    for (const source of sources) backfills.push(await startOrResume(service, source, options))
    return resultOf(sources, await runToEnd(service, backfills, context))
  },
})

async function startOrResume(
  service: Service,
  source: Source,
  options: { since: Instant | null; past: Past },
): Promise<Backfill> {
  const last = await BACKFILLS.last(service.db.read, source.accountId, source.id)
  return last?.state === 'running'
    ? last
    : service.db.write(tx => beginBackfill(tx, operator(service), source, options))
}

/** Runs the backfill jobs in this process until all are done. A server on the same database may run some of them as well. */
async function runToEnd(
  service: Service,
  backfills: readonly Backfill[],
  context: CommandContext,
): Promise<Backfill[]> {
  const { jobs } = await jobsOf(service)
  const backfillJobs = jobs.filter(({ name }) => name === backfillJob.name)
  const done = new AbortController()
  const signal = AbortSignal.any([done.signal, context.signal])
  const work = runWorker(service, backfillJobs, signal)
  const ended = await waitUntilEnded(service, backfills, context)
  done.abort()
  await work
  context.signal.throwIfAborted()
  return ended
}

async function waitUntilEnded(
  { db }: Service,
  backfills: readonly Backfill[],
  { signal, live, err }: CommandContext,
): Promise<Backfill[]> {
  const reported = new Set<string>()
  for (;;) {
    const now = await Promise.all(backfills.map(async one => (await BACKFILLS.find(db.read, one.id)) ?? one))
    const sum = (of: (backfill: Backfill) => number) => now.reduce((total, one) => total + of(one), 0)
    if (live) err(`\r${sum(({ done }) => done)} read, ${sum(({ counts }) => counts.recorded)} new`)
    for (const text of await newWaits(db, now, reported)) err(`${live ? '\n' : ''}${text}\n`)
    if (signal.aborted || now.every(({ state }) => state !== 'running')) {
      if (live) err('\n')
      return now
    }
    await sleep(POLL_INTERVAL_MS, undefined, { signal }).catch(() => {})
  }
}

/** The reasons why backfills are waiting, each once. The backfills resume on their own, here or in a running server or worker. */
async function newWaits(
  db: Database,
  running: readonly Backfill[],
  reported: Set<string>,
): Promise<string[]> {
  const waits = await Promise.all(running.map(backfill => backfillDelay(db, backfill)))
  const texts = waits.flatMap(wait => (wait ? [`${wait.why} It resumes at ${isoOf(wait.until)}.`] : []))
  const fresh = texts.filter(text => !reported.has(text))
  for (const text of fresh) reported.add(text)
  return fresh
}

function resultOf(sources: readonly Source[], ended: readonly Backfill[]) {
  const backfills = ended.map(({ state, detail, done, counts }, at) => ({
    ...{ repo: sources[at]?.repo ?? '', state, detail, seen: done },
    ...{ recorded: counts.recorded, updated: counts.updated, user_facing: counts.userFacing },
    ...(counts.drafts !== undefined && { drafts: counts.drafts }),
  }))
  return {
    json: { backfills },
    text: backfills
      .map(
        ({ repo, state, detail, seen, recorded, user_facing, drafts }) =>
          `${repo}: ${state}${detail ? ` (${detail})` : ''}; ${seen} read, ${recorded} new, ${user_facing} user-facing${draftsAmong(user_facing, drafts)}\n`,
      )
      .join(''),
    incomplete: ended.some(({ state }) => state !== 'done'),
  }
}
