import type { Classifier, Known } from '#judgement/classification/classifier.ts'
import { type Judged, judgeAll } from '#pipeline/judging/judged.ts'
import { batchesOf } from '#platform/iterables.ts'
import { eachOnce } from '#pulls/brought-before.ts'
import { cancelledMerges, revertible } from '#pulls/cancelled-merges.ts'
import type { CommitRange } from '#pulls/hosts/merge-source.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import {
  isAmong,
  keysOfChanges,
  type OtherMerge,
  otherMerge,
  type ReleasedMerge,
  type ReleaseLedger,
} from './ledger.ts'

/** The parts of a git history that the ledger of a release is made from. */
interface GitHistories {
  repo: string
  from: string
  to: string
  range: CommitRange
  /** The history of the release, oldest first, with the files of its merges. */
  released: AsyncIterable<MergedPull>
  /** The history of the previous release that this one does not contain. */
  left: AsyncIterable<MergedPull>
  /** The merges of the whole history, including those newer than the release. */
  all: AsyncIterable<MergedPull>
}

/** How many pull requests are judged together, which is faster. */
const BATCH_SIZE = 200

/** The ledger of a release, read from git. Earlier merges teach the classifier what is usual in the repository. */
export async function gitLedger(
  classifier: Classifier,
  { repo, from, to, range, released, left, all }: GitHistories,
  known: Known,
): Promise<ReleaseLedger> {
  const judged: Judged[] = []
  for await (const pulls of batchesOf(eachOnce(released), BATCH_SIZE))
    judged.push(...judgeAll(classifier, pulls, known))
  const inRange = judged.filter(({ pull }) => range.commits.has(pull.mergeCommit ?? ''))
  const keys = inRange.map(one => ({ ...one, ...revertible(one.pull) }))
  const cancelled = cancelledMerges(keys)
  const shipped = keysOfChanges(await mergesBefore(judged, left, range))
  const merges: ReleasedMerge[] = keys.map(one => ({
    pull: one.pull,
    classification: one.classification,
    pitch: one.pitch,
    isReverted: cancelled.has(one) && one.reverts === null,
    wasShipped: isAmong(one.pull, shipped),
  }))
  const own = new Set(merges.flatMap(({ pull }) => keysOf(pull)))
  return { repo, from, to, merges, others: await othersOf(all, judged, own, range), commits: range.commits }
}

/** The merges of earlier releases, also those on a branch that was merged for this release. */
async function mergesBefore(
  released: readonly Judged[],
  left: AsyncIterable<MergedPull>,
  { commits, left: own }: CommitRange,
): Promise<MergedPull[]> {
  const earlier = released.flatMap(({ pull }) => (commits.has(pull.mergeCommit ?? '') ? [] : [pull]))
  const beside = await Array.fromAsync(left)
  return [...earlier, ...beside.filter(({ mergeCommit }) => own.has(mergeCommit ?? ''))]
}

const keysOf = ({ number, mergeCommit }: Pick<MergedPull, 'number' | 'mergeCommit'>): string[] => [
  ...(number === null ? [] : [`#${number}`]),
  ...(mergeCommit === null ? [] : [mergeCommit]),
]

/** The merges outside of the release, without duplicates. */
async function othersOf(
  all: AsyncIterable<MergedPull>,
  released: readonly Judged[],
  own: ReadonlySet<string>,
  range: CommitRange,
): Promise<OtherMerge[]> {
  const seen = new Set(own)
  const others: OtherMerge[] = []
  const add = (pull: MergedPull) => {
    const keys = keysOf(pull)
    if (keys.some(key => seen.has(key))) return
    for (const key of keys) seen.add(key)
    others.push(otherMerge(pull, range.reachable.has(pull.mergeCommit ?? '') ? 'before' : 'after'))
  }
  for (const { pull } of released) add(pull)
  for await (const pull of all) add(pull)
  return others
}
