import { accountById } from '#accounts/account.ts'
import { recordActivity } from '#accounts/activity.ts'
import { historyCounts } from '#changelog/first-history.ts'
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
import {
  APP_PATHS,
  type GitHubAppContext,
  linkExpired,
  linkTo,
  NO_APP,
  type OneTimeLink,
  requireApp,
} from './context.ts'

/** Creates a one-time link to connect an account's repositories through the app. Throws `not_found` if the host has no app. */
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

/** What the page behind the link shows, and what the person's browser stores until the host sends them back. */
export interface ConnectionOffer {
  account: string
  host: string
  proofAddress: string
  /** The address to install the app on the host; it leads back here too. */
  installAddress: string
  /** A secret for a cookie. It is required on return, since the `state` alone could come from another person's link. */
  browser: string
}

export async function connectionOffer(context: GitHubAppContext, token: string): Promise<ConnectionOffer> {
  const request = await findConnectRequest(context.db.read, context.clock, 'connect', { link: token })
  if (request?.step !== 'open') throw linkExpired()
  const { app } = await requireApp(context, request.apiUrl)
  const { state, browser } = secretsOf(token)
  return {
    account: await accountOf(context.db.read, request),
    host: app.host,
    proofAddress: app.authorizeUrl(state, provenAddress(context)),
    installAddress: app.installUrl(state),
    browser,
  }
}

const provenAddress = ({ baseUrl }: GitHubAppContext): string => `${baseUrl}${APP_PATHS.proven}`

/**
 * Handles the return from the host: asks it which installations the person administers. Works once, and only in the browser that opened
 * the link.
 */
export async function verifyProof(
  context: GitHubAppContext,
  { code, state, browser }: { code: string; state: string; browser: string },
): Promise<void> {
  const { db, clock } = context
  const request = await findConnectRequest(db.read, clock, 'connect', { state, browser })
  if (!request || !(await db.write(tx => advanceConnectRequest(tx, request, 'open', 'taken'))))
    throw linkExpired()
  try {
    const { app } = await requireApp(context, request.apiUrl)
    const found = await app.administeredInstallations(code, provenAddress(context))
    await db.write(tx => advanceConnectRequest(tx, request, 'taken', 'proven', found))
  } catch (error) {
    await db.write(tx => advanceConnectRequest(tx, request, 'taken', 'open'))
    throw error
  }
}

/** Whether a repository is connected to the account. `elsewhere`: through a webhook of its own. */
type ConnectionStatus = 'new' | 'connected' | 'elsewhere' | 'to reconnect'

export interface RepositoryChoice extends InstallationRepository {
  /** The value of its checkbox. */
  key: string
  standing: ConnectionStatus
}

export interface InstallationChoice {
  account: string
  /** Why its repositories cannot be connected; null if they can. */
  obstacle: string | null
  repositories: RepositoryChoice[]
}

/** The repositories that the person can connect. */
export interface ConnectionChoices {
  account: string
  /** The page of the dashboard on which the person goes on: the path of a new account, else its sources. */
  next: string
  host: string
  installAddress: string
  installations: InstallationChoice[]
  /** The form was submitted already; the page shows the result. */
  isDone: boolean
}

const keyOf = (installation: AdministeredInstallation, { id }: InstallationRepository): string =>
  `${installation.id}:${id}`

export async function connectionChoices(
  context: GitHubAppContext,
  browser: string,
): Promise<ConnectionChoices> {
  const request = await requireProven(context, browser)
  const { id: appId, app } = await requireApp(context, request.apiUrl)
  const accountId = accountIdOf(request)
  const known = await sourcesOn(context.db.read, accountId, app.host)
  const installations = request.installations.map(async installation => ({
    account: installation.account,
    obstacle: await obstacleTo(context.db.read, appId, accountId, installation),
    repositories: installation.repositories.map(repository => ({
      ...repository,
      key: keyOf(installation, repository),
      standing: standingOf(known(repository), installation),
    })),
  }))
  return {
    account: await accountOf(context.db.read, request),
    next: await nextPage(context, accountId),
    host: app.host,
    installAddress: app.installUrl(),
    installations: await Promise.all(installations),
    isDone: request.step === 'done',
  }
}

async function nextPage({ db, baseUrl }: GitHubAppContext, accountId: string): Promise<string> {
  const { publicId } = await accountById(db.read, accountId)
  const { published } = await historyCounts(db.read, accountId)
  return `${baseUrl}/app/${publicId}/${published === 0 ? 'start' : 'sources'}`
}

async function requireProven({ db, clock }: GitHubAppContext, browser: string): Promise<ConnectRequest> {
  const request = await findConnectRequest(db.read, clock, 'connect', { browser })
  if (request?.step === 'proven' || request?.step === 'done') return request
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
  `The installation of ${account} is suspended; resume it there first.`

/** Finds the account's source for a repository: by the host's id, or by name for sources whose id is not known yet. */
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
 * Connects the chosen repositories in one transaction, and assigns their installations to the account. Throws `conflict` if an
 * installation belongs to another account or the plan allows no more repositories. Gives the names of the connected repositories.
 */
export async function connectChosen(
  context: GitHubAppContext,
  browser: string,
  chosen: readonly string[],
): Promise<string[]> {
  const request = await requireProven(context, browser)
  const { id: appId, app } = await requireApp(context, request.apiUrl)
  const wanted = request.installations
    .map(one => ({
      ...one,
      repositories: one.repositories.filter(repo => chosen.includes(keyOf(one, repo))),
    }))
    .filter(one => one.repositories.length > 0)
  if (wanted.length === 0) throw new AppError('invalid_parameter', 'Choose at least one repository.')
  const suspended = wanted.find(one => one.isSuspended)
  if (suspended) throw new AppError('conflict', isSuspendedThere(suspended))
  const secrets = await context.secrets()
  return context.db.write(async tx => {
    if (!(await advanceConnectRequest(tx, request, 'proven', 'done', request.installations)))
      throw linkExpired()
    const connected: string[] = []
    for (const installation of wanted)
      connected.push(
        ...(await connectThrough(tx, context, secrets, { request, appId, host: app.host, installation })),
      )
    return connected
  })
}

interface ChosenInstallation {
  request: ConnectRequest
  appId: string
  host: string
  installation: AdministeredInstallation
}

async function connectThrough(
  tx: Tx,
  context: GitHubAppContext,
  secrets: Secrets,
  { request, appId, host, installation }: ChosenInstallation,
): Promise<string[]> {
  const { clock, ids, billing } = context
  const accountId = accountIdOf(request)
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
      const { apiUrl } = request
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
  const action = { clock, ids, actor: 'connection link' }
  await recordActivity(tx, action, 'connected', { accountId, subject: connected })
  return connected
}

function accountIdOf({ accountId }: ConnectRequest): string {
  if (accountId === null) throw new Error('A request that connects has an account.')
  return accountId
}

const accountOf = async (db: Reader, request: ConnectRequest): Promise<string> =>
  (await accountById(db, accountIdOf(request))).name
