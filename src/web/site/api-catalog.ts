import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { httpDate } from '#changelog/feeds/http.ts'
import type { Instant } from '#platform/clock.ts'
import { mcpUrl, resourceMetadataUrl, SERVER_CARD_MEDIA_TYPE, SERVER_CARD_PATH } from '#web/mcp/metadata.ts'
import { Linkset } from '#web/openapi/schemas.ts'
import { conditionalGet, ETAG_HEADER, NOT_MODIFIED } from '#web/response-headers.ts'

const PATH = '/.well-known/api-catalog'

/** The media type of an API catalog (RFC 9727, section 5.1). */
const MEDIA_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'

export const apiCatalogLink = (baseUrl: string): string => `<${baseUrl}${PATH}>; rel="api-catalog"`

const route = createRoute({
  method: 'get',
  path: PATH,
  operationId: 'getCatalog',
  tags: ['Discovery'],
  summary: 'The catalog of public APIs',
  description: 'Where a program that knows only the host finds every public interface and its documents.',
  middleware: conditionalGet,
  responses: {
    200: {
      description: 'The catalog.',
      headers: {
        ...ETAG_HEADER,
        Link: { required: true, schema: { type: 'string' }, description: 'Names the catalog.' },
      },
      content: { [MEDIA_TYPE]: { schema: Linkset } },
    },
    304: NOT_MODIFIED,
  },
})

/** Serves the API catalog (RFC 9727). `since` is when it last changed. */
export function serveApiCatalog(app: OpenAPIHono, baseUrl: string, since: Instant): void {
  const document = { linkset: publicApis(baseUrl).map(linksOf) }
  app.openapi(route, c => {
    const headers = {
      'Content-Type': MEDIA_TYPE,
      'Last-Modified': httpDate(since),
      Link: apiCatalogLink(baseUrl),
      'Cache-Control': 'public, max-age=3600',
      'Access-Control-Allow-Origin': '*',
    }
    return c.json(document, 200, headers)
  })
}

/** The links of an API (RFC 9264, section 4.2): each relation has a list of targets. */
function linksOf({ 'service-meta': meta, ...api }: PublicApi) {
  return {
    anchor: api.anchor,
    'service-desc': [api['service-desc']],
    'service-doc': [api['service-doc']],
    status: [api.status],
    ...(meta && { 'service-meta': [meta] }),
  }
}

/** Link to a document about an API. */
interface DocumentLink {
  href: string
  type: string
}

/** An API for programs of others. `anchor` is its root; the other members are its documents, named by their link relations (RFC 8631). */
interface PublicApi {
  anchor: string
  'service-desc': DocumentLink
  'service-doc': DocumentLink
  status: DocumentLink
  'service-meta'?: DocumentLink
}

/** The public APIs, as the catalog lists them. */
function publicApis(baseUrl: string): PublicApi[] {
  const at = (path: string, type: string): DocumentLink => ({ href: baseUrl + path, type })
  const status = at('/status.json', 'application/json')
  return [
    {
      anchor: `${baseUrl}/changelog`,
      'service-desc': at('/openapi.json', 'application/openapi+json'),
      'service-doc': at('/docs', 'text/html'),
      status,
    },
    {
      anchor: mcpUrl(baseUrl),
      'service-desc': at(SERVER_CARD_PATH, SERVER_CARD_MEDIA_TYPE),
      'service-doc': at('/docs#mcp', 'text/html'),
      status,
      'service-meta': { href: resourceMetadataUrl(baseUrl), type: 'application/json' },
    },
  ]
}
