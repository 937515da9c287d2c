import { accountById } from '#accounts/account.ts'
import { recordActivity } from '#accounts/activity.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import type { Ids } from '#platform/ids.ts'
import type { Secrets } from '#platform/secrets.ts'
import { hasAppOn } from '#pulls/connections/apps.ts'
import {
  advanceConnectRequest,
  type ConnectRequest,
  createConnectRequest,
  findConnectRequest,
  secretsOf,
} from '#pulls/connections/connect-requests.ts'
import {
  claimInstallation,
  installationTakenMessage,
  ownerOfInstallation,
} from '#pulls/connections/installations.ts'
import { changeInstallation, createSource, listSources, type Source } from '#pulls/connections/sources.ts'
import { validateRepoName } from '#pulls/hosts/host-address.ts'
import type { AdministeredInstallation, InstallationRepository } from '#pulls/hosts/host-app.ts'
import { requireRoomForNewRepository } from '#pulls/repositories.ts'
import { APP_PATHS, type GitHubAppContext, linkExpired, linkTo, NO_APP, requireApp } from './context.ts'
import type { OneTimeLink } from './register.ts'

/** Makes the link that connects repositories of an account through the app. `not_found` where there is no app on that host. */
export async function offerConnection(
  { db, clock, ids, baseUrl }: { db: Database; clock: Clock; ids: Ids; baseUrl: string },
  { accountId, apiUrl }: { accountId: string; apiUrl: string },
): Promise<OneTimeLink> {
  const { link, expiresAt } = await db.write(async tx => {
    if (!(await hasAppOn(tx, apiUrl))) throw new AppError('not_found', NO_APP)
    return createConnectRequest(tx, clock, ids, { purpose: 'connect', accountId, apiUrl, registration: null })
  })
  return { link: linkTo(baseUrl, 'connect', link), expiresAt }
}

/** Where the person who opened the link goes on, and what their browser keeps until they are back. */
export interface ConnectionOffer {
  account: string
  host: string
  proofAddress: string
  /** For whoever has not put the app into their account on the host yet; leads back all the same. */
  installAddress: string
  /** Without it nobody who comes back is believed: the state alone could be another person's, sent on to them. */
  browser: string
}

export async function connectionOffer(desk: GitHubAppContext, token: string): Promise<ConnectionOffer> {
  const handshake = await findConnectRequest(desk.db.read, desk.clock, 'connect', { link: token })
  if (handshake?.step !== 'open') throw linkExpired()
  const { app } = await requireApp(desk, handshake.apiUrl)
  const { state, browser } = secretsOf(token)
  return {
    account: await accountOf(desk.db.read, handshake),
    host: app.host,
    proofAddress: app.authorizeUrl(state, provenAddress(desk)),
    installAddress: app.installUrl(state),
    browser,
  }
}

const provenAddress = ({ baseUrl }: GitHubAppContext): string => `${baseUrl}${APP_PATHS.proven}`

/** The host sends the person back, and is asked what they administer. Only the browser that opened the link is believed, once. */
export async function verifyProof(
  desk: GitHubAppContext,
  { code, state, browser }: { code: string; state: string; browser: string },
): Promise<void> {
  const { db, clock } = desk
  const handshake = await findConnectRequest(db.read, clock, 'connect', { state, browser })
  if (!handshake || !(await db.write(tx => advanceConnectRequest(tx, handshake, 'open', 'taken'))))
    throw linkExpired()
  try {
    const { app } = await requireApp(desk, handshake.apiUrl)
    const found = await app.administeredInstallations(code, provenAddress(desk))
    await db.write(tx => advanceConnectRequest(tx, handshake, 'taken', 'proven', found))
  } catch (error) {
    await db.write(tx => advanceConnectRequest(tx, handshake, 'taken', 'open'))
    throw error
  }
}

/** How a repository stands with the account. `elsewhere`: it is connected by a webhook of its own. */
type ConnectionStatus = 'new' | 'connected' | 'elsewhere' | 'to reconnect'

export interface RepositoryChoice extends InstallationRepository {
  /** What is posted for it. */
  key: string
  standing: ConnectionStatus
}

export interface InstallationChoice {
  account: string
  /** Why none of it can be connected; null where nothing stands in the way. */
  obstacle: string | null
  repositories: RepositoryChoice[]
}

/** What the person may connect. */
export interface ConnectionChoices {
  account: string
  host: string
  installAddress: string
  installations: InstallationChoice[]
  /** The choice was made; what is shown is what came of it. */
  isDone: boolean
}

const keyOf = (installation: AdministeredInstallation, { id }: InstallationRepository): string =>
  `${installation.id}:${id}`

