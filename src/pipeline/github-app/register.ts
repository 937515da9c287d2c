import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { Reader } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import type { Ids } from '#platform/ids.ts'
import { clip, safeLine } from '#platform/text.ts'
import { APP_EXISTS, hasAppOn, storeApp } from '#pulls/connections/apps.ts'
import {
  type AppRegistration,
  advanceConnectRequest,
  type ConnectRequest,
  createConnectRequest,
  findConnectRequest,
  secretsOf,
} from '#pulls/connections/connect-requests.ts'
import type { AppCredentials, AppManifest } from '#pulls/hosts/host-app.ts'
import { offerConnection } from './connect.ts'
import {
  APP_PATHS,
  type GitHubAppContext,
  linkExpired,
  linkTo,
  type OneTimeLink,
  requireApp,
} from './context.ts'

/** GitHub's limit, in characters. */
const MAX_NAME_LENGTH = 34

/** The app's name: GitHub requires it to be unique, so the default includes the host name. Throws `invalid_parameter`. */
export function appName(given: string | undefined, baseUrl: string): string {
  if (given === undefined) return clip(`Tidings ${new URL(baseUrl).hostname}`, MAX_NAME_LENGTH)
  const name = safeLine(given)
  if (name !== '' && name.length <= MAX_NAME_LENGTH) return name
  throw new AppError('invalid_parameter', `The name of an app has 1 to ${MAX_NAME_LENGTH} characters.`)
}

/** Throws `invalid_parameter` for what is no name in an organisation's address. */
export function organisationName(given: string): string {
  if (/^[\w-]{1,100}$/.test(given)) return given
  throw new AppError(
    'invalid_parameter',
    `An organisation is named as in its address, like acme; got ${safeLine(given)}.`,
  )
}

/**
 * Whether the owners of an account may register the app: it serves all accounts of the server, so where there are several, only the
 * operator may.
 */
export async function mayRegister(db: Reader): Promise<boolean> {
  const { accounts } = await db
    .selectFrom('account')
    .select(row => row.fn.countAll<number>().as('accounts'))
    .executeTakeFirstOrThrow()
  return Number(accounts) === 1
}

/** Creates a one-time link to register an app; for an account, its repositories are chosen next. Throws `conflict` if the host has one. */
export async function offerRegistration(
  { db, clock, ids, baseUrl }: { db: Database; clock: Clock; ids: Ids; baseUrl: string },
  {
    apiUrl,
    registration,
    accountId = null,
  }: { apiUrl: string; registration: AppRegistration; accountId?: string | null },
): Promise<OneTimeLink> {
  const { link, expiresAt } = await db.write(async tx => {
    if (await hasAppOn(tx, apiUrl)) throw new AppError('conflict', APP_EXISTS)
    return createConnectRequest(tx, clock, ids, {
      purpose: 'register',
      accountId,
      apiUrl,
      registration,
    })
  })
  return { link: linkTo(baseUrl, 'register', link), expiresAt }
}

/** The form that the person's browser posts to the host. Reloading the page gives it again. */
export async function registrationForm(
  context: GitHubAppContext,
  token: string,
): Promise<AppManifest & { registration: AppRegistration }> {
  const request = await findConnectRequest(context.db.read, context.clock, 'register', { link: token })
  if (!request?.registration || request.step !== 'open') throw linkExpired()
  const { apiUrl, registration } = request
  if (await hasAppOn(context.db.read, apiUrl)) throw new AppError('conflict', APP_EXISTS)
  const manifest = await context.manifest({
    apiUrl,
    baseUrl: context.baseUrl,
    ...registration,
    state: secretsOf(token).state,
    registeredPath: APP_PATHS.registered,
    provenPath: APP_PATHS.proven,
  })
  return { ...manifest, registration }
}

/**
 * Handles the return from the host: exchanges its code for the app's secrets and stores them encrypted. The state works once; if the
 * exchange fails, the link can be opened again.
 */
export async function register(
  context: GitHubAppContext,
  { code, state }: { code: string; state: string },
): Promise<{ host: string; installAddress: string; next: OneTimeLink | null }> {
  const request = await findConnectRequest(context.db.read, context.clock, 'register', { state })
  if (!request) throw linkExpired()
  // Reloading the page after success shows the result again.
  if (request.step !== 'done') await convertAndStore(context, request, code)
  const { app } = await requireApp(context, request.apiUrl)
  const { accountId, apiUrl } = request
  const next = accountId === null ? null : await offerConnection(context, { accountId, apiUrl })
  return { host: app.host, installAddress: app.installUrl(), next }
}

async function convertAndStore(
  context: GitHubAppContext,
  request: ConnectRequest,
  code: string,
): Promise<void> {
  const { db, clock, ids } = context
  const secrets = await context.secrets()
  if (!(await db.write(tx => advanceConnectRequest(tx, request, 'open', 'taken')))) throw linkExpired()
  const app = await secretsFor(context, request, code)
  await db.write(async tx => {
    await storeApp(tx, clock, ids, secrets, { apiUrl: request.apiUrl, app })
    await advanceConnectRequest(tx, request, 'taken', 'done')
  })
}

async function secretsFor(
  context: GitHubAppContext,
  request: ConnectRequest,
  code: string,
): Promise<AppCredentials> {
  try {
    return await context.convert(request.apiUrl, code)
  } catch (error) {
    await context.db.write(tx => advanceConnectRequest(tx, request, 'taken', 'open'))
    throw error
  }
}
