import { BlockList } from 'node:net'
import type { ActionContext } from '#accounts/activity.ts'
import type { HostRules } from '#changelog/page/address/hosts.ts'
import { hostProof, proveHost } from '#changelog/page/address/hosts.ts'
import type { GitHubApps } from '#pipeline/github-app/context.ts'
import { GitRoots } from '#pipeline/ingest/git-roots.ts'
import type { WebhookReceiver } from '#pipeline/webhooks/receive.ts'
import { type Clock, systemClock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { AppError } from '#platform/errors.ts'
import { randomIds } from '#platform/ids.ts'
import { openLog } from '#platform/log.ts'
import { NO_METRICS } from '#platform/monitoring/metrics.ts'
import type { DashboardServices } from '#web/context.ts'
import { createServer } from '#web/server.ts'
import { feedFormats } from '../src/app/registry.ts'
import { withDatabase } from './databases.ts'
import { type Asked, listen } from './http.ts'
import { judgedOffline } from './offline-judge.ts'

export const BASE_URL = 'https://changelog.example.com'

/** The context in which tests change pages. A host name needs no proof while there is one account. */
export const PAGE_CONTEXT: ActionContext & { hostRules: HostRules } = {
  ...{ clock: systemClock, ids: randomIds, actor: 'ann' },
  hostRules: { operatorHosts: ['changelog.example.com', 'mcp.example.com'], proof: 'off' },
}

/** The account's owner adds the record that the claimed host name waits for. */
export async function proveItsHost(db: Database, account: { id: string }): Promise<void> {
  const proof = await hostProof(db.read, account.id)
  if (!proof) return
  await proveHost(db, { ...PAGE_CONTEXT, txtRecords: async () => [proof.value] }, account.id)
}

/** The web server over a database, and what it logged. */
export interface TestServer {
  ask: (path: string, asked?: Asked) => ReturnType<Awaited<ReturnType<typeof listen>>['ask']>
  /** The port of the server, for clients that connect by themselves. */
  port: number
  logged: string[]
}

/** A webhook receiver without connections, for tests in which no callbacks come in. */
export const noWebhooks: WebhookReceiver = {
  knows: () => false,
  connectionsAt: async () => [],
  receive: async () => {},
}

/** The options of a server that a test can set. */
export interface ServerOptions {
  /** Whether PostgreSQL's answers may be a fifth of a second old, as outside tests. */
  mayBeStale?: boolean
  clock?: Clock
  requestsPerMinute?: number
  mcpHosts?: readonly string[]
}

/** Services of the dashboard for tests that request nothing under /app. */
export const noDashboard: DashboardServices = {
  ids: randomIds,
  baseUrl: BASE_URL,
  txtRecords: async () => [],
  hostRules: PAGE_CONTEXT.hostRules,
  secrets: () => Promise.reject(new Error('There are no secrets.')),
  gitRoots: new GitRoots([]),
  ownChangelogs: async () => [],
  githubApp: {} as GitHubApps,
  effects: [],
  billing: 'none',
  writers: {
    operatorModel: null,
    isListed: () => false,
    models: () => Promise.reject(new Error('No model is asked in this test.')),
    findLocal: async () => [],
    open: () => Promise.reject(new Error('No model is asked in this test.')),
  },
  payments: () => Promise.reject(new Error('Nothing is paid in this test.')),
  signIn: async () => {
    throw new AppError('unavailable', 'There is no sign-in in this test.')
  },
  passkeys: null,
  send: async () => ({ outcome: 'sent' }),
  offers: { github: false, oidc: null, passkeys: false, mail: false, plans: false },
  trustedProxies: new BlockList(),
  clientDocuments: () => Promise.reject(new Error('No program has a document.')),
  feedFormats,
  judgementToOverride: judgedOffline,
  social: () => {
    throw new Error('Nothing is posted in this test.')
  },
  pullPicture: () => Promise.reject(new Error('No picture is fetched in this test.')),
  judge: () => Promise.reject(new Error('Nothing is judged in this test.')),
  models: () => Promise.reject(new Error('No language model is asked in this test.')),
}

/** Runs a web server over the database while the work is done. */
export async function withTestServer<T>(
  db: Database,
  work: (served: TestServer) => Promise<T>,
  { clock = systemClock, requestsPerMinute = 120, mcpHosts = [], mayBeStale = false }: ServerOptions = {},
): Promise<T> {
  const logged: string[] = []
  const log = openLog('debug', systemClock, line => logged.push(line))
  await using server = await listen(
    createServer({
      db: mayBeStale ? db : neverStale(db),
      clock,
      log,
      metrics: NO_METRICS,
      baseUrl: BASE_URL,
      requestsPerMinute,
      mcpHosts,
      hostRules: PAGE_CONTEXT.hostRules,
      formats: feedFormats,
      webhooks: noWebhooks,
      dashboard: noDashboard,
    }),
  )
  return await work({ ask: server.ask, port: server.port, logged })
}

/** A test with a database, on both engines, and the web server over it. */
export function withServer(
  name: string,
  body: (served: TestServer, db: Database) => Promise<void>,
  options?: ServerOptions,
): void {
  withDatabase(name, db => withTestServer(db, served => body(served, db), options))
}

/**
 * A database whose reads are never served again. On PostgreSQL they may be, for a fifth of a second, and a test would miss its own writes.
 */
export function neverStale(db: Database): Database {
  let version = 0
  return db.engine === 'postgres' ? { ...db, dataVersion: () => version++ } : db
}
