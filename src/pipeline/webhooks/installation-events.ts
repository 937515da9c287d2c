import type { ActionContext } from '#accounts/activity.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { apiUrlOfApp } from '#pulls/connections/apps.ts'
import {
  type InstallationState,
  ownerOfInstallation,
  recordInstallation,
} from '#pulls/connections/installations.ts'
import { listSources, type Source, type SourceState, setSourceState } from '#pulls/connections/sources.ts'
import type { Delivery } from './deliveries.ts'
import type { HostEvent } from './provider.ts'

type InstallationEvent = Extract<HostEvent, { type: 'installation' }>
type RepositoriesEvent = Extract<HostEvent, { type: 'installation-repositories' }>

/** An app's deliveries are kept under `app <its id here>`. */
export const appConnectionKey = (appId: string): string => `app ${appId}`
const appOf = (connection: string): string | null => /^app (.+)$/.exec(connection)?.[1] ?? null

/** The repositories that an account connected through this installation of this app. */
export async function sourcesOfInstallation(
  db: Reader,
  connection: string,
  installationId: string | null,
): Promise<Source[]> {
  const appId = appOf(connection)
  if (appId === null || installationId === null) return []
  const accountId = await ownerOfInstallation(db, { appId, installationId })
  if (accountId === null) return []
  // Two hosts may count their installations alike.
  const apiUrl = await apiUrlOfApp(db, appId)
  return (await listSources(db, { accountId, installationId })).filter(source => source.apiUrl === apiUrl)
}

/** An installation comes, goes, or rests. It belongs to nobody until its owner proves access to it. */
export async function applyInstallation(
  tx: Tx,
  { clock }: ActionContext,
  { connection }: Delivery,
  { installationId, change, account }: InstallationEvent,
): Promise<void> {
  const appId = appOf(connection)
  if (appId === null) return
  const { installation: state, from, to } = CHANGES[change]
  await recordInstallation(tx, clock, { appId, installationId }, { login: account, state })
  for (const source of await sourcesOfInstallation(tx, connection, installationId))
    if (from.includes(source.state)) await setSourceState(tx, source, ...to)
}

/** What a change makes of an installation, and of those of its sources that stand as told: a repository that is gone stays gone. */
const CHANGES: Record<
  InstallationEvent['change'],
  {
    installation: InstallationState
    from: readonly SourceState[]
    to: readonly [SourceState, string | null]
  }
> = {
  created: { installation: 'active', from: ['suspended', 'needs reconnecting'], to: ['active', null] },
  unsuspend: { installation: 'active', from: ['suspended'], to: ['active', null] },
  suspend: {
    installation: 'suspended',
    from: ['active'],
    to: ['suspended', 'The installation of the app was suspended on the host.'],
  },
  deleted: {
    installation: 'deleted',
    from: ['active', 'suspended'],
    to: ['needs reconnecting', 'The app was uninstalled on the host.'],
  },
}

/** Repositories that the installation may no longer see need reconnecting; those that it may see again are active. */
export async function applyInstallationRepositories(
  tx: Tx,
  { connection }: Delivery,
  { installationId, added, removed }: RepositoriesEvent,
): Promise<void> {
  for (const source of await sourcesOfInstallation(tx, connection, installationId)) {
    const isIn = (list: typeof added) =>
      list.some(repo =>
        source.externalId === null ? repo.name === source.repo : repo.id === source.externalId,
      )
    if (source.state === 'gone') continue
    if (isIn(removed))
      await setSourceState(tx, source, 'needs reconnecting', 'The app may no longer see this repository.')
    else if (isIn(added) && source.state === 'needs reconnecting') await setSourceState(tx, source, 'active')
  }
}
