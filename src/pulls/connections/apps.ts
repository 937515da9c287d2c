import type { Selectable } from 'kysely'
import type { Clock } from '#platform/clock.ts'
import { isUniqueViolation } from '#platform/db/failure.ts'
import type { Reader, Schema, Tx } from '#platform/db/schema.ts'
import { sealedColumn } from '#platform/db/sealed-columns.ts'
import { AppError } from '#platform/errors.ts'
import type { Ids } from '#platform/ids.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { AppCredentials } from '#pulls/hosts/host-app.ts'

/** A registered app on a code host, with its secrets decrypted. */
export interface StoredApp extends AppCredentials {
  id: string
  apiUrl: string
}

/** The message for a second registration on the same host. */
export const APP_EXISTS = 'There is an app of this service on that host already, and one is enough.'

const secretContext = (id: string): string => `code host app ${id}`

export const sealedHostApps = sealedColumn('code_host_app', 'secrets', ['id'], ({ id }) => secretContext(id))

/** Stores a newly registered app and returns its id. Throws `conflict` when the host already has one. */
export async function storeApp(
  tx: Tx,
  clock: Clock,
  ids: Ids,
  secrets: Secrets,
  { apiUrl, app }: { apiUrl: string; app: AppCredentials },
): Promise<string> {
  const id = ids.next()
  const { appId, slug, clientId, ...secretFields } = app
  try {
    await tx
      .insertInto('code_host_app')
      .values({
        id,
        provider: 'github',
        api_url: apiUrl,
        app_id: appId,
        slug,
        client_id: clientId,
        secrets: secrets.seal(JSON.stringify(secretFields), secretContext(id)),
        created_at: clock.now(),
      })
      .execute()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new AppError('conflict', APP_EXISTS)
  }
  return id
}

/** Whether an app is registered on that host. Decrypts nothing. */
export async function hasAppOn(db: Reader, apiUrl: string): Promise<boolean> {
  const row = await db
    .selectFrom('code_host_app')
    .select('id')
    .where('api_url', '=', apiUrl)
    .executeTakeFirst()
  return row !== undefined
}

/** The part of an app that is not secret. */
export type AppSummary = Pick<StoredApp, 'id' | 'apiUrl' | 'slug'>

/** All registered apps without their secrets, oldest first. */
export async function listAppSummaries(db: Reader): Promise<AppSummary[]> {
  return db
    .selectFrom('code_host_app')
    .select(['id', 'api_url as apiUrl', 'slug'])
    .orderBy('created_at')
    .execute()
}

/** Deletes an app with its keys and installations. The caller must deal with the sources that use it first. */
export async function deleteApp(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('installation').where('app_id', '=', id).execute()
  await tx.deleteFrom('code_host_app').where('id', '=', id).execute()
}

/** The API address of the app's host; null for an unknown id. */
export async function apiUrlOfApp(db: Reader, id: string): Promise<string | null> {
  const row = await db.selectFrom('code_host_app').select('api_url').where('id', '=', id).executeTakeFirst()
  return row?.api_url ?? null
}

/** All registered apps with their secrets decrypted. */
export async function listApps(db: Reader, secrets: () => Promise<Secrets>): Promise<StoredApp[]> {
  const rows = await db.selectFrom('code_host_app').selectAll().orderBy('created_at').execute()
  if (rows.length === 0) return []
  const opened = await secrets()
  return rows.map(row => appFrom(row, opened))
}

function appFrom(row: Selectable<Schema['code_host_app']>, secrets: Secrets): StoredApp {
  const secretFields = JSON.parse(secrets.open(row.secrets, secretContext(row.id)))
  return {
    id: row.id,
    apiUrl: row.api_url,
    appId: row.app_id,
    slug: row.slug,
    clientId: row.client_id,
    ...secretFields,
  }
}
