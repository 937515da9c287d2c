import { randomInt } from 'node:crypto'
import type { Database } from '#platform/db/database.ts'
import { type DatabaseLocation, openDatabase } from '#platform/db/open.ts'
import { retryJobs } from '#platform/jobs/failed-jobs.ts'
import { aGitHubPull } from '../github-webhooks.ts'
import { until } from '../until.ts'
import { hmacHex } from '../webhook-payloads.ts'
import { type BrokenGuarantee, breakGuarantee } from './broken-guarantees.ts'
import { aField } from './harness.ts'
import { type ServerProcess, startPart } from './server-processes.ts'

/** A service of several processes that are killed at random while callbacks come in. */
interface Battle {
  location: DatabaseLocation
  deliveries: number
  /** How many deliveries are accepted from a restart to the next kill: at least and less than. Without it, nothing is killed. */
  killsAfter?: readonly [least: number, most: number]
  /** Called once, halfway through. Its `refused` waits until a callback was refused with status 503. */
  midway?: (refused: () => Promise<unknown>) => Promise<void>
  /** A guarantee that is broken, for the test of this harness itself. */
  broken?: BrokenGuarantee
}

/** The result of a run. `merges`, `records` and `decisions` must be equal, `userFacing` and `drafts` too, and all later counts zero. */
export interface Aftermath {
  kills: number
  attempts: number
  /** The number of answers by status; 0 counts broken connections. */
  answers: Record<string, number>
  acknowledged: number
  merges: number
  records: number
  decisions: number
  userFacing: number
  drafts: number
  unsettled: number
  givenUp: number
  /** Settled deliveries that a redelivery caused to be processed again. */
  reopened: number
}

export function isWhole(it: Aftermath): boolean {
  const { merges, records, decisions, drafts, userFacing } = it
  const once = records === merges && decisions === merges && drafts === userFacing
  return once && drafts > 0 && [it.unsettled, it.givenUp, it.reopened].every(count => count === 0)
}

interface Post {
  delivery: string
  body: string
}

const SENDERS = 12
/** The number of deliveries that are sent once more after all were processed. */
const REDELIVERED = 40
const TITLES = ['feat: export reports as', 'fix: wrong totals in', 'ci: cache', 'docs: explain']

export async function fight({
  location,
  deliveries,
  killsAfter,
  midway,
  broken,
}: Battle): Promise<Aftermath> {
  await using field = await aField(location)
  const { cli, account, processes } = field
  const source = await cli.json('source', 'create', 'github', '--account', account, '--repo', 'acme/app')
  const path = new URL(source.url).pathname
  if (broken) await breakGuarantee(location, broken)
  // On PostgreSQL there are two web servers and two workers; on SQLite one process is both.
  const parts = location.engine === 'sqlite' ? ['serve'] : ['web', 'web', 'worker', 'worker']
  processes.push(...(await Promise.all(parts.map(part => startPart(cli, part)))))
  const posts = postsFor(deliveries)
  const count = { kills: 0, attempts: 0, answers: {} as Record<string, number> }
  let [untilKill, strike] = [
    killsAfter ? randomInt(...killsAfter) : Number.POSITIVE_INFINITY,
    Promise.resolve(),
  ]
  const killOne = async (range: readonly [number, number]) => {
    count.kills++
    await processes[randomInt(processes.length)]?.killAndRestart()
    untilKill = randomInt(...range)
  }
  const refused = () => until(() => count.answers['503'], 'a refused callback')
  const queue = posts.values()
  let sent = 0
  const sender = async () => {
    for (const post of queue) {
      await sendUntilTaken(processes, path, source.secret, post, status => {
        count.attempts++
        count.answers[status] = (count.answers[status] ?? 0) + 1
        if (killsAfter && status === 202 && --untilKill === 0) strike = killOne(killsAfter)
      })
      if (++sent === Math.floor(posts.length / 2)) await midway?.(refused)
    }
  }
  await Promise.all(Array.from({ length: SENDERS }, sender))
  await strike
  const db = await openDatabase(location, { migrate: false })
  try {
    await untilQuiet(db)
    // A job whose worker was killed three times is set aside until it is retried.
    await db.write(tx => retryJobs(tx, 'all'))
    await untilQuiet(db)
    const redeliver = (post: Post) => sendUntilTaken(processes, path, source.secret, post, () => {})
    const reopened = await countReopened(db, () => Promise.all(posts.slice(0, REDELIVERED).map(redeliver)))
    return { ...count, acknowledged: posts.length, ...(await countAll(db, posts)), reopened }
  } finally {
    await db.close()
  }
}

