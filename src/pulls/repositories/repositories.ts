import { type Selectable, sql } from 'kysely'
import { touchFeeds } from '#accounts/feed-revision.ts'
import { type Billing, requireRoom } from '#accounts/plan.ts'
import type { Clock } from '#platform/clock.ts'
import type { Reader, Schema, Tx } from '#platform/db/schema.ts'
import type { Ids } from '#platform/ids.ts'
import { clip, safeLine } from '#platform/text.ts'
import { type RepositoryScope, validateGlobs } from './scope.ts'

/** When drafts may be announced: immediately, or once a release or tag contains them. */
export const ANNOUNCE_ON = ['merge', 'release', 'tag'] as const
export type AnnounceOn = (typeof ANNOUNCE_ON)[number]

/** A repository of an account, with the account's settings for it. */
export interface Repository {
  id: string
  accountId: string
  host: string
  /** `owner/name`. */
  name: string
  /** The host's permanent id; null until it is known. */
  externalId: string | null
  /** The identity of a local repository without a remote; null for other repositories, and if it is unknown. */
  localId: string | null
  announceOn: AnnounceOn
  /** The default branch as the host last named it; null if it is unknown. */
  defaultBranch: string | null
  /** The repository's description in one line; null while it is unknown. Untrusted text. */
  about: string | null
  scope: RepositoryScope
}

const repositoryFrom = (row: Selectable<Schema['repository']>): Repository => ({
  id: row.id,
  accountId: row.account_id,
  host: row.host,
  name: row.name,
  externalId: row.external_id,
  localId: row.local_id,
  announceOn: row.announce_on,
  defaultBranch: row.default_branch,
  about: row.about,
  scope: {
    includePaths: JSON.parse(row.include_paths),
    excludePaths: JSON.parse(row.exclude_paths),
    setRules: JSON.parse(row.set_rules),
  },
})

/** Finds the account's repository by host and name, regardless of ASCII case, or creates it. */
export async function findOrCreateRepository(
  tx: Tx,
  clock: Clock,
  ids: Ids,
  accountId: string,
  { host, repo }: RepositoryName,
): Promise<Repository> {
  const known = await findRepository(tx, accountId, { host, repo })
  if (known) return host === UNKNOWN_HOST ? known : assignHost(tx, known, host)
  await tx
    .insertInto('repository')
    .values({ id: ids.next(), account_id: accountId, host, name: repo, created_at: clock.now() })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const repository = await findRepository(tx, accountId, { host, repo })
  if (!repository) throw new Error('The repository was neither inserted nor found.')
  return repository
}

/** Sets the host of a repository that was imported without one. */
async function assignHost(tx: Tx, repository: Repository, host: string): Promise<Repository> {
  if (repository.host === host) return repository
  await tx.updateTable('repository').set({ host }).where('id', '=', repository.id).execute()
  return { ...repository, host }
}

/**
 * Finds or creates the account's repository by the host's permanent id, which takes precedence over the name.
 * A renamed repository takes its new name; another repository that had this name loses it.
 */
export async function findOrCreateByExternalId(
  tx: Tx,
  clock: Clock,
  ids: Ids,
  accountId: string,
  { host, repo, externalId }: RepositoryName & { externalId: string },
): Promise<Repository> {
  const row = await tx
    .selectFrom('repository')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('host', '=', host)
    .where('external_id', '=', externalId)
    .orderBy('created_at')
    .executeTakeFirst()
  const found = row
    ? repositoryFrom(row)
    : await findOrCreateWithoutExternalId(tx, clock, ids, accountId, { host, repo })
  if (found.name !== repo || found.externalId === null)
    await renameRepository(tx, found.id, { name: repo, externalId })
  return { ...found, name: repo, externalId }
}

/** Finds or creates the repository with that name whose permanent id is unknown. */
async function findOrCreateWithoutExternalId(
  tx: Tx,
  clock: Clock,
  ids: Ids,
  accountId: string,
  place: RepositoryName,
): Promise<Repository> {
  const named = await findRepository(tx, accountId, place)
  if (named && named.externalId !== null) await freeName(tx, named)
  return findOrCreateRepository(tx, clock, ids, accountId, place)
}

/**
 * Throws `conflict` when the account's plan has no room for another repository. A known repository needs no
 * room. Call it in the transaction that adds the repository.
 */
export async function requireRoomForNewRepository(
  tx: Tx,
  billing: Billing,
  accountId: string,
  { host, repo, externalId }: RepositoryName & { externalId?: string },
): Promise<void> {
  const known = await tx
    .selectFrom('repository')
    .select('id')
    .where('account_id', '=', accountId)
    .where('host', '=', host)
    .where('external_id', '=', externalId ?? null)
    .executeTakeFirst()
  if (!known && !(await findRepository(tx, accountId, { host, repo })))
    await requireRoom(tx, billing, accountId, 'repositories')
}

/**
 * Stores whether the repository is public on its host. The changelog page links to pull requests of public repositories only, so
 * this also changes the revision of the feeds.
 */
