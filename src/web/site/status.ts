import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import type { FeedCheck } from '#changelog/feeds/feed-check.ts'
import { type HealthCheck, healthChecks } from '#pipeline/maintenance/health.ts'
import { isoOf } from '#platform/clock.ts'
import { withTimeout } from '#platform/concurrency.ts'
import type { Database } from '#platform/db/database.ts'
import { messageOf } from '#platform/errors.ts'
import type { Log } from '#platform/log.ts'
import type { WebContext } from '#web/context.ts'
import { PATIENCE_MS } from '#web/database-reads.ts'
import { Status } from '#web/openapi/schemas.ts'

const RETRY_AFTER = '30'

const noStore = { required: true, schema: { type: 'string', const: 'no-store' } } as const
const content = { 'application/json': { schema: Status } }

const route = createRoute({
  method: 'get',
  path: '/status.json',
  operationId: 'getStatus',
  tags: ['Discovery'],
  summary: 'Whether the feeds can be read',
  description: 'To be looked at before a quiet feed is taken for silence.',
  responses: {
    200: {
      description: 'The datastore behind the feeds answers.',
      headers: { 'Cache-Control': noStore },
      content,
    },
    503: {
      description: 'It does not; the failed check says so.',
      headers: {
        'Cache-Control': noStore,
        'Retry-After': { required: true, schema: { type: 'string' }, description: 'In seconds.' },
      },
      content,
    },
  },
})

export function serveStatus(app: OpenAPIHono, { db, clock, log }: WebContext, check: FeedCheck): void {
  app.openapi(route, async c => {
    const fault = await faultOf(check)
    if (fault) log.error('the feeds cannot be read', { error: fault })
    const time = isoOf(clock.now())
    const headers = { 'Cache-Control': 'no-store', 'Access-Control-Allow-Origin': '*' }
    if (!fault) {
      const checks = [{ name: 'datastore', status: 'ok' as const }, ...(await checksOf(db, log))]
      return c.json({ status: 'ok' as const, checks, time }, 200, headers)
    }
    return c.json({ status: 'unavailable' as const, checks: [FAILED], time }, 503, {
      ...headers,
      'Retry-After': RETRY_AFTER,
    })
  })
}

const FAILED = { name: 'datastore', status: 'failed' as const, detail: 'The feeds cannot be read.' }

/** Checks of other parts than the database. The feeds do not depend on these parts. */
async function checksOf(db: Database, log: Log): Promise<HealthCheck[]> {
  try {
    return await healthChecks(db)
  } catch (error) {
    log.error('the state of the work could not be read', { error: messageOf(error) })
    return [{ name: 'worker', status: 'failed', detail: 'Its state could not be read.' }]
  }
}

/** The error message of a check; null if it succeeds within the time that a reader of the feed gets. */
async function faultOf(check: FeedCheck): Promise<string | null> {
  try {
    await withTimeout(PATIENCE_MS, check.choose())
    await withTimeout(PATIENCE_MS, check.run())
    return null
  } catch (error) {
    return messageOf(error)
  }
}
