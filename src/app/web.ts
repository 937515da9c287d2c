import type { Server } from 'node:http'
import { AppError, messageOf } from '#platform/errors.ts'
import type { Config } from './config/config.ts'
import { recordServerAddress } from './open.ts'
import type { Service } from './service.ts'

/** How long requests under way may take once we are told to stop, in milliseconds. */
const PATIENCE_MS = 10_000

/** A web server that listens. */
export interface RunningWeb {
  baseUrl: string
  /** Takes no more requests and resolves when those under way are answered. */
  close(): Promise<void>
}

/** Starts the web part. `unavailable` when the port is taken or may not be used. */
export async function startWeb(service: Service): Promise<RunningWeb> {
  const [
    { createServer, closeServer },
    { feedFormats },
    { openWebhooks },
    { openGitHubAppContext },
    { openDashboardContext },
  ] = await Promise.all([
    import('#web/server.ts'),
    import('./registry.ts'),
    import('./worker.ts'),
    import('./code-hosts.ts'),
    import('./dashboard.ts'),
  ])
  const { receiver: webhooks, counters } = openWebhooks(service)
  const server = createServer({
    ...service,
    webhooks,
    githubApp: openGitHubAppContext(service),
    dashboard: openDashboardContext(service),
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
      await counters.close()
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
