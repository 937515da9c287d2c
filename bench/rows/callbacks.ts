import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type DatabaseLocation, openDatabase } from '#platform/db/open.ts'
import { aCommandLine } from '#testing/command-line.ts'
import { startPostgres } from '#testing/postgres.ts'
import { type Bench, type BenchContext, comparedRow, type Row } from '../row.ts'
import { KEY, type Server, startTidings } from '../servers.ts'
import { compare, percentile, perSecond } from '../statistics.ts'
import { next, numberedBodies, type Post, type SealedBody, sealed, sender } from '../webhooks.ts'
import { timedRow } from '../yardstick.ts'

const TABLE = 'create table bare_delivery (id text primary key, body text not null)'

/** Compares callbacks, acknowledged once on the disk, with inserts of the same size through the bare driver; then times merge to draft. */
export const callbacks: Bench = {
  name: 'callbacks',
  async run(context) {
    return [...(await onSqlite(context)), ...(await onPostgres(context))]
  },
}

async function onSqlite(context: BenchContext): Promise<Row[]> {
  const folder = join(context.scratch, 'callbacks')
  mkdirSync(folder)
  const bare = new DatabaseSync(join(context.scratch, 'bare-callbacks.db'))
  bare.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; ${TABLE}`)
  const statement = bare.prepare('insert into bare_delivery values (?, ?)')
  const location = { engine: 'sqlite', file: join(folder, 'tidings.db') } as const
  try {
    return await measure('SQLite', context, location, { TIDINGS_DATA: folder }, async body => {
      statement.run(randomUUID(), body)
    })
  } finally {
    bare.close()
  }
}

async function onPostgres(context: BenchContext): Promise<Row[]> {
  const server = await startPostgres()
  const bare = new pg.Client({ connectionString: server.url })
  await bare.connect()
  await bare.query(TABLE)
  const location = { engine: 'postgres', url: server.url } as const
  try {
    const env = { DATABASE_URL: server.url, TIDINGS_DATA: context.scratch }
    return await measure('PostgreSQL', context, location, env, body =>
      bare.query('insert into bare_delivery values ($1, $2)', [randomUUID(), body]),
    )
  } finally {
    await bare.end()
    await server.stop()
  }
}

/** How many deliveries a host sends at once: on a quiet day, on a busy day, and when it sends again what failed in an outage. */
const SENDERS = [1, 16, 64]
const MOST_SENDERS = Math.max(...SENDERS)

async function measure(
  engine: string,
  { smoke }: BenchContext,
  location: DatabaseLocation,
  where: Record<string, string>,
  insert: (body: string) => Promise<unknown>,
): Promise<Row[]> {
  const env = { ...where, TIDINGS_ENCRYPTION_KEY: KEY }
  const cli = aCommandLine(env)
  const account = (await cli.json('account', 'create', '--name', 'Acme')).account_id
  const source = await cli.json('source', 'create', 'github', '--account', account, '--repo', 'acme/app')
  const path = new URL(source.url).pathname
  const bodies = numberedBodies()
  const count = smoke ? 48 : 960
  const accepted = async (processes: number, senders: number, where: string): Promise<Row[]> => {
    const webs = await Promise.all(Array.from({ length: processes }, () => startTidings('web', env)))
    const posts = Array.from({ length: senders }, (_, at) => sender(webs[at % processes]?.port ?? 0, path))
    const label = `senders: ${senders}, ${where}, ${engine}`
    const rounds = smoke ? 2 : 5
    const cpuBefore = await cpuMsOf(webs)
    const compared = await compare(
      rounds,
      () => together(posts, count, () => sealed(next(bodies), source.secret)),
      () => perSecond(count, () => insert(next(bodies))),
    )
    const cpuMs = ((await cpuMsOf(webs)) - cpuBefore) / ((rounds + 1) * count)
    await Promise.all(webs.map(web => web.stop()))
    return [
      comparedRow(`durable callbacks a second, ${label}`, compared, { least: 0.5 }),
      timedRow(`a callback, ms of processor time, ${label}`, cpuMs, { most: 0.5 }),
    ]
  }
  try {
    return [
      ...(await Array.fromAsync(SENDERS, senders => accepted(1, senders, 'one process'))).flat(),
      ...(await accepted(2, MOST_SENDERS, 'two processes')),
      ...(await fromMergeToDraft(engine, smoke ? 5 : 100, location, env, source, bodies)),
    ]
  } finally {
    cli.remove()
  }
}

async function cpuMsOf(servers: readonly Server[]): Promise<number> {
  const usages = await Promise.all(servers.map(server => server.usage()))
  return usages.reduce((sum, { cpuMs }) => sum + cpuMs, 0)
}

/** How many posts a second are answered when each sender sends its next post as soon as its last one is answered. */
async function together(posts: readonly Post[], count: number, make: () => SealedBody): Promise<number> {
  const ready = Array.from({ length: count }, make).values()
  const begun = performance.now()
  await Promise.all(
    posts.map(async post => {
      for (const body of ready) await post(body)
    }),
  )
  return (count / (performance.now() - begun)) * 1_000
}

/** Measures the time from a merge to its draft on a `serve` process that has nothing else to do. */
async function fromMergeToDraft(
  engine: string,
  count: number,
  location: DatabaseLocation,
  env: Record<string, string>,
  source: { url: string; secret: string },
  bodies: Iterator<string>,
): Promise<Row[]> {
  const db = await openDatabase(location, { migrate: false })
  await db.write(tx => tx.deleteFrom('job').execute())
  const serve = await startTidings('serve', env)
  const send = sender(serve.port, new URL(source.url).pathname)
  const drafts = async () => (await db.read.selectFrom('entry').select('id').execute()).length
  const took: number[] = []
  for (let n = -3; n < count; n++) {
    const before = await drafts()
    const begun = performance.now()
    await send(sealed(next(bodies), source.secret))
    while ((await drafts()) === before) await sleep(1)
    if (n >= 0) took.push(performance.now() - begun)
  }
  await serve.stop()
  await db.close()
  return [
    timedRow(`merge to draft p50 ms, ${engine}`, percentile(took, 50), { most: 250 }),
    timedRow(`merge to draft p95 ms, ${engine}`, percentile(took, 95), { most: 500 }),
  ]
}
