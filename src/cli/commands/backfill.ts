import { setTimeout as sleep } from 'node:timers/promises'
import { accountByPublicId } from '#accounts/account.ts'
import type { Service } from '#app/service.ts'
import { jobsOf } from '#app/worker.ts'
import { type Context, command } from '#cli/command.ts'
import { instantFrom } from '#cli/range.ts'
import { operator, withService } from '#cli/with-service.ts'
import { backfillDelay, backfillJob, beginBackfill } from '#pipeline/ingest/backfill.ts'
import { type Instant, isoOf } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { AppError } from '#platform/errors.ts'
import { runWorker } from '#platform/jobs/worker.ts'
import { safeLine } from '#platform/text.ts'
import { type Backfill, backfillById, runningBackfill } from '#pulls/connections/backfills.ts'
import { listSources, type Source } from '#pulls/connections/sources.ts'
import { requireAccountId } from './account.ts'

const LOOK_EVERY_MS = 300

export const backfill = command({
  usage: 'backfill --account ID [--repo owner/name] [--since D] [--drafts]',
  summary:
    "Reads what was merged before from the code hosts' APIs; run again, it goes on where it was. With --drafts what customers would notice becomes drafts.",
  options: {
    account: { type: 'string' },
    repo: { type: 'string' },
    since: { type: 'string' },
    drafts: { type: 'boolean' },
  },
  arguments: [0, 0],
  run: ({ account: id, repo, since, drafts = false }, _, context) =>
    withService(context, async service => {
      const account = await accountByPublicId(service.db.read, requireAccountId(id))
      const sources = (await listSources(service.db.read, { accountId: account.id })).filter(
        source => repo === undefined || source.repo === repo,
      )
      if (sources.length === 0)
        throw new AppError(
          'not_found',
          `No connected repository${repo ? ` is called ${safeLine(repo)}` : ''}.`,
        )
      const wanted = { since: since === undefined ? null : instantFrom('--since', since), drafts }
      const begun: Backfill[] = []
      for (const source of sources) begun.push(await beginOrGoOn(service, source, wanted))
      const ended = await workThrough(service, begun, context)
      return answer(sources, ended)
    }),
})

async function beginOrGoOn(
  service: Service,
  source: Source,
  wanted: { since: Instant | null; drafts: boolean },
): Promise<Backfill> {
  const running = await runningBackfill(service.db.read, source.id)
  return running ?? service.db.write(tx => beginBackfill(tx, operator(service), source, wanted))
}

/** Works on it here; a server that runs beside may take some of the pages, which is all the same. */
async function workThrough(
  service: Service,
  begun: readonly Backfill[],
  context: Context,
): Promise<Backfill[]> {
  const { jobs } = await jobsOf(service)
  const backfillJobs = jobs.filter(({ name }) => name === backfillJob.name)
  const done = new AbortController()
  const signal = AbortSignal.any([done.signal, context.signal])
  const work = runWorker(service, backfillJobs, signal)
  const ended = await untilEnded(service, begun, context)
  done.abort()
  await work
  return ended
}

async function untilEnded(
  { db }: Service,
  begun: readonly Backfill[],
  { signal, live, err }: Context,
): Promise<Backfill[]> {
  const said = new Set<string>()
  for (;;) {
    const now = await Promise.all(begun.map(({ id }) => backfillById(db.read, id)))
    const sum = (what: 'seen' | 'recorded') => now.reduce((total, one) => total + one[what], 0)
    if (live) err(`\r${sum('seen')} read, ${sum('recorded')} new`)
    for (const text of await newWaits(db, now, said)) err(`${live ? '\n' : ''}${text}\n`)
    if (signal.aborted || now.every(({ state }) => state !== 'running')) {
      if (live) err('\n')
      return now
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => {})
  }
}

/** What holds the pages up, each said once. It goes on by itself: here, or where a server or worker runs. */
async function newWaits(db: Database, running: readonly Backfill[], said: Set<string>): Promise<string[]> {
  const waits = await Promise.all(running.map(one => backfillDelay(db, one)))
  const texts = waits.flatMap(wait => (wait ? [`${wait.why} It goes on at ${isoOf(wait.until)}.`] : []))
  const fresh = texts.filter(text => !said.has(text))
  for (const text of fresh) said.add(text)
  return fresh
}

function answer(sources: readonly Source[], ended: readonly Backfill[]) {
  const lines = ended.map((one, at) => ({ repo: sources[at]?.repo ?? '', ...one }))
  return {
    json: {
      backfills: lines.map(({ repo, state, detail, seen, recorded, updated, userFacing }) => ({
        repo,
        state,
        detail,
        seen,
        recorded,
        updated,
        user_facing: userFacing,
      })),
    },
    text: lines
      .map(
        ({ repo, state, detail, seen, recorded, userFacing }) =>
          `${repo}: ${state}${detail ? ` (${detail})` : ''}; ${seen} read, ${recorded} new, ${userFacing} that customers would notice\n`,
      )
      .join(''),
    incomplete: ended.some(({ state }) => state !== 'done'),
  }
}
