import type { FeedFormat } from '#changelog/feeds/feed.ts'
import type { GitHubAppContext } from '#pipeline/github-app/context.ts'
import type { WebhookReceiver } from '#pipeline/webhooks/receive.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { Log } from '#platform/log.ts'
import type { DashboardContext } from './dashboard-context.ts'

/** What the web server is made of. */
export interface WebContext {
  db: Database
  clock: Clock
  log: Log
  /** The public address, without a slash at its end. */
  baseUrl: string
  /** Those that feeds are offered in. */
  formats: readonly FeedFormat[]
  /** Registers apps on code hosts, and connects repositories through them. */
  githubApp: GitHubAppContext
  /** Takes callbacks in. */
  webhooks: WebhookReceiver
  /** For one token, in this process. */
  requestsPerMinute: number
  /** Hosts besides that of the public address under which the MCP server answers, and whose pages may call it. */
  mcpHosts: readonly string[]
  /** What the pages under /app need. */
  dashboard: DashboardContext
}
