import type { Reader, Tx } from '#platform/db/schema.ts'
import type { Repository } from './repositories.ts'

/** Branches of versions that are maintained, such as `release/1.x`, `v2` and `1.2-stable`: customers get what is merged there. */
const VERSION_LINE =
  /^(?:(?:releases?|maint(?:enance)?|support|stable|lts)[/-].+|v?\d+(?:\.\d+)*(?:\.x)?(?:-(?:stable|lts|maint))?)$/i
/** Branches by whose name the default branch may be released from them, once they are seen to take it in. */
const RELEASED_FROM = /^(?:main|master|prod(?:uction)?|live|stable|release|deploy(?:ment)?)$/i
/** Branches between the default one and the one that is released: develop → staging → production. */
const MOST_STEPS = 4

type ReleasedOf = Pick<Repository, 'id' | 'defaultBranch'>

/**
 * Which branches are released: the default one, or those that are seen to take it in, directly or through others, and by their names are
 * what is deployed. Branches of maintained versions are released as well. Null where the default branch is not known.
 */
async function releasedBranches(
  db: Reader,
  { id, defaultBranch }: ReleasedOf,
): Promise<((branch: string) => boolean) | null> {
  if (defaultBranch === null) return null
  const seen = new Set([defaultBranch])
  let heads = [defaultBranch]
  for (let step = 0; step < MOST_STEPS && heads.length > 0; step++) {
    const rows = await db
      .selectFrom('pull_request')
      .select('base_branch')
      .distinct()
      .where('repository_id', '=', id)
      .where('head_branch', 'in', heads)
      .execute()
    const bases = rows.flatMap(row => row.base_branch ?? []).filter(base => !seen.has(base))
    for (const base of bases) seen.add(base)
    heads = bases.filter(base => !RELEASED_FROM.test(base))
  }
  seen.delete(defaultBranch)
  const from = [...seen].filter(branch => RELEASED_FROM.test(branch))
  const released = new Set(from.length > 0 ? from : [defaultBranch])
  return branch => released.has(branch) || VERSION_LINE.test(branch)
}

/** A recorded merge, and the branch on which it was seen. */
export interface SeenMerge {
  id: string
  isNew: boolean
  branch: string | null
}

/**
 * Decides which merges wait: new ones on a branch that is not released, until a merge takes that branch into one that is, directly or
 * through others. Gives those of the given ones that wait, and all that wait no longer. Which of them becomes known first makes no
 * difference.
 */
export async function trackMerges(
  tx: Tx,
  repository: ReleasedOf,
  merges: readonly SeenMerge[],
): Promise<{ waiting: Set<string>; arrived: string[] }> {
  const isReleased = await releasedBranches(tx, repository)
  const aside = merges.filter(({ branch }) => branch !== null && isReleased?.(branch) === false)
  const wait = aside.filter(({ isNew }) => isNew).map(({ id }) => id)
  if (wait.length > 0)
    await tx.updateTable('pull_request').set({ waits_for_merge: 1 }).where('id', 'in', wait).execute()
  const landed = merges.filter(merge => !aside.includes(merge)).map(({ id }) => id)
  const arrived = [...(await endWait(tx, landed)), ...(await carried(tx, repository.id))]
  const ids = merges.map(({ id }) => id)
  const waiting = await waitingMerges(tx, repository.id).where('id', 'in', ids).execute()
  return { waiting: new Set(waiting.map(({ id }) => id)), arrived }
}

/** The merges that wait until their branch is merged. */
export const waitingMerges = (db: Reader, repositoryId: string) =>
  db
    .selectFrom('pull_request')
    .select('id')
    .where('repository_id', '=', repositoryId)
    .where('waits_for_merge', '=', 1)

/** Ends the wait of these merges, as far as they wait. Gives those that did. */
export async function endWait(tx: Tx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .updateTable('pull_request')
    .set({ waits_for_merge: 0 })
    .where('id', 'in', ids)
    .where('waits_for_merge', '=', 1)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Ends the wait of what later merges took along, step by step. */
async function carried(tx: Tx, repositoryId: string): Promise<string[]> {
  const all: string[] = []
  for (;;) {
    const rows = await waitingMerges(tx, repositoryId)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('pull_request as carrier')
            .select('carrier.id')
            .whereRef('carrier.repository_id', '=', 'pull_request.repository_id')
            .whereRef('carrier.head_branch', '=', 'pull_request.base_branch')
            .whereRef('carrier.merged_at', '>=', 'pull_request.merged_at')
            .where('carrier.waits_for_merge', '=', 0),
        ),
      )
      .execute()
    const arrived = await endWait(
      tx,
      rows.map(({ id }) => id),
    )
    if (arrived.length === 0) return all
    all.push(...arrived)
  }
}
