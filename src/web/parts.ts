import type { Database } from '#db/database.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { AppDesk } from '#pipeline/app-desk.ts'
import type { Inbox } from '#pipeline/inbox.ts'
import type { Desk } from './desk.ts'

/** What the web server is made of. */
export interface AppParts {
  db: Database
  clock: Clock
  log: Log
  /** The public address, without a slash at its end. */
  baseUrl: string
  /** Registers apps on code hosts, and connects repositories through them. */
  apps: AppDesk
  /** Takes callbacks in. */
  inbox: Inbox
  /** For one token, in this process. */
  requestsPerMinute: number
  /** Hosts besides that of the public address under which the MCP server answers, and whose pages may call it. */
  mcpHosts: readonly string[]
  /** What the pages under /app need. */
  desk: Desk
}
