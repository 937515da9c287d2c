import { createServer, type Server, type ServerResponse } from 'node:http'
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

/** Serves `/metrics` and `/health` on their own port where the operator asks for it, else null. `unavailable` when the port is in use. */
export async function serveMetrics(service: Service): Promise<MetricsServer | null> {
  const { config, metrics } = service
  if (config.metrics === null || !(metrics instanceof PrometheusMetrics)) return null
  const server = createServer((request, response) => {
    const path = request.url?.split('?', 1)[0]
    if (path === '/metrics') void answer(service, metrics, response)
    else if (path === '/health') void answerHealth(service, metrics, response)
    else response.writeHead(404).end()
  })
  await listening(server, config.metrics)
  return {
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Measures the database now. Where it cannot be read, what this process counted is still answered. */
async function answer(
  { db, log }: Service,
  metrics: PrometheusMetrics,
  response: ServerResponse,
): Promise<void> {
  const measured = await measure(db).catch(error => {
    log.error('the database could not be measured', { error: messageOf(error) })
    return null
  })
  try {
    const text = await metrics.text(measured)
    response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text)
  } catch (error) {
    log.error('metrics could not be written', { error: messageOf(error) })
    response.writeHead(500).end()
  }
}

/** 200 while this process reads the database and its worker, where it runs one, writes its heartbeat; otherwise 503. */
async function answerHealth(
  { db }: Service,
  metrics: PrometheusMetrics,
  response: ServerResponse,
): Promise<void> {
  const isReading = await withTimeout(PATIENCE_MS, db.ping()).then(
    () => true,
    () => false,
  )
  const isHealthy = isReading && (metrics.secondsSinceHeartbeat() ?? 0) <= LOST_AFTER_SECONDS
  response
    .writeHead(isHealthy ? 200 : 503, { 'Content-Type': 'application/json' })
    .end(JSON.stringify({ status: isHealthy ? 'ok' : 'failed' }))
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
