import type { Reader, Tx } from '#platform/db/schema.ts'
import type { ReleaseConfigFile } from '#pulls/changelog-sources/release-config-files.ts'

/** Replaces the stored configuration of the repository. */
export async function storeReleaseConfig(
  tx: Tx,
  repositoryId: string,
  files: readonly ReleaseConfigFile[],
): Promise<void> {
  await tx
    .updateTable('repository')
    .set({ release_config: files.length === 0 ? null : JSON.stringify(files) })
    .where('id', '=', repositoryId)
    .execute()
}

/** The configuration of one repository; empty if none is known. */
export async function releaseConfigOf(db: Reader, repositoryId: string): Promise<ReleaseConfigFile[]> {
  const row = await db
    .selectFrom('repository')
    .select('release_config')
    .where('id', '=', repositoryId)
    .executeTakeFirst()
  return JSON.parse(row?.release_config ?? '[]')
}

/** The known configurations of the account's repositories. */
export async function releaseConfigs(
  db: Reader,
  accountId: string,
): Promise<{ host: string; repo: string; files: ReleaseConfigFile[] }[]> {
  const rows = await db
    .selectFrom('repository')
    .select(['host', 'name', 'release_config'])
    .where('account_id', '=', accountId)
    .where('release_config', 'is not', null)
    .execute()
  return rows.map(({ host, name, release_config }) => ({
    host,
    repo: name,
    files: JSON.parse(release_config ?? '[]'),
  }))
}
