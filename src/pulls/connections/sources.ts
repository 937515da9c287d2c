import { randomBytes } from 'node:crypto'
import { recordEvent } from '#accounts/events.ts'
import type { Clock, Instant } from '#platform/clock.ts'
import { isUniqueViolation } from '#platform/db/failure.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { sealedColumn } from '#platform/db/sealed-columns.ts'
import { AppError, unknownId } from '#platform/errors.ts'
import { type Ids, isUuid } from '#platform/ids.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { CodeHostName } from '#pulls/hosts/hosts.ts'
import { findOrCreateByExternalId, findOrCreateRepository } from '#pulls/repositories/repositories.ts'

/**
 * `suspended`: the host's owner suspended the installation; `needs reconnecting`: the host refused our
 * credentials; `gone`: the repository was not found.
 */
export type SourceState = 'active' | 'suspended' | 'needs reconnecting' | 'gone'

/** Whether open pull requests are reviewed. `refused`: an owner wants it, but the host does not let us comment. */
export type ReviewsState = 'off' | 'on' | 'refused'

/** The connection of one repository on a code host to an account. */
export interface Source {
  id: string
  accountId: string
  repositoryId: string
  provider: CodeHostName
  /** Without a trailing slash. */
  apiUrl: string
  host: string
  repo: string
  /** The host's permanent id of the repository; null until it is known. */
  externalId: string | null
  installationId: string | null
  hasToken: boolean
  state: SourceState
  stateReason: string | null
  reviews: ReviewsState
  /** Why the host refuses comments, in a sentence; null if it does not. */
  reviewsReason: string | null
  reconciledUntil: Instant | null
  createdAt: Instant
}

/** The fields of a source that is about to be created. */
export interface NewSource {
  accountId: string
  provider: CodeHostName
  apiUrl: string
  host: string
  repo: string
  token: string | null
  installationId: string | null
  /** The host's permanent id of the repository, if it is already known. */
  externalId?: string
}

/** The webhook secret and the API token of a source, decrypted. */
interface SourceCredentials {
  secret: string | null
  token: string | null
}

const secretContext = (source: { id: string; accountId: string }, what: keyof SourceCredentials): string =>
  `source ${source.accountId} ${source.id} ${what}`

export const sealedSources = (['secret', 'token'] as const).map(what =>
  sealedColumn('source', what, ['id', 'account_id'], row =>
    secretContext({ id: row.id, accountId: row.account_id }, what),
  ),
)

const newSecret = (): string => randomBytes(32).toString('base64url')

/**
 * Connects a repository and returns the source with its webhook secret, which is not shown again. Throws `conflict` when the
 * repository is already connected.
 */
export async function createSource(
  tx: Tx,
  clock: Clock,
  ids: Ids,
  secrets: Secrets,
  { accountId, provider, apiUrl, host, repo, token, installationId, externalId }: NewSource,
): Promise<{ source: Source; secret: string }> {
  const repository = await (externalId === undefined
    ? findOrCreateRepository(tx, clock, ids, accountId, { host, repo })
    : findOrCreateByExternalId(tx, clock, ids, accountId, { host, repo, externalId }))
  const secret = newSecret()
  const id = ids.next()
  const sealed = (plain: string, what: keyof SourceCredentials) =>
    secrets.seal(plain, secretContext({ id, accountId }, what))
  try {
    await tx
      .insertInto('source')
      .values({
        id,
        account_id: accountId,
        repository_id: repository.id,
        provider,
        api_url: apiUrl,
        secret: installationId === null ? sealed(secret, 'secret') : null,
        token: token === null ? null : sealed(token, 'token'),
        installation_id: installationId,
        state: 'active',
        reviews: 'off',
        created_at: clock.now(),
      })
      .execute()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new AppError('conflict', `${repo} on ${host} is connected to this account already.`)
  }
  await recordEvent(tx, accountId, 'sources', [id])
  return { source: await sourceById(tx, id), secret }
}

/** The webhook address of a source. All webhooks of a GitHub App go to one address. */
export const webhookAddress = (
  baseUrl: string,
  { provider, id, installationId }: Pick<Source, 'provider' | 'id' | 'installationId'>,
): string => `${baseUrl}/api/callbacks/${provider}${installationId === null ? `/${id}` : ''}`

const sources = (db: Reader) =>
  db
    .selectFrom('source')
    .innerJoin('repository', 'repository.id', 'source.repository_id')
    .select(['source.id', 'source.account_id as accountId', 'source.repository_id as repositoryId'])
    .select(['source.provider', 'source.api_url as apiUrl', 'repository.host', 'repository.name as repo'])
    .select(['repository.external_id as externalId', 'source.installation_id as installationId'])
    .select(['source.secret', 'source.token', 'source.state', 'source.state_reason as stateReason'])
    .select(['source.reviews', 'source.reviews_reason as reviewsReason'])
    .select(['source.reconciled_until as reconciledUntil', 'source.created_at as createdAt'])

type SourceRow = Awaited<ReturnType<ReturnType<typeof sources>['executeTakeFirstOrThrow']>>

