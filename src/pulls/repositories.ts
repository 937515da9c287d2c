import type { Selectable } from 'kysely'
import { type PlanMeans, requireRoomForRepository } from '#accounts/room.ts'
import type { Reader, Schema, Tx } from '#db/schema.ts'
import { isUniqueViolation } from '#db/unique-violation.ts'
import { AppError } from '#kit/app-error.ts'
import type { Clock } from '#kit/clock.ts'
import type { Ids } from '#kit/ids.ts'
import { checkedGlobs, type Scope } from './scope.ts'

/** When drafts may be told: at once, or from the first release or the first tag on that holds them. */
export const ANNOUNCE_ON = ['merge', 'release', 'tag'] as const
export type AnnounceOn = (typeof ANNOUNCE_ON)[number]

/** A repository of an account, and what the account wants of it. */
export interface Repository {
  id: string
  accountId: string
  host: string
  /** `owner/name`. */
  name: string
  /** The host's permanent id, once it is known. */
  externalId: string | null
  announceOn: AnnounceOn
  scope: Scope
}

const repositoryFrom = (row: Selectable<Schema['repository']>): Repository => ({
  id: row.id,
  accountId: row.account_id,
  host: row.host,
  name: row.name,
  externalId: row.external_id,
  announceOn: row.announce_on as AnnounceOn,
  scope: {
    includePaths: JSON.parse(row.include_paths),
    excludePaths: JSON.parse(row.exclude_paths),
    setRules: JSON.parse(row.set_rules),
  },
})

/** The account's repository of that host and name; made when it is new. */
export async function repositoryFor(
  tx: Tx,
  clock: Clock,
  ids: Ids,
  accountId: string,
  { host, repo }: { host: string; repo: string },
): Promise<Repository> {
  await tx
    .insertInto('repository')
    .values({ id: ids.next(), account_id: accountId, host, name: repo, created_at: clock.now() })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const repository = await findRepository(tx, accountId, { host, repo })
  if (!repository) throw new Error('What is neither inserted nor there cannot be.')
  return repository
}

/**
 * The same by the host's permanent id: a repository that is known under an older name takes the new one. `conflict` when that name is
 * another repository's here.
 */
export async function repositoryOfHost(
  tx: Tx,
  clock: Clock,
  ids: Ids,
  accountId: string,
  { host, repo, externalId }: { host: string; repo: string; externalId: string },
): Promise<Repository> {
  const row = await tx
    .selectFrom('repository')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('host', '=', host)
    .where('external_id', '=', externalId)
    .executeTakeFirst()
  const found = row ? repositoryFrom(row) : await repositoryFor(tx, clock, ids, accountId, { host, repo })
  if (found.externalId !== null && found.externalId !== externalId) throw nameTaken(repo)
  if (found.name !== repo || found.externalId === null)
    await renameRepository(tx, found.id, { name: repo, externalId })
  return { ...found, name: repo, externalId }
}

/** `conflict` when the account's plan has no room for it. One that is known already needs none. Asked in the transaction that adds it. */
export async function requireRoomFor(
  means: PlanMeans,
  accountId: string,
  { host, repo, externalId }: { host: string; repo: string; externalId?: string },
): Promise<void> {
  const known = await means.tx
    .selectFrom('repository')
    .select('id')
    .where('account_id', '=', accountId)
    .where('host', '=', host)
    .where(where => where.or([where('name', '=', repo), where('external_id', '=', externalId ?? null)]))
    .executeTakeFirst()
  if (!known) await requireRoomForRepository(means, accountId)
}

export async function repositoryById(db: Reader, id: string): Promise<Repository> {
  return repositoryFrom(
    await db.selectFrom('repository').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
}

/** The account's repository of that host and name; null when nothing of it was recorded yet. */
export async function findRepository(
  db: Reader,
  accountId: string,
  { host, repo }: { host: string; repo: string },
): Promise<Repository | null> {
  const row = await db
    .selectFrom('repository')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('host', '=', host)
    .where('name', '=', repo)
    .executeTakeFirst()
  return row ? repositoryFrom(row) : null
}

/** The account's repositories, by host and name. */
export async function listRepositories(db: Reader, accountId: string): Promise<Repository[]> {
  const rows = await db
    .selectFrom('repository')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('host')
    .orderBy('name')
    .execute()
  return rows.map(repositoryFrom)
}

/** What an account may say of a repository; what is left out stays. */
export interface RepositorySettings {
  announceOn?: AnnounceOn
  includePaths?: readonly string[]
  excludePaths?: readonly string[]
  setRules?: Scope['setRules']
}

/** `invalid_parameter` for a pattern that is none. What was recorded before stays where it is. */
export async function changeRepository(
  tx: Tx,
  { id }: Repository,
  { announceOn, includePaths, excludePaths, setRules }: RepositorySettings,
): Promise<Repository> {
  if (setRules) checkedGlobs(setRules.map(rule => rule.glob))
  const changes = {
    ...(announceOn && { announce_on: announceOn }),
    ...(includePaths && { include_paths: JSON.stringify(checkedGlobs(includePaths)) }),
    ...(excludePaths && { exclude_paths: JSON.stringify(checkedGlobs(excludePaths)) }),
    ...(setRules && { set_rules: JSON.stringify(setRules) }),
  }
  if (Object.keys(changes).length > 0)
    await tx.updateTable('repository').set(changes).where('id', '=', id).execute()
  return repositoryById(tx, id)
}

/** The host tells another name: everything recorded stays, under the new name. `conflict` when that name is taken here. */
export async function renameRepository(
  tx: Tx,
  id: string,
  { name, externalId }: { name: string; externalId: string },
): Promise<void> {
  try {
    await tx.updateTable('repository').set({ name, external_id: externalId }).where('id', '=', id).execute()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw nameTaken(name)
  }
}

const nameTaken = (name: string) =>
  new AppError('conflict', `This account already has another repository called ${name}.`)
