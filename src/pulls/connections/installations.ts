import type { Clock } from '#platform/clock.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import type { Installation } from '#pulls/hosts/host-app.ts'

/** `deleted`: the app was uninstalled. */
export type InstallationState = 'active' | 'suspended' | 'deleted'

/** Identifies an installation; `appId` is the id in our database, not the host's. */
interface InstallationKey {
  appId: string
  installationId: string
}

/** The account that owns the installation; null until somebody proves that they administer it. */
export async function ownerOfInstallation(
  db: Reader,
  { appId, installationId }: InstallationKey,
): Promise<string | null> {
  const row = await db
    .selectFrom('installation')
    .select('account_id')
    .where('app_id', '=', appId)
    .where('installation_id', '=', installationId)
    .executeTakeFirst()
  return row?.account_id ?? null
}

/** An installation as the operator's list shows it. */
export interface InstallationSummary extends InstallationKey {
  login: string
  state: InstallationState
  accountId: string | null
}

/** All installations, or those of one app, oldest first. */
export async function listInstallations(db: Reader, appId?: string): Promise<InstallationSummary[]> {
  return db
    .selectFrom('installation')
    .select(['app_id as appId', 'installation_id as installationId', 'login', 'state'])
    .select('account_id as accountId')
    .$if(appId !== undefined, query => query.where('app_id', '=', appId ?? ''))
    .orderBy('created_at')
    .orderBy('installation_id')
    .execute()
}

/** Removes the installation's owner, so that the next person who proves that they administer it can claim it. */
export async function unclaimInstallation(tx: Tx, { appId, installationId }: InstallationKey): Promise<void> {
  await tx
    .updateTable('installation')
    .set({ account_id: null })
    .where('app_id', '=', appId)
    .where('installation_id', '=', installationId)
    .execute()
}

/** Inserts or updates an installation as the host reports it. A new one has no owner. */
export async function recordInstallation(
  tx: Tx,
  clock: Clock,
  { appId, installationId }: InstallationKey,
  { login, state }: { login: string; state: InstallationState },
): Promise<void> {
  await tx
    .insertInto('installation')
    .values({
      app_id: appId,
      installation_id: installationId,
      login,
      account_id: null,
      state,
      created_at: clock.now(),
    })
    .onConflict(conflict => conflict.columns(['app_id', 'installation_id']).doUpdateSet({ login, state }))
    .execute()
}

/** Gives the installation to the account of a person who proved that they administer it. Throws `conflict` if another account owns it. */
export async function claimInstallation(
  tx: Tx,
  clock: Clock,
  { appId, accountId }: { appId: string; accountId: string },
  { id, account, isSuspended }: Installation,
): Promise<void> {
  const key = { appId, installationId: id }
  await recordInstallation(tx, clock, key, { login: account, state: isSuspended ? 'suspended' : 'active' })
  const { numUpdatedRows } = await tx
    .updateTable('installation')
    .set({ account_id: accountId })
    .where('app_id', '=', appId)
    .where('installation_id', '=', id)
    .where(where => where.or([where('account_id', 'is', null), where('account_id', '=', accountId)]))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError('conflict', installationTakenMessage(account))
}

/** The error message for an installation that another account owns. */
export const installationTakenMessage = (login: string): string =>
  `The installation of ${login} belongs to another account here. An installation serves one account; its repositories are connected there.`
