import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import { httpDate } from '#changelog/feeds/http.ts'
import type { Instant } from '#platform/clock.ts'
import { conditionalGet, ETAG_HEADER, NOT_MODIFIED } from '#web/response-headers.ts'

const MEDIA_TYPE = 'application/openapi+json'

const route = createRoute({
  method: 'get',
  path: '/openapi.json',
  operationId: 'getOpenApi',
  tags: ['Discovery'],
  summary: 'This document',
  description: 'The public interface as OpenAPI 3.1.',
  middleware: conditionalGet,
  responses: {
    200: {
      description: 'The document.',
      headers: ETAG_HEADER,
      content: { [MEDIA_TYPE]: { schema: z.record(z.string(), z.unknown()) } },
    },
    304: NOT_MODIFIED,
  },
})

/** Serves the OpenAPI document. It is generated on the first request, when all routes are registered. `since` is when it last changed. */
export function serveOpenApi(app: OpenAPIHono, baseUrl: string, since: Instant): void {
  let document: Record<string, unknown> | undefined
  app.openapi(route, c => {
    document ??= { ...describe(app, baseUrl) }
    return c.json(document, 200, {
      'Content-Type': MEDIA_TYPE,
      'Last-Modified': httpDate(since),
      'Cache-Control': 'public, max-age=300',
      'Access-Control-Allow-Origin': '*',
    })
  })
}

const describe = (app: OpenAPIHono, baseUrl: string) =>
  app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Tidings',
      version: '1',
      description: `The changelog that a team publishes, for programs. For people: [the documentation](${baseUrl}/docs).`,
      license: { name: 'MIT', url: 'https://spdx.org/licenses/MIT.html' },
      contact: { name: 'Tidings', url: `${baseUrl}/docs` },
    },
    servers: [{ url: baseUrl }],
    security: [],
    tags: [
      { name: 'Changelog', description: 'What a team published, as feeds.' },
      {
        name: 'Highlights',
        description: 'What was merged that customers would notice, for programs with a token.',
      },
      { name: 'Discovery', description: 'How to find the interfaces, and whether they work.' },
      { name: 'Documentation', description: 'For people.' },
    ],
    externalDocs: { url: `${baseUrl}/docs`, description: 'The documentation for people.' },
  })
