import type { Delivery } from '#callbacks/deliveries.ts'
import type { HostEvent } from '#callbacks/host-event.ts'
import type { Reader, Tx } from '#db/schema.ts'
import type { Mover } from '#entries/moves.ts'
import { listSources, type Source, type SourceState, setSourceState } from '#pulls/sources.ts'

type InstallationEvent = Extract<HostEvent, { type: 'installation' }>
type RepositoriesEvent = Extract<HostEvent, { type: 'installation-repositories' }>

/** An app's deliveries are kept under `app <its id here>`. */
export const connectionOfApp = (appId: string): string => `app ${appId}`
const appOf = (connection: string): string | null => /^app (.+)$/.exec(connection)?.[1] ?? null

/** The repositories that an account connected through this installation of this app. */
export async function sourcesOfInstallation(
  db: Reader,
  connection: string,
  installationId: string | null,
): Promise<Source[]> {
  const appId = appOf(connection)
  if (appId === null || installationId === null) return []
  const proven = await db
    .selectFrom('installation')
    .select('account_id')
    .where('app_id', '=', appId)
    .where('installation_id', '=', installationId)
    .where('account_id', 'is not', null)
    .executeTakeFirst()
  if (!proven?.account_id) return []
  return listSources(db, { accountId: proven.account_id, installationId })
}

/** An installation comes, goes, or rests. It belongs to nobody until its owner proves access to it. */
export async function applyInstallation(
  tx: Tx,
  { clock }: Mover,
  { connection }: Delivery,
  { installationId, change, account }: InstallationEvent,
): Promise<void> {
  const appId = appOf(connection)
  if (appId === null) return
  const state = STATES[change]
  await tx
    .insertInto('installation')
    .values({
      app_id: appId,
      installation_id: installationId,
      login: account,
      account_id: null,
      state,
      created_at: clock.now(),
    })
    .onConflict(conflict =>
      conflict.columns(['app_id', 'installation_id']).doUpdateSet({ login: account, state }),
    )
    .execute()
  for (const source of await sourcesOfInstallation(tx, connection, installationId)) {
    const [sourceState, reason] = SOURCE_STATES[change]
    await setSourceState(tx, source, sourceState, reason)
  }
}

const STATES = {
  created: 'active',
  unsuspend: 'active',
  suspend: 'suspended',
  deleted: 'deleted',
} as const

const SOURCE_STATES = {
  created: ['active', null],
  unsuspend: ['active', null],
  suspend: ['suspended', 'The installation of the app was suspended on the host.'],
  deleted: ['needs reconnecting', 'The app was uninstalled on the host.'],
} as const satisfies Record<string, readonly [SourceState, string | null]>

/** Repositories that the installation may no longer see need reconnecting; those that it may see again are active. */
export async function applyInstallationRepositories(
  tx: Tx,
  { connection }: Delivery,
  { installationId, added, removed }: RepositoriesEvent,
): Promise<void> {
  for (const source of await sourcesOfInstallation(tx, connection, installationId)) {
    const isIn = (list: typeof added) =>
      list.some(repo => repo.id === source.externalId || repo.name === source.repo)
    if (isIn(removed))
      await setSourceState(tx, source, 'needs reconnecting', 'The app may no longer see this repository.')
    else if (isIn(added)) await setSourceState(tx, source, 'active')
  }
}
