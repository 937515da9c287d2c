import type { ActionContext } from '#accounts/activity.ts'
import type { Database } from '#platform/db/database.ts'
import type { Log } from '#platform/log.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { NetworkContext, Networks } from './network.ts'

/** What connecting and posting need. `actor` is who acts. */
export interface SocialContext extends ActionContext {
  db: Database
  log: Log
  /** The public address, without a slash at its end. */
  baseUrl: string
  networks: Networks
  network: NetworkContext
  secrets(): Promise<Secrets>
}
