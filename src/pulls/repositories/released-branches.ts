import type { Instant } from '#platform/clock.ts'
import { VALUES_PER_STATEMENT } from '#platform/db/database.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { chunksOf } from '#platform/iterables.ts'
import type { Repository } from './repositories.ts'

/** Matches the branches of maintained versions, such as `release/1.x`, `v2` and `7-1-stable`. Customers get what is merged there. */
const VERSION_LINE = new RegExp(
  [
    String.raw`(?:releases?|maint(?:enance)?|support|stable|lts)(?:/.+|[_-]v?\d.*)`,
    String.raw`(?:rel|versions?|series|branch)[/_-]v?\d.*`,
    String.raw`(?:v\d+|\d+[._-](?:\d+|x))(?:[._-](?:\d+|x))*(?:[._-](?:stable|lts|maint|release|branch))?`,
  ]
    .map(form => `^${form}$`)
    .join('|'),
  'i',
)
/** Matches branches whose name says that the default branch may be released from them, once they are seen to merge it. */
const RELEASED_FROM = /^(?:main|master|prod(?:uction)?|live|stable|release|deploy(?:ment)?)$/i
/** The names of default branches where the host does not tell which it is. */
const USUAL_DEFAULT = ['main', 'master']
/** Matches branches on which one change is made, whatever the default branch is. */
const OF_A_CHANGE =
  /^(?:bug(?:fix)?|chore|deps|docs|epic|exp(?:eriment)?|feat(?:ure)?s?|fix|hotfix|refactor|spike|topic|wip)[/-]/i
/** The most branches between the default one and the released one: develop → staging → production. */
const MOST_STEPS = 4
/** A branch that last merged the default one longer ago is no longer what the team releases from, and a usual default branch is out of use. */
const PROMOTED_WITHIN_MS = 120 * 86_400_000

type ReleasedOf = Pick<Repository, 'id' | 'defaultBranch'>

/**
 * The branches that are released at a time: the default one, or those that were recently seen to merge it, directly or through others, and
 * whose names say that they are deployed. Branches of maintained versions are released as well. Null if the default branch is unknown and no
 * branch in use has the usual name of one.
 */
export async function releasedBranches(
  db: Reader,
  { id, defaultBranch }: ReleasedOf,
  now: Instant,
): Promise<string[] | null> {
  const first = defaultBranch ?? (await usualDefault(db, id, now))
  if (first === null) return null
  const seen = new Set([first])
  let heads = [first]
  for (let step = 0; step < MOST_STEPS && heads.length > 0; step++) {
    const rows = await db
      .selectFrom('pull_request')
      .select('base_branch')
      .distinct()
      .where('repository_id', '=', id)
      .where('head_branch', 'in', heads)
      .where('merged_at', '>=', now - PROMOTED_WITHIN_MS)
      .execute()
    const bases = rows.flatMap(row => row.base_branch ?? []).filter(base => !seen.has(base))
    for (const base of bases) seen.add(base)
    heads = bases.filter(base => !RELEASED_FROM.test(base))
  }
  seen.delete(first)
  const from = [...seen].filter(branch => RELEASED_FROM.test(branch))
  return from.length > 0 ? from : [first]
}

/** The branch that is the default one by its name, if it was recently merged into: a `master` that nobody uses any more is not. */
async function usualDefault(db: Reader, id: string, now: Instant): Promise<string | null> {
  const row = await db
    .selectFrom('pull_request')
    .select('base_branch')
    .where('repository_id', '=', id)
    .where('base_branch', 'in', USUAL_DEFAULT)
    .where('merged_at', '>=', now - PROMOTED_WITHIN_MS)
    .orderBy('merged_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.base_branch ?? null
}

/** The context in which merges are seen. */
interface Sighting {
  now: Instant
  /** The branch whose history they were read from, if known: all of them are on it. */
  seenOn?: string | null | undefined
}

/**
 * Decides which merges wait. A new merge on a branch that is not released waits until that branch is merged
 * into a released one, directly or through others, or is released itself. Returns which of the given merges
 * wait, and all merges that no longer do. The order in which merges become known makes no difference.
 */
export async function trackMerges(
  tx: Tx,
  repository: ReleasedOf,
  merges: readonly { id: string; isNew: boolean; branch: string | null }[],
  { now, seenOn }: Sighting,
): Promise<{ waiting: Set<string>; arrived: string[] }> {
  const released = await releasedBranches(tx, repository, now)
  const isReleased = (branch: string | null) =>
    branch === null ||
    (released === null ? !OF_A_CHANGE.test(branch) : released.includes(branch) || VERSION_LINE.test(branch))
  const isHere = seenOn !== undefined && isReleased(seenOn)
  const aside = isHere ? [] : merges.filter(({ branch }) => !isReleased(branch))
  // Merges that a person reads from a branch are on it. That does not say on which other branches they are.
  const wait = seenOn === undefined ? aside.filter(({ isNew }) => isNew).map(({ id }) => id) : []
  if (wait.length > 0)
    await tx.updateTable('pull_request').set({ waits_for_merge: 1 }).where('id', 'in', wait).execute()
  const stored = await waitingMerges(tx, repository.id).execute()
  const landed = [
    ...(isHere ? merges : []),
    ...stored.filter(({ base_branch: base }) => isReleased(base)),
  ].map(({ id }) => id)
  const arrived = [...(await endWait(tx, landed)), ...(await carried(tx, repository.id))]
  const gone = new Set(arrived)
  const ids = new Set(merges.map(({ id }) => id))
  const waiting = stored.map(({ id }) => id).filter(id => ids.has(id) && !gone.has(id))
  return { waiting: new Set(waiting), arrived }
}

/** The merges that wait for their branch to be merged. */
const waitingMerges = (db: Reader, repositoryId: string) =>
  db
    .selectFrom('pull_request')
    .select(['id', 'base_branch'])
    .where('repository_id', '=', repositoryId)
    .where('waits_for_merge', '=', 1)

/** Ends the wait of those of these merges that wait, and returns their ids. */
export async function endWait(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const ended: string[] = []
  for (const some of chunksOf(ids, VALUES_PER_STATEMENT)) {
    const rows = await tx
      .updateTable('pull_request')
      .set({ waits_for_merge: 0 })
      .where('id', 'in', some)
      .where('waits_for_merge', '=', 1)
      .returning('id')
      .execute()
    ended.push(...rows.map(({ id }) => id))
  }
  return ended
}

/** Ends the wait of merges that later merges carried along, step by step. */
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
    const ids = rows.map(({ id }) => id)
    const arrived = await endWait(tx, ids)
    if (arrived.length === 0) return all
    all.push(...arrived)
  }
}
