import { createServer, type Server, type ServerResponse } from 'node:http'
import { AppError, messageOf } from '#platform/errors.ts'
import type { Service } from '../service.ts'
import { measure } from './measurements.ts'
import { PrometheusMetrics } from './metrics.ts'

export interface MetricsServer {
  close(): Promise<void>
}

/** Serves `/metrics` on its own port where the operator asks for it, else null. `unavailable` when the port is in use. */
export async function serveMetrics(service: Service): Promise<MetricsServer | null> {
  const { config, metrics } = service
  if (config.metrics === null || !(metrics instanceof PrometheusMetrics)) return null
  const server = createServer((request, response) => {
    if (request.url?.split('?', 1)[0] === '/metrics') void answer(service, metrics, response)
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

const listening = (server: Server, { host, port }: { host: string; port: number }): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', error =>
      reject(
        new AppError('unavailable', `Metrics cannot be served on ${host}, port ${port}: ${error.message}.`),
      ),
    )
    server.listen(port, host, resolve)
  })
