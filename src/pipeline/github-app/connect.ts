import { type ActionContext, recordActivity } from '#accounts/activity.ts'
import type { Billing } from '#accounts/plan.ts'
import { reconcileSoon } from '#pipeline/ingest/reconcile.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import type { Secrets } from '#platform/secrets.ts'
import {
  claimInstallation,
  installationTakenMessage,
  ownerOfInstallation,
} from '#pulls/connections/installations.ts'
import { changeInstallation, createSource, listSources, type Source } from '#pulls/connections/sources.ts'
import type { AdministeredInstallation, HostApp, InstallationRepository } from '#pulls/hosts/host-app.ts'
import { validateRepoName } from '#pulls/hosts/repo-name.ts'
import { requireRoomForNewRepository } from '#pulls/repositories/repositories.ts'
import {
  APP_PATHS,
  beginStep,
  type Caller,
  connectStep,
  type GitHubApps,
  STEPS,
  takeStep,
} from './context.ts'

/** The pages on the host that a person can continue with. Both lead back here, and only one of them can be used. */
interface ConnectionOffer {
  /** Shows the person which installations they administer. */
  authorize: string
  /** Installs the app, or gives it access to more repositories. */
  install: string
}

/** The app on that host. Throws `not_found` if there is none. */
async function requireApp(
  { appAt }: Pick<GitHubApps, 'appAt'>,
  apiUrl: string,
): Promise<{ id: string; app: HostApp }> {
  const found = await appAt(apiUrl)
  if (found) return found
  throw new AppError(
    'not_found',
    'There is no app of this service on that host yet. Create it in the dashboard, under Settings, Repositories.',
  )
}

/** Begins to connect an account's repositories through the app. Throws `not_found` if the host has none. */
export async function offerConnection(
  context: GitHubApps,
  caller: Caller,
  wanted: { accountId: string; apiUrl: string },
): Promise<ConnectionOffer> {
  const { app } = await requireApp(context, wanted.apiUrl)
  const state = await context.db.write(tx => beginStep(tx, context, caller, STEPS.authorize, wanted))
  return { authorize: app.authorizeUrl(state, provenAddress(context)), install: app.installUrl(state) }
}

const provenAddress = ({ baseUrl }: GitHubApps): string => `${baseUrl}${APP_PATHS.proven}`

/**
 * Handles the return from the host: asks it which installations the person administers. Returns the account, and the secret of the next
 * step, in which the person chooses repositories. The state works once; if the host does not answer, it can be used again.
 */
export async function verifyProof(
  context: GitHubApps,
  caller: Caller,
  { code, state }: { code: string; state: string },
): Promise<{ publicId: string; choice: string }> {
  const { publicId, ...request } = await connectStep(context, caller, STEPS.authorize, state)
  const { app } = await requireApp(context, request.apiUrl)
  const installations = await app.administeredInstallations(code, provenAddress(context))
  const choice = await context.db.write(async tx => {
    await takeStep(tx, context, STEPS.authorize, state)
    return beginStep(tx, context, caller, STEPS.choose, { ...request, installations })
  })
  return { publicId, choice }
}

/** Whether a repository is connected to the account. `elsewhere`: not through the app, but through a webhook of its own. */
type ConnectionStatus = 'new' | 'connected' | 'elsewhere' | 'to reconnect'

interface RepositoryChoice extends InstallationRepository {
  /** The value of the repository's checkbox. */
  key: string
  standing: ConnectionStatus
}

interface InstallationChoice {
  account: string
  /** Why the installation's repositories cannot be connected; null if they can. */
  obstacle: string | null
  repositories: RepositoryChoice[]
}

const keyOf = (installation: AdministeredInstallation, { id }: InstallationRepository): string =>
  `${installation.id}:${id}`

export async function connectionChoices(
  context: GitHubApps,
  caller: Caller,
  choice: string,
): Promise<{ host: string; installations: InstallationChoice[] }> {
  const { accountId, apiUrl, ...proven } = await connectStep(context, caller, STEPS.choose, choice)
  const { id: appId, app } = await requireApp(context, apiUrl)
  const known = await sourcesOn(context.db.read, accountId, app.host)
  const installations = proven.installations.map(async installation => ({
    account: installation.account,
    obstacle: await obstacleTo(context.db.read, appId, accountId, installation),
    repositories: installation.repositories.map(repository => ({
      ...repository,
      key: keyOf(installation, repository),
      standing: standingOf(known(repository), installation),
    })),
  }))
  return { host: app.host, installations: await Promise.all(installations) }
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
 * Connects the chosen repositories in one transaction, and assigns their installations to the account. Throws `conflict` if an installation
 * belongs to another account or the plan allows no more repositories. Returns the names of the connected repositories.
 */
export async function connectChosen(
  context: GitHubApps,
  caller: Caller,
  choice: string,
  chosen: readonly string[],
): Promise<string[]> {
  const request = await connectStep(context, caller, STEPS.choose, choice)
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
    await takeStep(tx, context, STEPS.choose, choice)
    const connected: string[] = []
    const action = { ...context, actor: caller.person.id }
    for (const installation of wanted)
      connected.push(
        ...(await connectThrough(tx, action, secrets, { request, appId, host: app.host, installation })),
      )
    return connected
  })
}

interface ChosenInstallation {
  request: { accountId: string; apiUrl: string }
  appId: string
  host: string
  installation: AdministeredInstallation
}

async function connectThrough(
  tx: Tx,
  { billing, ...action }: ActionContext & { billing: Billing },
  secrets: Secrets,
  { request: { accountId, apiUrl }, appId, host, installation }: ChosenInstallation,
): Promise<string[]> {
  const { clock, ids } = action
  await claimInstallation(tx, clock, { appId, accountId }, installation)
  const known = await sourcesOn(tx, accountId, host)
  const connected: string[] = []
  for (const repository of installation.repositories) {
    const source = known(repository)
    const standing = standingOf(source, installation)
    if (standing === 'connected' || standing === 'elsewhere') continue
    const repo = validateRepoName(repository.name)
    const named = { host, repo, externalId: repository.id }
    await requireRoomForNewRepository(tx, billing, accountId, named)
    if (source) {
      await changeInstallation(tx, source, installation.id)
      await reconcileSoon(tx, action, source)
    } else {
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
  await recordActivity(tx, action, 'connected', { accountId, subject: connected })
  return connected
}
