import { createServer, type Server } from 'node:http'
import { LOST_AFTER_SECONDS } from '#pipeline/maintenance/health.ts'
import { withTimeout } from '#platform/concurrency.ts'
import { AppError, messageOf } from '#platform/errors.ts'
import type { Service } from '../service.ts'
import { measure } from './measurements.ts'
import { PrometheusMetrics } from './metrics.ts'

export interface MetricsServer {
  close(): Promise<void>
}

/** How long the database may take before it counts as unreachable. */
const PATIENCE_MS = 3_000
/** How long a client may take to send a request. */
const CLIENT_PATIENCE_MS = 5_000
/** Requests after which a connection is closed, so that nobody queues thousands at once. */
const REQUESTS_PER_CONNECTION = 100

interface Answer {
  status: number
  type: string
  body: string
}

/** Shares one answer between all requests that arrive while it is being made. */
function shared(make: () => Promise<Answer>): () => Promise<Answer> {
  let running: Promise<Answer> | null = null
  return () => {
    running ??= make().finally(() => {
      running = null
    })
    return running
  }
}

/**
 * Serves `/metrics` and `/health` on their own port if that is configured; otherwise gives null. Throws
 * `unavailable` if the port is in use.
 */
export async function serveMetrics(
  service: Service,
  { patienceMs = CLIENT_PATIENCE_MS } = {},
): Promise<MetricsServer | null> {
  const { config, metrics } = service
  if (config.metrics === null || !(metrics instanceof PrometheusMetrics)) return null
  const answers = new Map([
    ['/metrics', shared(() => metricsNow(service, metrics))],
    ['/health', shared(() => healthNow(service, metrics))],
  ])
  const limits = {
    headersTimeout: patienceMs,
    requestTimeout: patienceMs,
    connectionsCheckingInterval: patienceMs,
  }
  const server = createServer(limits, (request, response) => {
    const answer = answers.get(request.url?.split('?', 1)[0] ?? '')
    if (!answer) response.writeHead(404).end()
    else if (request.method !== 'GET' && request.method !== 'HEAD')
      response.writeHead(405, { Allow: 'GET, HEAD' }).end()
    else
      void answer().then(({ status, type, body }) =>
        response.writeHead(status, { 'Content-Type': type }).end(body),
      )
  })
  server.maxRequestsPerSocket = REQUESTS_PER_CONNECTION
  await listening(server, config.metrics)
  return {
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Measures the database now. If the database cannot be read, answers with the counts of this process alone. */
async function metricsNow({ db, log }: Service, metrics: PrometheusMetrics): Promise<Answer> {
  const measured = await measure(db).catch(error => {
    log.error('the database could not be measured', { error: messageOf(error) })
    return null
  })
  try {
    return { status: 200, type: metrics.contentType, body: await metrics.text(measured) }
  } catch (error) {
    log.error('metrics could not be written', { error: messageOf(error) })
    return { status: 500, type: 'text/plain', body: '' }
  }
}

/** 200 while this process can read the database and its worker, if it runs one, writes its heartbeat; otherwise 503. */
async function healthNow({ db }: Service, metrics: PrometheusMetrics): Promise<Answer> {
  const isReading = await withTimeout(PATIENCE_MS, db.ping()).then(
    () => true,
    () => false,
  )
  const isHealthy = isReading && (metrics.secondsSinceHeartbeat() ?? 0) <= LOST_AFTER_SECONDS
  const body = JSON.stringify({ status: isHealthy ? 'ok' : 'failed' })
  return { status: isHealthy ? 200 : 503, type: 'application/json', body }
}

const listening = (server: Server, { host, port }: { host: string; port: number }): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', error =>
      reject(
        new AppError('unavailable', `Metrics cannot be served on ${host}, port ${port}: ${error.message}.`),
      ),
    )
    server.listen(port, host, resolve)
  })
