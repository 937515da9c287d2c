import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { Linkset } from '#web/openapi/schemas.ts'
import { NOT_MODIFIED, revalidated, TAGGED } from '#web/revalidated.ts'
import { type PublicApi, publicApis } from './public-apis.ts'

const PATH = '/.well-known/api-catalog'

/** RFC 9727 §5.1. */
const MEDIA_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'

export const catalogLink = (baseUrl: string): string => `<${baseUrl}${PATH}>; rel="api-catalog"`

const route = createRoute({
  method: 'get',
  path: PATH,
  operationId: 'getCatalog',
  tags: ['Discovery'],
  summary: 'The catalog of public APIs',
  description: 'Where a program that knows only the host finds every public interface and its documents.',
  middleware: revalidated,
  responses: {
    200: {
      description: 'The catalog.',
      headers: {
        ...TAGGED,
        Link: { required: true, schema: { type: 'string' }, description: 'Names the catalog.' },
      },
      content: { [MEDIA_TYPE]: { schema: Linkset } },
    },
    304: NOT_MODIFIED,
  },
})

/** HEAD is answered with the same headers. */
export function serveCatalog(app: OpenAPIHono, baseUrl: string): void {
  const document = { linkset: publicApis(baseUrl).map(linksOf) }
  app.openapi(route, c => {
    const headers = {
      'Content-Type': MEDIA_TYPE,
      Link: catalogLink(baseUrl),
      'Cache-Control': 'public, max-age=3600',
      'Access-Control-Allow-Origin': '*',
    }
    return c.json(document, 200, headers)
  })
}

/** RFC 9264 §4.2: each relation is a list of targets. */
function linksOf({ 'service-meta': meta, ...api }: PublicApi) {
  return {
    anchor: api.anchor,
    'service-desc': [api['service-desc']],
    'service-doc': [api['service-doc']],
    status: [api.status],
    ...(meta && { 'service-meta': [meta] }),
  }
}