export async function setRepositoryPublic(
  tx: Tx,
  clock: Clock,
  id: string,
  isPublic: boolean,
): Promise<void> {
  const row = await tx
    .updateTable('repository')
    .set({ is_public: Number(isPublic) })
    .where('id', '=', id)
    .where(build => build.or([build('is_public', 'is', null), build('is_public', '!=', Number(isPublic))]))
    .returning('account_id')
    .executeTakeFirst()
  if (row) await touchFeeds(tx, clock, row.account_id, 'all')
}

const LONGEST_ABOUT = 200

/** Stores the default branch and the description that the host reports. Values that it does not report are kept. */
export async function keepHostFacts(
  tx: Tx,
  id: string,
  { defaultBranch, about }: { [fact in 'defaultBranch' | 'about']?: string | null },
): Promise<void> {
  const facts = {
    ...(defaultBranch && { default_branch: defaultBranch }),
    ...(about && { about: clip(safeLine(about), LONGEST_ABOUT) }),
  }
  const [first, ...others] = Object.entries(facts) as ['default_branch' | 'about', string][]
  if (first === undefined) return
  await tx
    .updateTable('repository')
    .set(facts)
    .where('id', '=', id)
    .where(build =>
      build.or(
        [first, ...others].flatMap(([name, value]) => [build(name, 'is', null), build(name, '!=', value)]),
      ),
    )
    .execute()
}

export async function repositoryById(db: Reader, id: string): Promise<Repository> {
  return repositoryFrom(
    await db.selectFrom('repository').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
}

/** The host of imports from a git directory without a remote, or from lines without an address. */
export const UNKNOWN_HOST = 'git'

/** The name that addresses of the repository's pull requests contain; null for a local repository, for which every address counts. */
export const nameInAddresses = ({ host, repo }: { host: string; repo: string }): string | null =>
  host === UNKNOWN_HOST ? null : repo

/** The name of a repository in a source. */
export interface RepositoryName {
  host: string
  repo: string
}

/**
 * Finds the account's repository by host and name, regardless of ASCII case; null if there is none. If one of
 * the hosts is unknown, only the name decides, unless several repositories have it.
 */
export async function findRepository(
  db: Reader,
  accountId: string,
  { host, repo }: RepositoryName,
): Promise<Repository | null> {
  const rows = await db
    .selectFrom('repository')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(lowerNameColumn, '=', asciiLowerCase(repo))
    .execute()
  const own = rows.find(row => row.host === host)
  const [only, ...others] = host === UNKNOWN_HOST ? rows : rows.filter(row => row.host === UNKNOWN_HOST)
  const found = own ?? (others.length === 0 ? only : undefined)
  return found ? repositoryFrom(found) : null
}

/** The expression of the unique index. Both databases lower-case ASCII letters only. */
export const lowerNameColumn = sql<string>`lower(name)`
export const asciiLowerCase = (name: string): string => name.replace(/[A-Z]/g, letter => letter.toLowerCase())

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

/** The settings to change; settings that are left out stay. */
export interface RepositorySettings {
  announceOn?: AnnounceOn
  includePaths?: readonly string[]
  excludePaths?: readonly string[]
  setRules?: RepositoryScope['setRules']
}

/** Changes the settings. Throws `invalid_parameter` for an invalid path pattern. Recorded pull requests stay as they are. */
export async function changeRepository(
  tx: Tx,
  { id }: Repository,
  { announceOn, includePaths, excludePaths, setRules }: RepositorySettings,
): Promise<Repository> {
  if (setRules) validateGlobs(setRules.map(rule => rule.glob))
  const changes = {
    ...(announceOn && { announce_on: announceOn }),
    ...(includePaths && { include_paths: JSON.stringify(validateGlobs(includePaths)) }),
    ...(excludePaths && { exclude_paths: JSON.stringify(validateGlobs(excludePaths)) }),
    ...(setRules && { set_rules: JSON.stringify(setRules) }),
  }
  if (Object.keys(changes).length > 0)
    await tx.updateTable('repository').set(changes).where('id', '=', id).execute()
  return repositoryById(tx, id)
}

/** Gives a repository its new name on the host. Another repository that had the name loses it. */
export async function renameRepository(
  tx: Tx,
  id: string,
  { name, externalId }: { name: string; externalId: string },
): Promise<void> {
  const { accountId, host } = await repositoryById(tx, id)
  const named = await findRepository(tx, accountId, { host, repo: name })
  if (named && named.id !== id && named.host === host) await freeName(tx, named)
  await tx.updateTable('repository').set({ name, external_id: externalId }).where('id', '=', id).execute()
}

/** Whether a repository lost its name to another one, and the host has not reported its own since. */
export const isNameFreed = (name: string): boolean => /~\d+$/.test(name)

/**
 * Renames a repository that was deleted or renamed on its host to `owner/name~1`, until the host reports its name. No host allows
 * "~" in names.
 */
async function freeName(tx: Tx, { id, accountId, host, name }: Repository): Promise<void> {
  for (let nth = 1; ; nth++) {
    const freedName = `${name}~${nth}`
    if (await findRepository(tx, accountId, { host, repo: freedName })) continue
    await tx.updateTable('repository').set({ name: freedName }).where('id', '=', id).execute()
    return
  }
}
