import type { ActionContext } from '#accounts/activity.ts'
import type { Database } from '#platform/db/database.ts'
import { AppError } from '#platform/errors.ts'
import type { Log } from '#platform/log.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { Network, NetworkContext, NetworkName, Networks } from './network.ts'

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

/** Loads a network. Throws `invalid_parameter` for one that this version does not have. */
export async function loadNetwork({ networks }: { networks: Networks }, name: NetworkName): Promise<Network> {
  const load = networks[name]
  if (load) return load()
  throw new AppError('invalid_parameter', `This version of Tidings cannot post to ${name}.`)
}
