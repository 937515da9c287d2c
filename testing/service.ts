import { test } from 'node:test'
import { type Account, createAccount } from '#accounts/account.ts'
import { readConfig } from '#app/config/config.ts'
import { openService } from '#app/open.ts'
import type { Service } from '#app/service.ts'
import type { Database, Engine } from '#platform/db/database.ts'
import type { DatabaseLocation } from '#platform/db/open.ts'
import type { RegisteredJob } from '#platform/jobs/job.ts'
import { claimJobs } from '#platform/jobs/queue.ts'
import { runJob } from '#platform/jobs/worker.ts'
import { openLog } from '#platform/log.ts'
import { createSource, type NewSource, type Source } from '#pulls/connections/sources.ts'
import type { DashboardServices, WebContext } from '#web/context.ts'
import { createServer } from '#web/server.ts'
import type { Background } from '../src/app/background.ts'
import { openDashboardServices } from '../src/app/dashboard.ts'
import { feedFormats } from '../src/app/registry.ts'
import { openWebhooks } from '../src/app/webhooks.ts'
import { jobsOf } from '../src/app/worker.ts'
import { makePasswordsCheap } from './cheap-passwords.ts'
import { closable } from './closable.ts'
import { ENGINES, migratedPlace, withTime } from './databases.ts'
import { type Listening, listen } from './http.ts'
import { onSameThread } from './same-thread.ts'
import { neverStale } from './served.ts'
import { entriesOf, ledgerOf, type ManualClock, manualClock } from './world.ts'

/** The service as it is assembled in production, on a new database with one account, and with a clock that the test moves. */
export interface TestService extends Listening {
  service: Service
  /** The options that the web server is created with. */
  parts: WebContext
  clock: ManualClock
  account: Account
  location: DatabaseLocation
  logged: string[]
  /** The texts that the operator reads on the terminal. */
  printed: string[]
  connect(more?: Partial<NewSource>): Promise<{ source: Source; secret: string }>
  /** Runs all jobs that are due, and those that they add. */
  settle(): Promise<void>
  /** Each pull request as `place title`, newest merge first. */
  ledger(): Promise<string[]>
  entries(): Promise<string[]>
  /** Removes the database. */
  dropDatabase(): Promise<void>
}

/** The timing of retries: a second is shortened to 4 ms, and a wait of more than 1.5 seconds is not waited for. */
const RETRY_TIMING = { longestWaitMs: 1_500, secondMs: 4 }

makePasswordsCheap()

const KEY = `test:${Buffer.alloc(32, 7).toString('base64')}`

/** The parts of a service that a test replaces. */
interface ServiceChanges {
  dashboard?: Partial<DashboardServices>
  /** Opens a background thread, in place of running background tasks on the caller's thread. */
  background?(database: DatabaseLocation): Background
  /** Returns the database to use in place of the given one. */
  watched?(db: Database): Database
}

export async function aService(
  engine: Engine,
  env: Record<string, string> = {},
  { dashboard: overrides = {}, background, watched = db => db }: ServiceChanges = {},
): Promise<TestService> {
  const place = await migratedPlace(engine)
  const location = place.location
  const where = location.engine === 'sqlite' ? {} : { DATABASE_URL: location.url }
  const config = readConfig({ TIDINGS_ENCRYPTION_KEY: KEY, ...where, ...env }, '/nowhere', () => '')
  const printed: string[] = []
  const write = (text: string) => printed.push(text)
  const opened = await openService({ ...config, database: location }, write, { migrate: false })
  const beside = background?.(location) ?? onSameThread(opened.db)
  const clock = manualClock()
  const logged: string[] = []
  const db = withTime(neverStale(watched(opened.db)), clock)
  const log = openLog('debug', clock, line => logged.push(line))
  const service: Service = { ...opened, db, clock, log, retryTiming: RETRY_TIMING, background: beside }
  const webhooks = openWebhooks(service)
  const { requestsPerMinute, mcpHosts } = config
  const dashboard = { ...openDashboardServices(service), ...overrides }
  const parts = {
    ...service,
    webhooks,
    dashboard,
    requestsPerMinute,
    mcpHosts,
    formats: feedFormats,
  }
  const server = await listen(createServer(parts))
  const account = await db.write(tx => createAccount(tx, clock, service.ids, { name: 'Acme' }))
  const { jobs } = await jobsOf(service)
  return {
    ...server,
    service,
    parts,
    clock,
    account,
    location,
    logged,
    printed,
    connect: async (more = {}) => {
      const secrets = await service.secrets()
      return db.write(tx => createSource(tx, clock, service.ids, secrets, { ...aSource(account), ...more }))
    },
    settle: () => runDueJobs(service, jobs),
    ledger: () => ledgerOf(db, account),
    entries: () => entriesOf(db, account),
    dropDatabase: place.remove,
    ...closable(async () => {
      await server.close()
      await beside.close()
      await service.close()
      await place.remove()
    }),
  }
}

/** A test of the running service, on each of the engines. */
export function withRunningService(
  name: string,
  story: (it: TestService) => Promise<void>,
  env: Record<string, string> = {},
  engines = ENGINES,
): void {
  for (const engine of engines) {
    test(`${name} (${engine})`, async () => {
      await using it = await aService(engine, env)
      await story(it)
    })
  }
}

const aSource = (account: Account): NewSource => ({
  accountId: account.id,
  provider: 'github',
  apiUrl: 'https://api.github.com',
  host: 'github.com',
  repo: 'acme/app',
  token: null,
  installationId: null,
})

/** Runs the jobs that are due, and those that they add. */
export async function runDueJobs(service: Service, registered: readonly RegisteredJob[]): Promise<void> {
  const never = new AbortController().signal
  for (;;) {
    const jobs = await claimJobs(service.db, service.ids, {
      most: 10,
      leaseMs: 60_000,
      kinds: registered.map(({ name }) => name),
    })
    if (jobs.length === 0) return
    await Promise.all(jobs.map(job => runJob(service, registered, job, never)))
  }
}
