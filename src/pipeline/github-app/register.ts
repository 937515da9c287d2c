import type { Clock, Instant } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { AppError } from '#platform/errors.ts'
import type { Ids } from '#platform/ids.ts'
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
import { APP_PATHS, type GitHubAppContext, linkExpired, linkTo, requireApp } from './context.ts'

/** A link that is printed once. */
export interface OneTimeLink {
  link: string
  expiresAt: Instant
}

/** Makes the link that registers an app. `conflict` when there is one on that host. */
export async function offerRegistration(
  { db, clock, ids, baseUrl }: { db: Database; clock: Clock; ids: Ids; baseUrl: string },
  { apiUrl, registration }: { apiUrl: string; registration: AppRegistration },
): Promise<OneTimeLink> {
  const { link, expiresAt } = await db.write(async tx => {
    if (await hasAppOn(tx, apiUrl)) throw new AppError('conflict', APP_EXISTS)
    return createConnectRequest(tx, clock, ids, {
      purpose: 'register',
      accountId: null,
      apiUrl,
      registration,
    })
  })
  return { link: linkTo(baseUrl, 'register', link), expiresAt }
}

/** What the browser of the person who opened the link is to post to the host. It may be asked for as often as the page is loaded. */
export async function registrationForm(
  desk: GitHubAppContext,
  token: string,
): Promise<AppManifest & { registration: AppRegistration }> {
  const handshake = await findConnectRequest(desk.db.read, desk.clock, 'register', { link: token })
  if (!handshake?.registration || handshake.step !== 'open') throw linkExpired()
  const { apiUrl, registration } = handshake
  if (await hasAppOn(desk.db.read, apiUrl)) throw new AppError('conflict', APP_EXISTS)
  const manifest = await desk.manifest({
    apiUrl,
    baseUrl: desk.baseUrl,
    ...registration,
    state: secretsOf(token).state,
    registeredPath: APP_PATHS.registered,
    provenPath: APP_PATHS.proven,
  })
  return { ...manifest, registration }
}

/**
 * The host sends the person back: its code is changed for the app's secrets, which are stored sealed. The state is good once; where the
 * host gave no secrets for the code, the link may be opened again.
 */
export async function register(
  desk: GitHubAppContext,
  { code, state }: { code: string; state: string },
): Promise<{ host: string; installAddress: string }> {
  const handshake = await findConnectRequest(desk.db.read, desk.clock, 'register', { state })
  if (!handshake) throw linkExpired()
  // A page that is loaded again after all was done says so again.
  if (handshake.step !== 'done') await convertAndStore(desk, handshake, code)
  const { app } = await requireApp(desk, handshake.apiUrl)
  return { host: app.host, installAddress: app.installUrl() }
}

async function convertAndStore(
  desk: GitHubAppContext,
  handshake: ConnectRequest,
  code: string,
): Promise<void> {
  const { db, clock, ids } = desk
  const secrets = await desk.secrets()
  if (!(await db.write(tx => advanceConnectRequest(tx, handshake, 'open', 'taken')))) throw linkExpired()
  const app = await secretsFor(desk, handshake, code)
  await db.write(async tx => {
    await storeApp(tx, clock, ids, secrets, { apiUrl: handshake.apiUrl, app })
    await advanceConnectRequest(tx, handshake, 'taken', 'done')
  })
}

async function secretsFor(
  desk: GitHubAppContext,
  handshake: ConnectRequest,
  code: string,
): Promise<AppCredentials> {
  try {
    return await desk.convert(handshake.apiUrl, code)
  } catch (error) {
    await desk.db.write(tx => advanceConnectRequest(tx, handshake, 'taken', 'open'))
    throw error
  }
}