/** The deliveries to send. As with real hosts, some come twice: with the same id, or the same merge under another id. */
function postsFor(deliveries: number): Post[] {
  return Array.from({ length: deliveries }, (_, at) => {
    const n = at % 8 === 7 ? at - 1 : at
    const number = 1 + Math.floor((n * 3) / 4)
    const title = `${TITLES[number % TITLES.length]} ${number}`
    const url = `https://github.com/acme/app/pull/${number}`
    const commit = number.toString(16).padStart(40, '0')
    const pull = aGitHubPull({ number, title, html_url: url, merge_commit_sha: commit })
    const repository = { id: 5, full_name: 'acme/app' }
    const body = JSON.stringify({ action: 'closed', repository, pull_request: pull })
    return { delivery: `d${n}`, body }
  })
}

/** Sends a delivery until it is accepted, as a host does. */
async function sendUntilTaken(
  processes: readonly ServerProcess[],
  path: string,
  secret: string,
  { delivery, body }: Post,
  onAnswer: (status: number) => void,
): Promise<void> {
  const servers = processes.filter(({ port }) => port !== null)
  await until(async () => {
    const server = servers[randomInt(servers.length)]
    await server?.up()
    const status = await post(`http://127.0.0.1:${server?.port}${path}`, body, {
      'content-type': 'application/json',
      'x-github-event': 'pull_request',
      'x-github-delivery': delivery,
      'x-hub-signature-256': `sha256=${hmacHex(secret, body)}`,
    })
    onAnswer(status)
    if (processes.some(process => process.crashed())) throw new Error('A process ended by itself.')
    return status === 202
  }, 'the acceptance of a delivery')
}

const post = async (url: string, body: string, headers: Record<string, string>): Promise<number> => {
  try {
    const answer = await fetch(url, { method: 'POST', body, headers, signal: AbortSignal.timeout(20_000) })
    await answer.arrayBuffer()
    return answer.status
  } catch {
    return 0
  }
}

/** Waits until no delivery waits; one that a killed worker held is due again when its lease is over. */
async function untilQuiet(db: Database): Promise<void> {
  let calm = 0
  await until(async () => {
    const { waiting } = await db.read
      .selectFrom('job')
      .select(({ fn }) => fn.countAll<number>().as('waiting'))
      .where('kind', '=', 'delivery')
      .where('available_at', 'is not', null)
      .executeTakeFirstOrThrow()
    calm = Number(waiting) === 0 ? calm + 1 : 0
    return calm === 3
  }, 'the end of all deliveries')
}

async function countReopened(db: Database, redeliver: () => Promise<unknown>): Promise<number> {
  const settled = async () =>
    new Map(
      (await db.read.selectFrom('delivery').select(['id', 'settled_at']).execute()).map(row => [
        row.id,
        row.settled_at,
      ]),
    )
  const before = await settled()
  await redeliver()
  await untilQuiet(db)
  const after = await settled()
  return [...before].filter(([id, at]) => after.get(id) !== at).length
}

async function countAll(db: Database, posts: readonly Post[]) {
  const count = async (table: 'pull_request' | 'decision' | 'entry') => {
    const { n } = await db.read
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    return Number(n)
  }
  const visible = await db.read
    .selectFrom('decision')
    .select('id')
    .where('visibility', '=', 'user-facing')
    .execute()
  const unsettled = await db.read
    .selectFrom('delivery')
    .select('id')
    .where('state', '!=', 'processed')
    .execute()
  const givenUp = await db.read.selectFrom('job').select('id').where('available_at', 'is', null).execute()
  return {
    merges: new Set(posts.map(({ body }) => body)).size,
    records: await count('pull_request'),
    decisions: await count('decision'),
    userFacing: visible.length,
    drafts: await count('entry'),
    unsettled: unsettled.length,
    givenUp: givenUp.length,
  }
}
