import type { Database } from '#platform/db/database.ts'
import type { OAuthClient } from './client.ts'
import { type ClientDocuments, isClientDocumentUrl } from './documents.ts'
import { registeredClient } from './registration.ts'
import { UntrustedClientError } from './request.ts'

/** Who a client is, by its id; `Untrusted` where nobody knows. */
export function clientLookup(db: Database, documents: ClientDocuments): (id: string) => Promise<OAuthClient> {
  return async id => {
    if (isClientDocumentUrl(id)) return documents(id)
    const client = await registeredClient(db.read, id)
    if (client) return client
    throw new UntrustedClientError('The program is not registered here, or no longer. Let it connect anew.')
  }
}
