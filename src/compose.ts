import type { Server } from 'node:http'
import type { Database } from '#db/database.ts'
import { isDatabaseFailureMessage } from '#db/failure.ts'
import { openDatabase, openForReading } from '#db/open.ts'
import { recordServerAddress, serverAddress } from '#db/server-address.ts'
import { AppError, messageOf } from '#kit/app-error.ts'
import { type Bell, createBell } from '#kit/bell.ts'
import { type Clock, systemClock } from '#kit/clock.ts'
import { type Ids, randomIds } from '#kit/ids.ts'
import { lazily } from '#kit/lazily.ts'
import { type Log, openLog, withoutRepeats } from '#kit/log.ts'
import type { Secrets } from '#kit/secrets.ts'
import { type Pace, USUAL_PACE } from '#pulls/code-host.ts'
import { type Background, openBackground } from './background.ts'
import { addressOf, type Config } from './config.ts'
import { openEncryption } from './encryption.ts'

/** How long requests under way may take once we are told to stop, in milliseconds. */
const PATIENCE_MS = 10_000

/** What every command and the server are made of. */
export interface Service {
  config: Config
  /** The public address, without a slash at the end. */
  baseUrl: string
  db: Database
  clock: Clock
  ids: Ids
  /** How long clients of code hosts wait by themselves. */
  pace: Pace
  log: Log
  /** Rings when there is work to do. */
  bell: Bell
  /** Where strangers' text is taken apart, so that requests do not wait for it. */
  background: Background
  /** Where the operator reads; never part of a log. */
  terminal(text: string): void
  /** What seals the secrets of connections and signs cookies. `unavailable` where the key is missing or another than the database's. */
  secrets(): Promise<Secrets>
  close(): Promise<void>
}

/** How the database is opened. */
export interface Opening {
  /** Brings it to this code's version first. */
  migrate: boolean
  /** Nothing at all can be written. */
  readOnly?: boolean
  /** It is to serve under its own address, and not to print that of the server on this database. */
  serves?: boolean
}

/** Opens the database (migrating it first when asked to) and puts the parts together. */
export async function openService(
  config: Config,
  write: (line: string) => void,
  { migrate, readOnly = false, serves = false }: Opening,
): Promise<Service> {
  const db = readOnly
    ? await openForReading(config.database)
    : await openDatabase(config.database, { migrate })
  const background = openBackground(config.database)
  return {
    config,
    baseUrl: await baseUrlOf(config, serves ? null : db),
    db,
    clock: systemClock,
    ids: randomIds,
    pace: USUAL_PACE,
    log: withoutRepeats(openLog(config.logLevel, systemClock, write), systemClock, isDatabaseFailureMessage),
    bell: createBell(),
    background,
    terminal: write,
    secrets: lazily(() => openEncryption(config, db)),
    async close() {
      await background.close()
      await db.close()
    },
  }
}

/** As configured; else that of the server that runs or ran on this database; else by host and port. */
async function baseUrlOf({ baseUrl, host, port }: Config, db: Database | null): Promise<string> {
  const known = baseUrl ?? (db && (await serverAddress(db.read)))
  return known ?? addressOf(host, port)
}

/** A web server that listens. */
export interface RunningWeb {
  baseUrl: string
  /** Takes no more requests and resolves when those under way are answered. */
  close(): Promise<void>
}

/** Starts the web part. `unavailable` when the port is taken or may not be used. */
export async function startWeb(service: Service): Promise<RunningWeb> {
  const [{ createServer, closeServer }, { feedFormats }, { openCallbacks }, { openAppDesk }, { openDesk }] =
    await Promise.all([
      import('#web/server.ts'),
      import('./providers.ts'),
      import('./work.ts'),
      import('./connections.ts'),
      import('./desk.ts'),
    ])
  const { inbox, tallies } = openCallbacks(service)
  const server = createServer({
    ...service,
    inbox,
    apps: openAppDesk(service),
    desk: openDesk(service),
    requestsPerMinute: service.config.requestsPerMinute,
    mcpHosts: service.config.mcpHosts,
    formats: feedFormats,
  })
  await listen(server, service.config)
  await recordServerAddress(service.db, service.baseUrl).catch(error =>
    service.log.warn('the address of the server could not be recorded', { error: messageOf(error) }),
  )
  return {
    baseUrl: service.baseUrl,
    async close() {
      await closeServer(server, PATIENCE_MS)
      await tallies.close()
    },
  }
}

function listen(server: Server, { host, port }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', error =>
      reject(new AppError('unavailable', refusal(error, host, port), { cause: error })),
    )
    server.listen(port, host, resolve)
  })
}

function refusal(error: Error, host: string, port: number): string {
  const code = 'code' in error ? error.code : ''
  if (code === 'EADDRINUSE') return `Port ${port} is taken; give another with --port or PORT.`
  if (code === 'EACCES')
    return `Port ${port} may not be used by this user; give one above 1023 with --port or PORT.`
  return `Cannot listen on ${host}, port ${port}: ${error.message}.`
}
