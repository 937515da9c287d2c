import type { Database } from '#platform/db/database.ts'
import type { Client } from './client.ts'
import { type ClientDocuments, isDocumentAddress } from './documents.ts'
import { registeredClient } from './registration.ts'
import { Untrusted } from './request.ts'

/** Who a client is, by its id; `Untrusted` where nobody knows. */
export function clientsOf(db: Database, documents: ClientDocuments): (id: string) => Promise<Client> {
  return async id => {
    if (isDocumentAddress(id)) return documents(id)
    const client = await registeredClient(db.read, id)
    if (client) return client
    throw new Untrusted('The program is not registered here, or no longer. Let it connect anew.')
  }
}
