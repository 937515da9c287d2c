import type { Billing } from '#accounts/plan.ts'
import type { Clock, Instant } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { AppError } from '#platform/errors.ts'
import type { Ids } from '#platform/ids.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { ConnectPurpose } from '#pulls/connections/connect-requests.ts'
import type { AppCredentials, AppManifest, HostApp, ManifestOptions } from '#pulls/hosts/host-app.ts'

/** Registers GitHub apps and connects repositories through them. */
export interface GitHubAppContext {
  db: Database
  clock: Clock
  ids: Ids
  /** Without a trailing slash. */
  baseUrl: string
  billing: Billing
  secrets(): Promise<Secrets>
  manifest(input: ManifestOptions): Promise<AppManifest>
  convert(apiUrl: string, code: string): Promise<AppCredentials>
  /** The app on that host, with our id of it; null if there is none. */
  appAt(apiUrl: string): Promise<{ id: string; app: HostApp } | null>
}

/** A link that works once. */
export interface OneTimeLink {
  link: string
  expiresAt: Instant
}

/** The pages of the registration and connection flows, below the public address. */
export const APP_PATHS = {
  register: '/app/github/register',
  registered: '/app/github/registered',
  connect: '/app/github/connect',
  proven: '/app/github/proven',
  repositories: '/app/github/repositories',
} as const

/** The address of a one-time link. */
export const linkTo = (baseUrl: string, purpose: ConnectPurpose, token: string): string =>
  `${baseUrl}${APP_PATHS[purpose]}/${token}`

/** The same error for links that were used, have expired or never existed. */
export const linkExpired = (): AppError =>
  new AppError(
    'not_found',
    'This link was used already or has expired. Make a new one in the dashboard, under Sources, or on the command line.',
  )

/** The app on that host. Throws `not_found` if there is none. */
export async function requireApp(
  { appAt }: Pick<GitHubAppContext, 'appAt'>,
  apiUrl: string,
): Promise<{ id: string; app: HostApp }> {
  const found = await appAt(apiUrl)
  if (found) return found
  throw new AppError('not_found', NO_APP)
}

export const NO_APP =
  'There is no app of this service on that host yet; "tidings github-app create" makes the link that registers one.'
