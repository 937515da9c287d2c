import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Engine } from '#platform/db/database.ts'
import { type DatabaseLocation, openDatabase } from '#platform/db/open.ts'
import { aCommandLine, type CommandLine } from '#testing/command-line.ts'
import { createDatabase } from '#testing/databases.ts'
import { opened } from '#testing/http.ts'
import { freePort, type PostgresServer, startPostgres } from '#testing/postgres.ts'
import { follow, recipe } from '#testing/recipes.ts'
import { pullLines } from '../fixtures.ts'
import { feedsOf, ledgerOf, type State } from '../restore/account.ts'
import { Customer, type Installation } from '../restore/customer.ts'
import { postgresTools } from '../restore/postgres-tools.ts'
import { type Bench, plainRow, type Row } from '../row.ts'
import { KEY } from '../servers.ts'

const CUSTOMERS = 4
/** The number of past merges that each customer starts with, so that a backup takes a while. */
const PAST = 400
/** How long the load lasts before the backup, and again after it, in milliseconds. */
const LOAD_MS = 3_000
/** How long after it was queued, in milliseconds, the first customer's entry is due; the backup holds it as queued. */
const DUE_MS = 15_000
/** How long the publisher needs at most to publish a due entry, in milliseconds. */
const PUBLISHER_MS = 2_000

/** Backs up under load, lets the load go on, restores into an empty place as the documentation says, and compares the accounts. */
export const restore: Bench = {
  name: 'restore',
  async run() {
    const onSqlite = await drill('sqlite')
    const tools = postgresTools()
    const server = await startPostgres({}, tools)
    try {
      return [...onSqlite, ...(await drill('postgres', { server, tools }))]
    } finally {
      await server.stop()
    }
  },
}

interface Postgres {
  server: PostgresServer
  tools: string
}

async function drill(engine: Engine, postgres?: Postgres): Promise<Row[]> {
  const where: Record<string, string> = postgres
    ? { DATABASE_URL: postgres.server.url, TIDINGS_ENCRYPTION_KEY: KEY }
    : {}
  await using host = await opened(createServer((_, response) => response.end()))
  const hosts = { TIDINGS_PRIVATE_HOSTS: new URL(host.address).host }
  using cli = aCommandLine({ ...where, ...hosts, TIDINGS_LOG_LEVEL: 'error', PORT: String(await freePort()) })
  for (const folder of ['backups', 'keys']) mkdirSync(join(cli.directory, folder))
  const backedUp = await backUpUnderLoad(cli, postgres)
  if (postgres) {
    const empty = await createDatabase(postgres.server.url, 'restored')
    if (empty.engine === 'postgres') cli.env.DATABASE_URL = empty.url
  }
  const begun = performance.now()
  await follow(cli, recipe('Restore', engine), postgres?.tools)
  const took = (performance.now() - begun) / 1_000
  return [
    ...(await compare(cli, engine, backedUp)),
    plainRow(`s of the restore, ${engine}`, took, { most: 30 }),
  ]
}

interface BackedUp {
  customers: readonly Customer[]
  /** For each customer, the states that it had while the backup was made. */
  possible: State[][]
  dueAt: number
}

async function backUpUnderLoad(cli: CommandLine, postgres?: Postgres): Promise<BackedUp> {
  const engine = postgres ? 'postgres' : 'sqlite'
  const server = cli.start('serve')
  await server.waitFor('listens on')
  const db = await openDatabase(locationOf(cli), { migrate: false })
  try {
    const at = { cli, db, port: Number(cli.env.PORT) }
    const customers: Customer[] = []
    for (let n = 0; n < CUSTOMERS; n++) customers.push(await aCustomer(at, n))
    const dueAt = await queueOne(at, customers)
    const over = new AbortController()
    const [, ...busy] = customers
    const running = Promise.all(busy.map(customer => customer.run(over.signal)))
    await sleep(LOAD_MS)
    const from = customers.map(({ states }) => states.length - 1)
    await follow(cli, recipe('Back up', engine), postgres?.tools)
    const to = customers.map(({ states }) => states.length)
    await sleep(LOAD_MS)
    over.abort()
    await running
    const possible = customers.map(({ states }, n) => states.slice(from[n], (to[n] ?? 0) + 1))
    return { customers, possible, dueAt }
  } finally {
    await db.close()
    server.process.kill('SIGTERM')
    await server.ended
  }
}

const locationOf = ({ env: { DATABASE_URL: url }, directory }: CommandLine): DatabaseLocation =>
  url ? { engine: 'postgres', url } : { engine: 'sqlite', file: join(directory, 'data', 'tidings.db') }

async function aCustomer(at: Installation, n: number): Promise<Customer> {
  const { cli } = at
  const host = `http://${cli.env.TIDINGS_PRIVATE_HOSTS}`
  const { account_id: id } = await cli.json('account', 'create', '--name', `Team ${n}`)
  writeFileSync(join(cli.directory, 'past.jsonl'), pullLines(PAST))
  await cli.json('import', 'jsonl', 'past.jsonl', '--account', id, '--publish')
  const where = ['--account', id, '--repo', 'acme/app', '--url', host]
  const source = await cli.json('source', 'create', 'github', ...where)
  const customer = new Customer(at, id, source)
  await customer.record()
  return customer
}

/** Queues an entry of the first customer, who does nothing else; gives the time at which it is due, which is after the backup. */
async function queueOne({ cli }: Installation, [first]: readonly Customer[]): Promise<number> {
  if (!first) throw new Error('There is no customer.')
  const dueAt = Date.now() + DUE_MS
  await cli.json('entry', 'queue', await first.merge(), '--at', new Date(dueAt).toISOString())
  await first.record()
  return dueAt
}

/** Compares the restored accounts with their possible states. The queues are paused before the server starts, as documented. */
async function compare(
  cli: CommandLine,
  engine: Engine,
  { customers, possible, dueAt }: BackedUp,
): Promise<Row[]> {
  const db = await openDatabase(locationOf(cli), { migrate: false })
  const ledgers = await Promise.all(customers.map(({ id }) => ledgerOf(db, id)))
  const found = ledgers.map((ledger, n) => possible[n]?.find(state => state.ledger === ledger))
  for (const { id } of customers) await cli.json('queue', 'pause', '--account', id)
  const server = cli.start('serve')
  try {
    await server.waitFor('listens on')
    await sleep(Math.max(0, dueAt + PUBLISHER_MS - Date.now()))
    const feeds = await Promise.all(customers.map(({ id }) => feedsOf(Number(cli.env.PORT), id)))
    const isSame = (text: string, n: number) => found[n]?.feeds === text
    const changes = possible.reduce((sum, states) => sum + states.length - 1, 0)
    const later = customers.filter(({ states }, n) => states.at(-1) !== possible[n]?.at(-1)).length
    return [
      plainRow(`changes around the backup, ${engine}`, changes, { least: 1 }),
      plainRow(`accounts that went on after it, ${engine}`, later, { least: 1 }),
      plainRow(`restored ledgers that are none of then, ${engine}`, found.filter(state => !state).length, {
        most: 0,
      }),
      plainRow(
        `restored feeds that are none of then, ${engine}`,
        feeds.filter((text, n) => !isSame(text, n)).length,
        { most: 0 },
      ),
    ]
  } finally {
    await db.close()
    server.process.kill('SIGTERM')
    await server.ended
  }
}
