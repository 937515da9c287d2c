import { type ActionContext, recordActivity } from '#accounts/activity.ts'
import { appConnectionKey, sourcesOfInstallation } from '#pipeline/webhooks/host-events.ts'
import type { Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { safeLine } from '#platform/text.ts'
import { type AppSummary, deleteApp } from '#pulls/connections/apps.ts'
import {
  type InstallationSummary,
  listInstallations,
  unclaimInstallation,
} from '#pulls/connections/installations.ts'
import { deleteSource, type Source, setSourceState } from '#pulls/connections/sources.ts'

/**
 * Removes an installation from its account, so that another account can claim it. Its sources need reconnecting; recorded data stays.
 * Returns the sources. Throws `not_found` if no account has that installation.
 */
export async function releaseInstallation(
  tx: Tx,
  action: ActionContext,
  installationId: string,
  apiUrl: string,
  apps: readonly AppSummary[],
): Promise<Source[]> {
  const app = apps.find(one => one.apiUrl === apiUrl)
  const known = app ? await listInstallations(tx, app.id) : []
  const installation = known.find(one => one.installationId === installationId)
  if (!installation?.accountId)
    throw new AppError(
      'not_found',
      `No account has an installation ${safeLine(installationId)} on that host; "tidings github-app list" shows them.`,
    )
  return release(tx, action, { ...installation, accountId: installation.accountId })
}

async function release(
  tx: Tx,
  action: ActionContext,
  { accountId, ...installation }: InstallationSummary & { accountId: string },
): Promise<Source[]> {
  const sources = await sourcesOfInstallation(
    tx,
    appConnectionKey(installation.appId),
    installation.installationId,
  )
  for (const source of sources)
    await setSourceState(tx, source, 'needs reconnecting', 'The installation of the app was released.')
  await unclaimInstallation(tx, installation)
  await recordActivity(tx, action, 'released', {
    accountId,
    subject: installation.installationId,
    before: { installation: installation.login, repositories: sources.map(source => source.repo) },
  })
  return sources
}

/** Releases all installations of an app, then deletes it with its keys. Returns the sources that need reconnecting. */
export async function removeApp(tx: Tx, action: ActionContext, app: AppSummary): Promise<Source[]> {
  const affected: Source[] = []
  for (const { accountId, ...rest } of await listInstallations(tx, app.id))
    if (accountId !== null) affected.push(...(await release(tx, action, { ...rest, accountId })))
  await deleteApp(tx, app.id)
  return affected
}

/** Disconnects a repository: its webhooks are refused, and nothing is requested from its host any more. Recorded data stays. */
export async function disconnect(tx: Tx, action: ActionContext, source: Source): Promise<void> {
  await deleteSource(tx, source)
  await recordActivity(tx, action, 'disconnected', {
    accountId: source.accountId,
    subject: source.id,
    before: { host: source.host, repository: source.repo },
  })
}