export async function connectionChoices(desk: GitHubAppContext, browser: string): Promise<ConnectionChoices> {
  const handshake = await requireProven(desk, browser)
  const { id: appId, app } = await requireApp(desk, handshake.apiUrl)
  const accountId = accountIdOf(handshake)
  const known = await sourcesOn(desk.db.read, accountId, app.host)
  const installations = handshake.installations.map(async installation => ({
    account: installation.account,
    obstacle: await obstacleTo(desk.db.read, appId, accountId, installation),
    repositories: installation.repositories.map(repository => ({
      ...repository,
      key: keyOf(installation, repository),
      standing: standingOf(known(repository), installation),
    })),
  }))
  return {
    account: await accountOf(desk.db.read, handshake),
    host: app.host,
    installAddress: app.installUrl(),
    installations: await Promise.all(installations),
    isDone: handshake.step === 'done',
  }
}

async function requireProven({ db, clock }: GitHubAppContext, browser: string): Promise<ConnectRequest> {
  const handshake = await findConnectRequest(db.read, clock, 'connect', { browser })
  if (handshake?.step === 'proven' || handshake?.step === 'done') return handshake
  throw linkExpired()
}

async function obstacleTo(
  db: Reader,
  appId: string,
  accountId: string,
  installation: AdministeredInstallation,
): Promise<string | null> {
  const owner = await ownerOfInstallation(db, { appId, installationId: installation.id })
  if (owner !== null && owner !== accountId) return installationTakenMessage(installation.account)
  return installation.isSuspended ? isSuspendedThere(installation) : null
}

const isSuspendedThere = ({ account }: AdministeredInstallation): string =>
  `The installation of ${account} is suspended; let it go on there first.`

/** Gives the account's source of a repository on that host: by its permanent id once that is known, since names change hands. */
async function sourcesOn(db: Reader, accountId: string, host: string) {
  const sources = (await listSources(db, { accountId })).filter(source => source.host === host)
  return ({ id, name }: InstallationRepository): Source | undefined =>
    sources.find(source => source.externalId === id) ??
    sources.find(source => source.externalId === null && source.repo.toLowerCase() === name.toLowerCase())
}

function standingOf(source: Source | undefined, installation: AdministeredInstallation): ConnectionStatus {
  if (!source) return 'new'
  if (source.installationId === null) return 'elsewhere'
  const isWell = source.installationId === installation.id && source.state === 'active'
  return isWell ? 'connected' : 'to reconnect'
}

/**
 * Connects what the person chose, all of it or nothing, and with it gives the installations to the account. `conflict` where one is
 * another account's, or the plan has no room. Gives the names.
 */
export async function connectChosen(
  desk: GitHubAppContext,
  browser: string,
  chosen: readonly string[],
): Promise<string[]> {
  const handshake = await requireProven(desk, browser)
  const { id: appId, app } = await requireApp(desk, handshake.apiUrl)
  const wanted = handshake.installations
    .map(one => ({
      ...one,
      repositories: one.repositories.filter(repo => chosen.includes(keyOf(one, repo))),
    }))
    .filter(one => one.repositories.length > 0)
  if (wanted.length === 0) throw new AppError('invalid_parameter', 'Choose at least one repository.')
  const suspended = wanted.find(one => one.isSuspended)
  if (suspended) throw new AppError('conflict', isSuspendedThere(suspended))
  const secrets = await desk.secrets()
  return desk.db.write(async tx => {
    if (!(await advanceConnectRequest(tx, handshake, 'proven', 'done', handshake.installations)))
      throw linkExpired()
    const connected: string[] = []
    for (const installation of wanted)
      connected.push(
        ...(await connectThrough(tx, desk, secrets, { handshake, appId, host: app.host, installation })),
      )
    return connected
  })
}

interface Through {
  handshake: ConnectRequest
  appId: string
  host: string
  installation: AdministeredInstallation
}

async function connectThrough(
  tx: Tx,
  desk: GitHubAppContext,
  secrets: Secrets,
  { handshake, appId, host, installation }: Through,
): Promise<string[]> {
  const { clock, ids, billing } = desk
  const accountId = accountIdOf(handshake)
  await claimInstallation(tx, clock, { appId, accountId }, installation)
  const known = await sourcesOn(tx, accountId, host)
  const connected: string[] = []
  for (const repository of installation.repositories) {
    const source = known(repository)
    const standing = standingOf(source, installation)
    if (standing === 'connected' || standing === 'elsewhere') continue
    const repo = validateRepoName(repository.name)
    const named = { host, repo, externalId: repository.id }
    await requireRoomForNewRepository({ tx, billing }, accountId, named)
    if (source) await changeInstallation(tx, source, installation.id)
    else {
      const { apiUrl } = handshake
      const more = {
        accountId,
        provider: 'github' as const,
        apiUrl,
        token: null,
        installationId: installation.id,
      }
      await createSource(tx, clock, ids, secrets, { ...named, ...more })
    }
    connected.push(repo)
  }
  const actor = 'connection link'
  const lines = connected.map(subject => ({ accountId, actor, action: 'connected', subject }))
  await recordActivity(tx, clock, ids, ...lines)
  return connected
}

function accountIdOf({ accountId }: ConnectRequest): string {
  if (accountId === null) throw new Error('A handshake that connects has an account.')
  return accountId
}

const accountOf = async (db: Reader, handshake: ConnectRequest): Promise<string> =>
  (await accountById(db, accountIdOf(handshake))).name
