/** Where a document about an API is, below the public address. */
export interface DocumentLink {
  path: string
  type: string
}

/** An API that strangers' programs may use. `anchor` is where it begins; the rest are its documents, named by their
 * relations (RFC 8631). */
export interface PublicApi {
  anchor: string
  'service-desc': DocumentLink
  'service-doc': DocumentLink
  status: DocumentLink
}

const status: DocumentLink = { path: '/status.json', type: 'application/json' }

/** The catalog is made of this list alone: an API is found by programs as soon as it stands here. */
export const publicApis: readonly PublicApi[] = [
  {
    anchor: '/changelog',
    'service-desc': { path: '/openapi.json', type: 'application/openapi+json' },
    'service-doc': { path: '/docs', type: 'text/html' },
    status,
  },
]
