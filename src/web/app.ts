import { OpenAPIHono } from '@hono/zod-openapi'
import { methodNotAllowed } from 'hono/method-not-allowed'
import type { Database } from '#db/database.ts'
import { AppError, messageOf } from '#kit/app-error.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { PROBLEM_MEDIA_TYPE, problemOf } from './problem.ts'

export interface AppParts {
  db: Database
  clock: Clock
  log: Log
  /** The public address, without a slash at its end. */
  baseUrl: string
}

/** Everything but the feeds. */
export function createApp(parts: AppParts): OpenAPIHono {
  const app = new OpenAPIHono()
  const problem = (thrown: unknown, headers: Record<string, string> = {}) => {
    const document = problemOf(parts.baseUrl, thrown)
    return new Response(JSON.stringify(document), {
      status: document.status,
      headers: { 'Content-Type': PROBLEM_MEDIA_TYPE, 'Cache-Control': 'no-store', ...headers },
    })
  }
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (_, methods) => {
        const allow = methods.join(', ')
        return problem(new AppError('method_not_allowed', `Here only ${allow} will do.`), { Allow: allow })
      },
    }),
  )
  app.notFound(() => problem(new AppError('not_found', 'There is nothing at this address.')))
  app.onError(error => {
    if (!(error instanceof AppError)) parts.log.error('a request failed', { error: messageOf(error) })
    return problem(error)
  })
  return app
}
