import { type Classifier, configured, type Known } from '#judgement/classification/classifier.ts'
import { upkeepOf } from '#judgement/upkeep.ts'
import { type Judged, judgeAll } from '#pipeline/judging/judged.ts'
import type { Reader } from '#platform/db/schema.ts'
import type { ProposedPull } from '#pulls/hosts/pull-conversation.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { newestClassifiablePulls } from '#pulls/pull-requests.ts'
import type { Repository } from '#pulls/repositories/repositories.ts'
import { releaseConfigOf } from '#pulls/repositories/stored-release-configs.ts'
import { isWorthAsking, questionsOf, type ReviewQuestion, worthOf } from './questions.ts'

/** The most pull requests of a hundred that are asked about. */
export const MOST_ASKED = 10
/** How many merges of a history are read: those that a question is compared with, and before them those that the repository is known by. */
export const MERGES_READ = 500
/** How many earlier merges a question is compared with. */
const COMPARED = 200

/** Why a pull request is not reviewed at all. */
export type LeftAlone = 'closed' | 'draft' | 'locked' | 'bot'

export interface Review {
  judged: Judged
  /** The questions that are worth asking; usually empty. */
  questions: readonly ReviewQuestion[]
  /** Whether they are asked, that is, are among the few that are asked in this repository. */
  isAsked: boolean
}

/** Why nothing is said about a pull request, whatever it changes; null if something may be. */
export function leftAlone({ pull, isOpen, isDraft, isLocked }: ProposedPull): LeftAlone | null {
  if (!isOpen) return 'closed'
  if (isDraft) return 'draft'
  if (isLocked) return 'locked'
  return upkeepOf(pull) === null ? null : 'bot'
}

/**
 * Judges an unmerged pull request after the merges of its repository, which come oldest first and are added
 * to `known`, and finds what to ask. At most `most` of a hundred pull requests are asked.
 */
export function reviewOf(
  classifier: Classifier,
  pull: MergedPull,
  merges: readonly MergedPull[],
  known: Known,
  most: number = MOST_ASKED,
): Review {
  const earlier = merges.filter(({ number }) => number === null || number !== pull.number)
  return reviewAll(classifier, [...earlier, pull], known, most).at(-1) as Review
}

/** Reviews pull requests, oldest first, each as if it was open and those before it merged. */
export function reviewAll(
  classifier: Classifier,
  pulls: readonly MergedPull[],
  known: Known,
  most: number = MOST_ASKED,
): Review[] {
  const past: number[] = []
  return judgeAll(classifier, pulls, known).map(judged => {
    const found = questionsOf(judged)
    const worth = worthOf(found)
    const isAsked = isWorthAsking(worth, past.slice(-COMPARED), most)
    past.push(worth)
    return { judged, questions: worth > 0 ? found : [], isAsked }
  })
}

/** The newest recorded merges of a repository, oldest first, and its team's configuration of release notes. */
export async function recordedHistory(
  db: Reader,
  { id, host, name: repo }: Repository,
): Promise<{ merges: MergedPull[]; known: Known }> {
  return {
    merges: await newestClassifiablePulls(db, ['repository_id', id], MERGES_READ),
    known: configured({ host, repo }, await releaseConfigOf(db, id)),
  }
}
