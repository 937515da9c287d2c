import type { Billing } from '#accounts/plan.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { Ids } from '#platform/ids.ts'
import type { Log } from '#platform/log.ts'
import type { MailContent } from '#platform/mail/mail.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { GitHubSignInSettings } from './github.ts'
import type { OidcProvider } from './oidc/provider.ts'

/** The services and settings that signing in uses. */
export interface SignInContext {
  db: Database
  clock: Clock
  ids: Ids
  log: Log
  /** The public address, without a slash at its end. */
  baseUrl: string
  /** Signs cookies. Changing it ends all sessions. */
  secret: string
  /** Encrypts what a browser keeps while a person is at an OpenID Connect provider, and the keys of second factors. */
  secrets: Pick<Secrets, 'seal' | 'open'>
  /** Null when signing in with OpenID Connect is not configured. */
  oidc: OidcProvider | null
  /** Whether plan limits apply when an invitation is accepted. */
  billing: Billing
  /** Null when signing in with GitHub is not configured. */
  github: GitHubSignInSettings | null
  /** Guarded client for GitHub. */
  fetch: typeof globalThis.fetch
  send(to: string, mail: MailContent): Promise<unknown>
}
