import type { Server } from 'node:http'
import { AppError, messageOf } from '#platform/errors.ts'
import type { Config } from './config/config.ts'
import { recordServerAddress } from './open.ts'
import type { Service } from './service.ts'

/** How long open requests may take after the stop signal. */
const DRAIN_TIMEOUT_MS = 8_000

/** A web server that accepts requests. */
interface RunningWebServer {
  /** Stops accepting requests and resolves when the open ones are answered. */
  close(): Promise<void>
}

/** Starts the web server. `unavailable` when the port is in use or not permitted. */
export async function startWeb(service: Service): Promise<RunningWebServer> {
  const [{ createServer, closeServer }, { feedFormats }, { openWebhooks }, { openDashboardServices }] =
    await Promise.all([
      import('#web/server.ts'),
      import('./registry.ts'),
      import('./webhooks.ts'),
      import('./dashboard.ts'),
    ])
  const server = createServer({
    ...service,
    webhooks: openWebhooks(service),
    dashboard: openDashboardServices(service),
    requestsPerMinute: service.config.requestsPerMinute,
    mcpHosts: service.config.mcpHosts,
    formats: feedFormats,
  })
  await listen(server, service.config)
  await recordServerAddress(service.db, service.baseUrl).catch(error =>
    service.log.warn('the address of the server could not be recorded', { error: messageOf(error) }),
  )
  return {
    close: () => closeServer(server, DRAIN_TIMEOUT_MS),
  }
}

function listen(server: Server, { host, port }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', error =>
      reject(new AppError('unavailable', listenError(error, host, port), { cause: error })),
    )
    server.listen(port, host, resolve)
  })
}

function listenError(error: Error, host: string, port: number): string {
  const code = 'code' in error ? error.code : ''
  if (code === 'EADDRINUSE') return `Port ${port} is in use; choose another with --port or PORT.`
  if (code === 'EACCES')
    return `This user may not listen on port ${port}; choose one above 1023 with --port or PORT.`
  return `Cannot listen on ${host}, port ${port}: ${error.message}.`
}
