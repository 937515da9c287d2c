import { accountById } from '#accounts/account.ts'
import { requireRole } from '#accounts/members.ts'
import type { Person } from '#accounts/people.ts'
import type { Billing } from '#accounts/plan.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { AppError } from '#platform/errors.ts'
import type { Ids } from '#platform/ids.ts'
import type { Secrets } from '#platform/secrets.ts'
import { type ConnectRequest, type ConnectStep, connectRequest } from '#pulls/connections/connect-requests.ts'
import type { AppCredentials, AppManifest, HostApp, ManifestOptions } from '#pulls/hosts/host-app.ts'

/** Registers GitHub apps and connects repositories through them. */
export interface GitHubApps {
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

/** Who is signed in. */
export interface Caller {
  person: Pick<Person, 'id'>
  sessionId: string
}

/** Where the code host leads people back to, and the page with the form that leads them there, below the public address. All need a session. */
export const APP_PATHS = {
  register: '/app/api/github-app/register',
  registered: '/app/api/github-app/registered',
  proven: '/app/api/github-app/proven',
} as const

/** The caller's request with this secret. Throws `not_found`, and `insufficient_scope` for somebody who is no owner any more. */
export async function requestOf<Step extends ConnectStep>(
  { db, clock }: Pick<GitHubApps, 'db' | 'clock'>,
  caller: Caller,
  step: Step,
  secret: string,
): Promise<ConnectRequest<Step> & { publicId: string }> {
  const request = await connectRequest(db.read, clock, step, { secret, sessionId: caller.sessionId })
  const { publicId } = await accountById(db.read, request.accountId)
  await requireRole(db.read, caller, publicId, 'owner')
  return { ...request, publicId }
}

/** The app on that host. Throws `not_found` if there is none. */
export async function requireApp(
  { appAt }: Pick<GitHubApps, 'appAt'>,
  apiUrl: string,
): Promise<{ id: string; app: HostApp }> {
  const found = await appAt(apiUrl)
  if (found) return found
  throw new AppError(
    'not_found',
    'There is no app of this service on that host yet. Create it in the dashboard, under Sources.',
  )
}
