import type { OpenAPIHono } from '@hono/zod-openapi'
import { AppError } from '#platform/errors.ts'
import type { WebContext } from '#web/parts.ts'
import { appApi } from './api.ts'
import { serveAuth } from './auth.ts'
import { serveDashboard } from './pages.ts'

/** Everything under /app. */
export function serveApp(app: OpenAPIHono, parts: WebContext): void {
  serveAuth(app, parts.dashboard, parts.baseUrl)
  app.route('/app/api', appApi(parts))
  app.all('/app/api/*', () => {
    throw new AppError('not_found', 'There is nothing at this address.')
  })
  serveDashboard(app, parts.baseUrl)
}
