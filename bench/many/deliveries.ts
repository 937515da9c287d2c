import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#platform/db/database.ts'
import { openDatabase } from '#platform/db/open.ts'
import { plainRow, type Row } from '../row.ts'
import { next, numberedBodies, type SealedBody, sealed } from '../webhooks.ts'
import type { Fleet } from './fleet.ts'

const SENDERS = 6
/** The shortest and the longest time between two kills of a process, in milliseconds. */
const KILLS_EVERY = [300, 900] as const
const MOST_KILLS = 20
/** Every fourth kill hits a web process; the others hit a worker. */
const WEB_KILLED = 4
/** The options by which the policy publishes changes of any magnitude and confidence. */
const LEAST = ['--magnitude', 'patch', '--confidence', 'low']

interface Storm {
  count: number
  /** The number of the first pull request. */
  from: number
  /** Whether processes are killed meanwhile. */
  kills: boolean
}

/** Sends each delivery to all web processes at once, as a host may that waited too long for an answer; the policy publishes every merge. */
export async function deliveries(fleet: Fleet, { count, from, kills }: Storm): Promise<Row[]> {
  const { cli, account, postgres, source } = fleet
  await cli.json('policy', 'set', '--account', account, '--automatic', ...LEAST)
  const db = await openDatabase({ engine: 'postgres', url: postgres.url }, { migrate: false })
  try {
    const before = await storedDeliveries(db)
    const bodies = numberedBodies(from, aNewMerge)
    const posts = Array.from({ length: count }, () => sealed(next(bodies), source.secret)).values()
    const over = new AbortController()
    const killed = kills ? killAtRandom(fleet, over.signal) : 0
    await Promise.all(Array.from({ length: SENDERS }, () => sendAll(fleet, posts)))
    await untilQuiet(db)
    over.abort()
    const what = kills ? `${count} deliveries, ${await killed} kills` : `${count} deliveries`
    // A job whose process died twice is set aside until a person retries it.
    await cli.json('jobs', 'retry')
    await untilQuiet(db)
    const { pulls, customers, publishedOnce, jobs } = await countFrom(db, from)
    return [
      plainRow(`deliveries lost, ${what}`, count - pulls, { most: 0 }),
      plainRow(`deliveries stored again, ${what}`, (await storedDeliveries(db)) - before - count, {
        most: 0,
      }),
      plainRow(`merges for customers, ${what}`, customers, { least: 1 }),
      plainRow(`of these not published once, ${what}`, customers - publishedOnce, { most: 0 }),
      plainRow(`jobs that failed or wait, ${what}`, jobs, { most: 0 }),
    ]
  } finally {
    await db.close()
  }
}

const aNewMerge = (number: number) => {
  const now = new Date().toISOString()
  return { title: `feat: add report ${number} to exports`, merged_at: now, updated_at: now }
}

async function sendAll(fleet: Fleet, posts: Iterator<SealedBody> & Iterable<SealedBody>): Promise<void> {
  for (const post of posts) await Promise.all(fleet.webs.map(({ port }) => sendUntilTaken(fleet, port, post)))
}

/** Sends a delivery to one web process directly; if that does not accept it, sends it through the proxy until it is accepted. */
async function sendUntilTaken(
  { baseUrl, source }: Fleet,
  port: number,
  { body, seal, delivery }: SealedBody,
) {
  const path = new URL(source.url).pathname
  for (let address = `http://127.0.0.1:${port}`; ; address = baseUrl) {
    const headers = {
      'content-type': 'application/json',
      'x-github-event': 'pull_request',
      'x-github-delivery': delivery,
      'x-hub-signature-256': seal,
    }
    const status = await fetch(address + path, { method: 'POST', headers, body }).then(
      async answer => {
        await answer.arrayBuffer()
        return answer.status
      },
      () => 0,
    )
    if (status === 202) return
    await sleep(randomInt(20, 200))
  }
}

/** Kills processes at random until the signal aborts; gives how many it killed. */
async function killAtRandom({ webs, workers }: Fleet, signal: AbortSignal): Promise<number> {
  for (let kills = 0; kills < MOST_KILLS; kills++) {
    await sleep(randomInt(...KILLS_EVERY), undefined, { signal }).catch(() => {})
    if (signal.aborted) return kills
    const parts = kills % WEB_KILLED === WEB_KILLED - 1 ? webs : workers
    await parts[randomInt(parts.length)]?.kill()
  }
  return MOST_KILLS
}

/** Waits until no job and no entry is waiting. A job of a killed worker waits until its lease is over. */
async function untilQuiet(db: Database): Promise<void> {
  for (let calm = 0; calm < 3; ) {
    const jobs = await jobsOfAccounts(db).where('available_at', 'is not', null).limit(1).execute()
    const queued = await db.read
      .selectFrom('entry')
      .select('id')
      .where('state', '=', 'queued')
      .limit(1)
      .execute()
    calm = jobs.length + queued.length === 0 ? calm + 1 : 0
    await sleep(200)
  }
}

/** The jobs of accounts. Recurring jobs belong to no account and are left out. */
const jobsOfAccounts = ({ read }: Database) =>
  read.selectFrom('job').select('id').where('account_id', 'is not', null)

async function storedDeliveries(db: Database): Promise<number> {
  return (await db.read.selectFrom('delivery').select('id').execute()).length
}

/** Counts what became of the pull requests from this number on. */
async function countFrom(db: Database, from: number) {
  const pulls = await db.read
    .selectFrom('pull_request as pull')
    .innerJoin('decision', 'decision.id', 'pull.decision_id')
    .leftJoin('entry', 'entry.primary_pull_request_id', 'pull.id')
    .select(['pull.id', 'decision.visibility', 'entry.id as entry', 'entry.state'])
    .where('pull.number', '>=', from)
    .execute()
  const lines = await db.read
    .selectFrom('activity')
    .select('subject')
    .where('action', '=', 'published')
    .execute()
  const times = Map.groupBy(lines, line => line.subject)
  const customers = pulls.filter(({ visibility }) => visibility === 'user-facing')
  const isOnce = ({ entry, state }: (typeof pulls)[number]) =>
    state === 'published' && times.get(entry ?? '')?.length === 1
  return {
    pulls: pulls.length,
    customers: customers.length,
    publishedOnce: customers.filter(isOnce).length,
    jobs: (await jobsOfAccounts(db).execute()).length,
  }
}
