import type { Known } from '#judgement/classification/classifier.ts'
import { upkeepOf } from '#judgement/upkeep.ts'
import { type Editor, type Judged, judgeAll } from '#pipeline/judging/editor.ts'
import type { ProposedPull } from '#pulls/hosts/pull-conversation.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { isWorthAsking, questionsOf, type ReviewQuestion, worthOf } from './questions.ts'

/** How many of a hundred pull requests are asked about at most. */
export const MOST_ASKED = 10
/** Merges that are read of a history: what a question is held against, and before them what the repository is known by. */
export const MERGES_READ = 500
/** Earlier merges that a question is held against. */
const COMPARED = 200

/** Why a pull request is left alone altogether. */
export type LeftAlone = 'closed' | 'draft' | 'locked' | 'bot'

export interface Review {
  judged: Judged
  /** Worth asking by themselves; empty most of the time. */
  questions: readonly ReviewQuestion[]
  /** Whether they are among the few that are asked here. */
  isAsked: boolean
}

/** Why nothing is said about a pull request, whatever it changes; null where something may be. */
export function leftAlone({ pull, isOpen, isDraft, isLocked }: ProposedPull): LeftAlone | null {
  if (!isOpen) return 'closed'
  if (isDraft) return 'draft'
  if (isLocked) return 'locked'
  return upkeepOf(pull) === null ? null : 'bot'
}

/**
 * Judges a pull request that is not merged after the merges of its repository, which come oldest first and are added to `known`, and finds
 * what to ask. `most` of a hundred are asked at most.
 */
export function reviewOf(
  editor: Editor,
  pull: MergedPull,
  merges: readonly MergedPull[],
  known: Known,
  most: number = MOST_ASKED,
): Review {
  const earlier = merges.filter(({ number }) => number === null || number !== pull.number)
  return reviewAll(editor, [...earlier, pull], known, most).at(-1) as Review
}

/** Reviews pull requests, oldest first, each as if it was open and those before it merged. */
export function reviewAll(
  editor: Editor,
  pulls: readonly MergedPull[],
  known: Known,
  most: number = MOST_ASKED,
): Review[] {
  const past: number[] = []
  return judgeAll(editor, pulls, known).map(judged => {
    const found = questionsOf(judged, editor.write)
    const worth = worthOf(found)
    const isAsked = isWorthAsking(worth, past.slice(-COMPARED), most)
    past.push(worth)
    return { judged, questions: worth > 0 ? found : [], isAsked }
  })
}
