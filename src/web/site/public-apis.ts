import { mcpAddress } from '#web/mcp/about.ts'
import { CARD_MEDIA_TYPE, CARD_PATH, metadataAddress } from '#web/mcp/documents.ts'

/** Where a document about an API is. */
interface DocumentLink {
  href: string
  type: string
}

/** An API that strangers' programs may use. `anchor` is where it begins; the rest are its documents, named by their
 * relations (RFC 8631). */
export interface PublicApi {
  anchor: string
  'service-desc': DocumentLink
  'service-doc': DocumentLink
  status: DocumentLink
  'service-meta'?: DocumentLink
}

/** The catalog is made of this list alone: an API is found by programs as soon as it stands here. */
export function publicApis(baseUrl: string): PublicApi[] {
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
      anchor: mcpAddress(baseUrl),
      'service-desc': at(CARD_PATH, CARD_MEDIA_TYPE),
      'service-doc': at('/docs#mcp', 'text/html'),
      status,
      'service-meta': { href: metadataAddress(baseUrl), type: 'application/json' },
    },
  ]
}