const sourceFrom = ({ secret: _, token, ...row }: SourceRow): Source => ({ ...row, hasToken: token !== null })

/** The source with this id; throws `not_found` when there is none. */
export async function sourceById(db: Reader, id: string): Promise<Source> {
  const source = await findSource(db, id)
  if (source) return source
  throw unknownId('source', id)
}

/** The source with this id; null when there is none or the text is not a UUID. */
export async function findSource(db: Reader, id: string): Promise<Source | null> {
  if (!isUuid(id)) return null
  const row = await sources(db).where('source.id', '=', id).executeTakeFirst()
  return row ? sourceFrom(row) : null
}

/** A source with its decrypted webhook secret. */
export interface SourceWithSecret {
  source: Source
  secret: string | null
}

/** The sources with these ids and their webhook secrets, by id. Unknown ids are left out. */
export async function findSourcesWithSecrets(
  db: Reader,
  secrets: Secrets,
  ids: readonly string[],
): Promise<Map<string, SourceWithSecret>> {
  const good = ids.filter(isUuid)
  const rows = good.length === 0 ? [] : await sources(db).where('source.id', 'in', good).execute()
  return new Map(
    rows.map(row => {
      const source = sourceFrom(row)
      return [row.id, { source, secret: decrypt(secrets, source, row.secret, 'secret') }]
    }),
  )
}

/** Which sources to list. */
interface SourceFilter {
  accountId?: string | undefined
  provider?: CodeHostName | undefined
  installationId?: string | undefined
}

export async function listSources(
  db: Reader,
  { accountId, provider, installationId }: SourceFilter,
): Promise<Source[]> {
  const rows = await sources(db)
    .$if(accountId !== undefined, query => query.where('source.account_id', '=', accountId ?? ''))
    .$call(query => (provider === undefined ? query : query.where('source.provider', '=', provider)))
    .$if(installationId !== undefined, query =>
      query.where('source.installation_id', '=', installationId ?? ''),
    )
    .orderBy('source.created_at')
    .orderBy('source.id')
    .execute()
  return rows.map(sourceFrom)
}

/** The source's secrets, decrypted. */
export async function credentialsOf(
  db: Reader,
  secrets: Secrets,
  source: Source,
): Promise<SourceCredentials> {
  const row = await db
    .selectFrom('source')
    .select(['secret', 'token'])
    .where('id', '=', source.id)
    .executeTakeFirstOrThrow()
  return {
    secret: decrypt(secrets, source, row.secret, 'secret'),
    token: decrypt(secrets, source, row.token, 'token'),
  }
}

const decrypt = (secrets: Secrets, source: Source, sealed: string | null, what: keyof SourceCredentials) =>
  sealed === null ? null : secrets.open(sealed, secretContext(source, what))

/** Sets the state of the connection, and why. The reason of an earlier state is cleared. */
export async function setSourceState(
  tx: Tx,
  source: Pick<Source, 'id' | 'accountId'>,
  state: SourceState,
  reason: string | null = null,
): Promise<void> {
  await tx.updateTable('source').set({ state, state_reason: reason }).where('id', '=', source.id).execute()
  await recordEvent(tx, source.accountId, 'sources', [source.id])
}

/** Replaces the API token and reactivates the source. Throws `conflict` if the source is read through an app. */
export async function changeSourceToken(
  tx: Tx,
  secrets: Secrets,
  source: Source,
  token: string,
): Promise<void> {
  if (source.installationId !== null)
    throw new AppError('conflict', `${source.repo} is read through an app, which needs no token.`)
  await tx
    .updateTable('source')
    .set({ token: secrets.seal(token, secretContext(source, 'token')), ...withNewAccess(source) })
    .where('id', '=', source.id)
    .execute()
  await recordEvent(tx, source.accountId, 'sources', [source.id])
}

/** Reads the source through another installation of its app from now on, and reactivates it. */
export async function changeInstallation(tx: Tx, source: Source, installationId: string): Promise<void> {
  await tx
    .updateTable('source')
    .set({ installation_id: installationId, ...withNewAccess(source) })
    .where('id', '=', source.id)
    .execute()
  await recordEvent(tx, source.accountId, 'sources', [source.id])
}

/**
 * The columns of a source after new credentials: reviews are switched on again, since the host may allow
 * these credentials what it refused before.
 */
const withNewAccess = ({ reviews }: Source) => ({
  ...{ state: 'active' as const, state_reason: null },
  ...(reviews === 'refused' && { reviews: 'on' as const, reviews_reason: null }),
})

/** Deletes the source with its secrets and its backfills. */
export async function deleteSource(tx: Tx, { id }: Source): Promise<void> {
  await tx.deleteFrom('run').where('kind', '=', 'backfill').where('subject', '=', id).execute()
  await tx.deleteFrom('source').where('id', '=', id).execute()
}

/** Records that everything merged before `until` has been requested from the host. */
export async function markReconciled(tx: Tx, source: Pick<Source, 'id'>, until: Instant): Promise<void> {
  await tx.updateTable('source').set({ reconciled_until: until }).where('id', '=', source.id).execute()
}
