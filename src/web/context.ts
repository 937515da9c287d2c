import type { BlockList } from 'node:net'
import type { ActionServices } from '#actions/services.ts'
import type { ClientDocuments } from '#auth/oauth/client-documents.ts'
import type { Passkeys } from '#auth/passkeys/passkeys.ts'
import type { SignIn } from '#auth/sign-in.ts'
import type { EntryEffects } from '#changelog/entries/entry-effects.ts'
import type { FeedFormat } from '#changelog/feeds/feed.ts'
import type { HostRules } from '#changelog/page/address/hosts.ts'
import type { WebhookReceiver } from '#pipeline/webhooks/receive.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { Ids } from '#platform/ids.ts'
import type { Log } from '#platform/log.ts'
import type { Metrics } from '#platform/monitoring/metrics.ts'

/** The services and settings that the web server uses. */
export interface WebContext {
  db: Database
  clock: Clock
  log: Log
  metrics: Metrics
  /** The public address, without a slash at its end. */
  baseUrl: string
  /** The formats that feeds are offered in. */
  formats: readonly FeedFormat[]
  /** Receives webhooks. */
  webhooks: WebhookReceiver
  /** The rate limit for one token in this process. */
  requestsPerMinute: number
  /** The host names, besides that of the public address, at which the MCP server can be reached and whose pages may call it. */
  mcpHosts: readonly string[]
  /** The rules for the host names of pages. */
  hostRules: HostRules
  /** The services of the dashboard. */
  dashboard: DashboardServices
}

/** The services that only the dashboard uses. */
export interface DashboardServices extends ActionServices {
  ids: Ids
  effects: readonly EntryEffects[]
  /** Returns sign-in, loaded on first use. Throws `unavailable` if there is no key to sign cookies with. */
  signIn(): Promise<SignIn>
  /** Passkeys; null if browsers do not allow them at the public address. */
  passkeys: (() => Promise<Passkeys>) | null
  trustedProxies: BlockList
  /** OAuth clients that are identified by the URL of a metadata document. */
  clientDocuments: ClientDocuments
  feedFormats: readonly FeedFormat[]
}
