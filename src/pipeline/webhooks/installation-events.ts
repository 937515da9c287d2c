import type { ActionContext } from '#accounts/activity.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { apiUrlOfApp } from '#pulls/connections/apps.ts'
import {
  type InstallationState,
  ownerOfInstallation,
  recordInstallation,
} from '#pulls/connections/installations.ts'
import { setReviews } from '#pulls/connections/reviews.ts'
import { listSources, type Source, type SourceState, setSourceState } from '#pulls/connections/sources.ts'
import type { HostEvent } from '#pulls/hosts/host-event.ts'
import type { Delivery } from './deliveries.ts'

type InstallationEvent = Extract<HostEvent, { type: 'installation' }>
type RepositoriesEvent = Extract<HostEvent, { type: 'installation-repositories' }>

/** The connection key under which the deliveries of an app are stored; `appId` is our own id of it. */
export const appConnectionKey = (appId: string): string => `app ${appId}`
const appOf = (connection: string): string | null => /^app (.+)$/.exec(connection)?.[1] ?? null

/** The sources that are connected through an installation of the app that sent the delivery; empty if no account owns it. */
export async function sourcesOfInstallation(
  db: Reader,
  connection: string,
  installationId: string | null,
): Promise<Source[]> {
  const appId = appOf(connection)
  if (appId === null || installationId === null) return []
  const accountId = await ownerOfInstallation(db, { appId, installationId })
  if (accountId === null) return []
  // Installation ids are unique on one host only.
  const apiUrl = await apiUrlOfApp(db, appId)
  return (await listSources(db, { accountId, installationId })).filter(source => source.apiUrl === apiUrl)
}

/** Records that an app was installed, uninstalled, suspended, resumed or given more permissions. An installation has no account until a person proves access to it. */
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
  for (const source of await sourcesOfInstallation(tx, connection, installationId)) {
    if (from.includes(source.state)) await setSourceState(tx, source, ...to)
    if (change === 'new_permissions_accepted' && source.reviews === 'refused')
      await setReviews(tx, source, 'on')
  }
}

/** For each change, the installation's new state and the new state of its sources. Only sources in one of the states `from` change. */
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
  new_permissions_accepted: { installation: 'active', from: [], to: ['active', null] },
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

/** Marks sources that the installation can no longer access, and those that it can access again. */
export async function applyInstallationRepositories(
  tx: Tx,
  { connection }: Delivery,
  { installationId, added, removed }: RepositoriesEvent,
): Promise<void> {
  for (const source of await sourcesOfInstallation(tx, connection, installationId)) {
    const includesSource = (list: typeof added) =>
      list.some(repo =>
        source.externalId === null ? repo.name === source.repo : repo.id === source.externalId,
      )
    if (source.state === 'gone') continue
    if (includesSource(removed))
      await setSourceState(tx, source, 'needs reconnecting', 'The app can no longer access this repository.')
    else if (includesSource(added) && source.state === 'needs reconnecting')
      await setSourceState(tx, source, 'active')
  }
}
