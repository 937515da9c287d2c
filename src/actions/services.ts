import type { MailResult } from '#accounts/mail/send.ts'
import type { PaymentProvider } from '#accounts/payments/payments.ts'
import type { Billing } from '#accounts/plan.ts'
import type { FetchPullPicture } from '#changelog/entries/images/pull-pictures.ts'
import type { HostRules } from '#changelog/page/address/hosts.ts'
import type { GitHubApps } from '#pipeline/github-app/context.ts'
import type { GitRoots } from '#pipeline/ingest/git-roots.ts'
import type { OwnChangelog } from '#pipeline/ingest/own-changelogs.ts'
import type { LanguageModels } from '#pipeline/judging/judge.ts'
import type { Judge, OfflineJudgement } from '#pipeline/judging/judged.ts'
import type { TxtLookup } from '#platform/http/dns.ts'
import type { MailContent } from '#platform/mail/mail.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import type { SocialContext } from '#social/context.ts'
import type { Writers } from '#writing/connection/writers.ts'

/** The services that actions use besides the database. */
export interface ActionServices {
  /** The public address, without a slash at its end. */
  baseUrl: string
  /** Looks up the DNS records that prove host names and domains. */
  txtRecords: TxtLookup
  /** The rules for the host names of pages. */
  hostRules: HostRules
  /** Seals the secrets of connections. */
  secrets(): Promise<Secrets>
  gitRoots: GitRoots
  /** The changelogs that the account's team published by itself. */
  ownChangelogs(accountId: string, signal: AbortSignal): Promise<OwnChangelog[]>
  /** Registers GitHub apps and connects repositories through them. */
  githubApp: GitHubApps
  billing: Billing
  /** The language models that accounts connect. */
  writers: Writers
  /** Throws `conflict` if no payment provider is configured. */
  payments(): Promise<PaymentProvider>
  /** Throws `MailFailure`. */
  send(to: string, mail: MailContent): Promise<MailResult>
  /** Ways to sign in other than a password (`oidc` is the provider's name), and whether there are paid plans. */
  offers: { github: boolean; oidc: string | null; passkeys: boolean; mail: boolean; plans: boolean }
  /** The offline judgement that a person's override of this pull request starts from. */
  judgementToOverride(pull: MergedPull): Promise<OfflineJudgement>
  judge(): Promise<Judge>
  /** Opens the language models of accounts. */
  models(): Promise<LanguageModels>
  /** Fetches a picture that a pull request names. */
  pullPicture: FetchPullPicture
  /** The services that connecting and posting use, with this person as the actor. */
  social(actor: string): SocialContext
}
