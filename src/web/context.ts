import type { BlockList } from 'node:net'
import type { Writers } from '#accounts/language-model/writers.ts'
import type { MailResult } from '#accounts/mail/send.ts'
import type { PaymentProvider } from '#accounts/payments/payments.ts'
import type { Billing } from '#accounts/plan.ts'
import type { ClientDocuments } from '#auth/oauth/client-documents.ts'
import type { Passkeys } from '#auth/passkeys/passkeys.ts'
import type { SignIn } from '#auth/sign-in.ts'
import type { EntryEffects } from '#changelog/entries/entry-effects.ts'
import type { FetchPullPicture } from '#changelog/entries/images/pull-pictures.ts'
import type { FeedFormat } from '#changelog/feeds/feed.ts'
import type { HostRules } from '#changelog/page/address/hosts.ts'
import type { GitHubAppContext } from '#pipeline/github-app/context.ts'
import type { GitRoots } from '#pipeline/ingest/git-roots.ts'
import type { Judge, OverrideEditor } from '#pipeline/judging/editor.ts'
import type { LanguageModelContext } from '#pipeline/judging/judge.ts'
import type { WebhookReceiver } from '#pipeline/webhooks/receive.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { TxtLookup } from '#platform/dns.ts'
import type { Ids } from '#platform/ids.ts'
import type { Log } from '#platform/log.ts'
import type { MailContent } from '#platform/mail/mail.ts'
import type { Metrics } from '#platform/monitoring/metrics.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import type { SocialContext } from '#social/context.ts'

/** What the web server needs. */
export interface WebContext {
  db: Database
  clock: Clock
  log: Log
  metrics: Metrics
  /** The public address, without a slash at its end. */
  baseUrl: string
  /** The formats that feeds are offered in. */
  formats: readonly FeedFormat[]
  /** Registers GitHub apps and connects repositories through them. */
  githubApp: GitHubAppContext
  /** Receives webhooks. */
  webhooks: WebhookReceiver
  /** Limit for one token, in this process. */
  requestsPerMinute: number
  /** Host names, besides that of the public address, under which the MCP server may be reached and whose pages may call it. */
  mcpHosts: readonly string[]
  /** What host names pages may have. */
  hostRules: HostRules
  /** Looks up the records that prove host names and domains. */
  txtRecords: TxtLookup
  /** What the dashboard needs. */
  dashboard: DashboardContext
}

/** What the dashboard needs in addition to `WebContext`. */
export interface DashboardContext {
  ids: Ids
  /** Seals the secrets of connections. */
  secrets(): Promise<Secrets>
  gitRoots: GitRoots
  effects: readonly EntryEffects[]
  billing: Billing
  /** The language models that accounts connect. */
  writers: Writers
  /** Throws `conflict` when no payment provider is configured. */
  payments(): Promise<PaymentProvider>
  /** Gives sign-in, loaded on first use. Throws `unavailable` when there is no key to sign cookies with. */
  signIn(): Promise<SignIn>
  /** Null where browsers allow none at the public address. */
  passkeys: (() => Promise<Passkeys>) | null
  /** Throws `MailFailure`. */
  send(to: string, mail: MailContent): Promise<MailResult>
  /** Ways to sign in other than a password (`oidc` is the provider's name), and whether there are paid plans. */
  offers: { github: boolean; oidc: string | null; passkeys: boolean; mail: boolean; plans: boolean }
  trustedProxies: BlockList
  /** OAuth clients that are identified by the URL of a metadata document. */
  clientDocuments: ClientDocuments
  feedFormats: readonly FeedFormat[]
  /** Gives the editor for a person's override of this pull request. */
  editorFor(pull: MergedPull): Promise<OverrideEditor>
  judge(): Promise<Judge>
  /** How the language models of accounts are asked. */
  models(): Promise<LanguageModelContext>
  /** Fetches a picture that a pull request names. */
  pullPicture: FetchPullPicture
  /** What connecting and posting need, in the name of this person. */
  social(actor: string): SocialContext
}
