import { accountById } from '#accounts/account.ts'
import { requireRole } from '#accounts/members.ts'
import type { Person } from '#accounts/people.ts'
import type { Billing } from '#accounts/plan.ts'
import type { Clock } from '#platform/clock.ts'
import { HOUR_MS } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import type { Ids } from '#platform/ids.ts'
import type { Secrets } from '#platform/secrets.ts'
import { Tickets } from '#platform/tickets.ts'
import type {
  AdministeredInstallation,
  AppCredentials,
  AppManifest,
  HostApp,
  ManifestOptions,
} from '#pulls/hosts/host-app.ts'

/** The services that registering GitHub apps, and connecting repositories through them, use. */
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

/** The signed-in person and their session. */
export interface Caller {
  person: Pick<Person, 'id'>
  sessionId: string
}

/**
 * The addresses, below the public one, that the code host sends people back to, and that of the page with the
 * form that leads them there. All require a session.
 */
export const APP_PATHS = {
  register: '/app/api/github-app/register',
  registered: '/app/api/github-app/registered',
  proven: '/app/api/github-app/proven',
} as const

/** How an app is registered. */
export interface AppRegistration {
  name: string
  /** The organisation that owns the app; null for the person's own account. */
  organisation: string | null
  /** Whether the app asks for the permission to comment on pull requests. */
  mayComment: boolean
}

/** The steps that a person takes at a code host. Each can be taken once, within an hour, in the session that began it. */
export const STEPS = {
  register: new Tickets<{ apiUrl: string; registration: AppRegistration }>('app registration'),
  authorize: new Tickets<{ apiUrl: string }>('app authorization'),
  /** The choice among the repositories of the installations that the person proved to administer. */
  choose: new Tickets<{ apiUrl: string; installations: AdministeredInstallation[] }>('repository choice'),
}

/** Begins a step for an account and gives its secret, which is not stored. */
export async function beginStep<Data>(
  tx: Tx,
  { clock }: Pick<GitHubApps, 'clock'>,
  { person, sessionId }: Caller,
  step: Tickets<Data>,
  { accountId, ...data }: Data & { accountId: string },
): Promise<string> {
  const bound = { accountId, personId: person.id, subject: sessionId }
  const { secret } = await step.issue(tx, clock, { ...bound, data: data as Data, lifetimeMs: HOUR_MS })
  return secret
}

/**
 * The caller's step with this secret. Throws `not_found` if it was taken, has expired, never existed, or
 * belongs to another step or session, and `insufficient_scope` if the person is no longer an owner.
 */
export async function connectStep<Data>(
  { db, clock }: Pick<GitHubApps, 'db' | 'clock'>,
  caller: Caller,
  step: Tickets<Data>,
  secret: string,
): Promise<Data & { accountId: string; publicId: string }> {
  const ticket = await step.open(db.read, clock, secret)
  if (!ticket?.accountId || ticket.subject !== caller.sessionId) throw isOver()
  const { accountId, data } = ticket
  const { publicId } = await accountById(db.read, accountId)
  await requireRole(db.read, caller, publicId, 'owner')
  return { ...data, accountId, publicId }
}

/** Takes a step. If several transactions try at the same time, one succeeds and the others throw `not_found`. */
export async function takeStep(
  tx: Tx,
  { clock }: Pick<GitHubApps, 'clock'>,
  step: Tickets<unknown>,
  secret: string,
): Promise<void> {
  if (!(await step.use(tx, clock, secret))) throw isOver()
}

const isOver = (): AppError =>
  new AppError(
    'not_found',
    'This was finished already, has expired, or was begun in another session. Begin again in the dashboard, under Settings, Repositories.',
  )
