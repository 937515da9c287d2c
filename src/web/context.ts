import type { BlockList } from 'node:net'
import type { ClientDocuments } from '#accounts/auth/oauth/client-documents.ts'
import type { SignIn } from '#accounts/auth/sign-in.ts'
import type { MailResult } from '#accounts/mail/send.ts'
import type { Billing } from '#accounts/plan.ts'
import type { EntryEffects } from '#changelog/entries/entry-effects.ts'
import type { FeedFormat } from '#changelog/feeds/feed.ts'
import type { GitHubAppContext } from '#pipeline/github-app/context.ts'
import type { Judge, OverrideEditor } from '#pipeline/judging/editor.ts'
import type { PastParser } from '#pipeline/past-changelog/parser.ts'
import type { WebhookReceiver } from '#pipeline/webhooks/receive.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { Ids } from '#platform/ids.ts'
import type { Log } from '#platform/log.ts'
import type { MailContent } from '#platform/mail/mail.ts'
import type { Source } from '#pulls/connections/sources.ts'
import type { CodeHost } from '#pulls/hosts/code-host.ts'
import type { MergedPull } from '#pulls/pull-request.ts'

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

/** What the pages under /app need beside what all of the web does. */
export interface DashboardContext {
  ids: Ids
  effects: readonly EntryEffects[]
  billing: Billing
  /** Opened by the first who needs it. `unavailable` where there is no key to sign cookies with. */
  signIn(): Promise<SignIn>
  /** Throws `MailFailure`. */
  send(to: string, letter: MailContent): Promise<MailResult>
  /** How somebody may sign in, beside a password. */
  offers: { github: boolean; mail: boolean }
  trustedProxies: BlockList
  /** Programs that are known by the address of a document of theirs. */
  clientDocuments: ClientDocuments
  feedFormats: readonly FeedFormat[]
  /** What a person decides about this merge with. */
  editorFor(pull: MergedPull): Promise<OverrideEditor>
  judge(): Promise<Judge>
  past: PastParser
  /** What stands at an address that a member named; nothing private is asked for their sake. */
  textAt(address: string): Promise<string>
  /** The client of a source's host; null where there are no credentials to ask with. */
  hostOf(source: Source): Promise<CodeHost | null>
}
