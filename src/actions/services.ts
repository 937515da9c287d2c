import type { MailResult } from '#accounts/mail/send.ts'
import type { PaymentProvider } from '#accounts/payments/payments.ts'
import type { Billing } from '#accounts/plan.ts'
import type { FetchPullPicture } from '#changelog/entries/images/pull-pictures.ts'
import type { HostRules } from '#changelog/page/address/hosts.ts'
import type { GitHubApps } from '#pipeline/github-app/context.ts'
import type { GitRoots } from '#pipeline/ingest/git-roots.ts'
import type { Judge, OverrideEditor } from '#pipeline/judging/editor.ts'
import type { LanguageModels } from '#pipeline/judging/judge.ts'
import type { TxtLookup } from '#platform/dns.ts'
import type { MailContent } from '#platform/mail/mail.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import type { SocialContext } from '#social/context.ts'
import type { Writers } from '#writing/connection/writers.ts'

/** What actions need besides the database. */
export interface ActionServices {
  /** The public address, without a slash at its end. */
  baseUrl: string
  /** Looks up the records that prove host names and domains. */
  txtRecords: TxtLookup
  /** What host names pages may have. */
  hostRules: HostRules
  /** Seals the secrets of connections. */
  secrets(): Promise<Secrets>
  gitRoots: GitRoots
  /** Registers GitHub apps and connects repositories through them. */
  githubApp: GitHubApps
  billing: Billing
  /** The language models that accounts connect. */
  writers: Writers
  /** Throws `conflict` when no payment provider is configured. */
  payments(): Promise<PaymentProvider>
  /** Throws `MailFailure`. */
  send(to: string, mail: MailContent): Promise<MailResult>
  /** Ways to sign in other than a password (`oidc` is the provider's name), and whether there are paid plans. */
  offers: { github: boolean; oidc: string | null; passkeys: boolean; mail: boolean; plans: boolean }
  /** Gives the editor for a person's override of this pull request. */
  editorFor(pull: MergedPull): Promise<OverrideEditor>
  judge(): Promise<Judge>
  /** How the language models of accounts are asked. */
  models(): Promise<LanguageModels>
  /** Fetches a picture that a pull request names. */
  pullPicture: FetchPullPicture
  /** What connecting and posting need, in the name of this person. */
  social(actor: string): SocialContext
}
