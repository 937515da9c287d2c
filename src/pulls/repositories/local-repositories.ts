import type { ActionContext } from '#accounts/activity.ts'
import type { Database } from '#platform/db/database.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import type { LocalIdentity } from '#pulls/hosts/git/git.ts'
import {
  findOrCreateRepository,
  findRepository,
  type Repository,
  type RepositoryName,
  repositoryById,
  UNKNOWN_HOST,
} from './repositories.ts'

/** How many of the newest recorded merges are looked for in a history. */
const COMPARED = 20

/**
 * Finds or creates the account's repository for a local one without a remote: by its first commit, otherwise by the name of its folder if
 * the recorded merges are in its history. Throws `conflict` if another repository has that name.
 */
export async function claimLocalRepository(
  { db, action }: { db: Database; action: ActionContext },
  accountId: string,
  place: RepositoryName,
  local: LocalIdentity,
): Promise<Repository> {
  const named = await findRepository(db.read, accountId, place)
  if (named?.localId === local.id) return named
  const moved = await movedFrom(db.read, accountId, local)
  if (moved) return moved
  if (named && !(await isSame(db.read, named, local))) throw nameTaken(place, local)
  return db.write(tx => takeName(tx, action, accountId, { place, local, seen: named?.localId ?? null }))
}

/** Stores which local repository a name was given to, unless the name already stands for another one. */
export async function nameLocalRepository(
  { db, action: { clock, ids } }: { db: Database; action: ActionContext },
  accountId: string,
  place: RepositoryName,
  local: LocalIdentity,
): Promise<Repository> {
  return db.write(async tx => {
    const { id } = await findOrCreateRepository(tx, clock, ids, accountId, place)
    await setLocalId(tx, id, { from: null, to: local.id })
    return repositoryById(tx, id)
  })
}

/**
 * Gives a repository that was imported without a web address the one that is known now, along with everything
 * recorded for it, unless the account has another repository there.
 */
export async function addressLocalRepository(
  db: Database,
  accountId: string,
  place: RepositoryName,
  local: LocalIdentity,
): Promise<void> {
  const moved = await movedFrom(db.read, accountId, local)
  if (moved?.host !== UNKNOWN_HOST) return
  await db.write(async tx => {
    if (await findRepository(tx, accountId, place)) return
    const { host, repo: name } = place
    await tx.updateTable('repository').set({ host, name }).where('id', '=', moved.id).execute()
  })
}

/** A repository with the same first commit whose newest merge is in this history: its folder was renamed, or it was given another name. */
async function movedFrom(db: Reader, accountId: string, local: LocalIdentity): Promise<Repository | null> {
  const rows = await db
    .selectFrom('repository')
    .select('id')
    .where('account_id', '=', accountId)
    .where('local_id', '=', local.id)
    .orderBy('created_at')
    .execute()
  for (const { id } of rows)
    if (await local.holdsAny(await newestMerges(db, id, 1))) return repositoryById(db, id)
  return null
}

/**
 * Whether the stored repository is this local one. If both first commits are known they decide, otherwise the
 * recorded merges. Without any merges, a name that was never given to a local repository is free.
 */
async function isSame(db: Reader, { id, localId }: Repository, local: LocalIdentity): Promise<boolean> {
  if (isCommit(localId) && isCommit(local.id)) return localId === local.id
  const merges = await newestMerges(db, id, COMPARED)
  return merges.length === 0 ? localId === null : local.holdsAny(merges)
}

const isCommit = (localId: string | null) => localId?.startsWith('commit:') === true

/** The commits of the newest merges of a repository. */
export async function newestMerges(db: Reader, repositoryId: string, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('pull_request')
    .select('merge_commit')
    .where('repository_id', '=', repositoryId)
    .where('merge_commit', 'is not', null)
    .orderBy('merged_at', 'desc')
    .limit(most)
    .execute()
  return rows.flatMap(row => row.merge_commit ?? [])
}

/** Takes the name for an import. If two imports find it free at the same time, only one gets it. */
async function takeName(
  tx: Tx,
  { clock, ids }: ActionContext,
  accountId: string,
  { place, local, seen }: { place: RepositoryName; local: LocalIdentity; seen: string | null },
): Promise<Repository> {
  const { id } = await findOrCreateRepository(tx, clock, ids, accountId, place)
  await setLocalId(tx, id, { from: seen, to: local.id })
  const repository = await repositoryById(tx, id)
  if (repository.localId !== local.id) throw nameTaken(place, local)
  return repository
}

const setLocalId = (tx: Tx, id: string, { from, to }: { from: string | null; to: string }) =>
  tx
    .updateTable('repository')
    .set({ local_id: to })
    .where('id', '=', id)
    .where('local_id', from === null ? 'is' : '=', from)
    .execute()

const nameTaken = ({ repo }: RepositoryName, { folder }: LocalIdentity) =>
  new AppError(
    'conflict',
    `The account has another repository named ${repo}: its merges are not in the history of ${folder}. ` +
      'Import this one under its own web address or owner/name (--repo on the command line).',
  )
