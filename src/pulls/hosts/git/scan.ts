import type { Instant } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import { readLanding, type Style } from './landing.ts'
import { readMessage } from './message.ts'
import { GitFailure, recordsOf, type Worktree } from './run.ts'
import { readTopic } from './topic.ts'

/** A commit of the first-parent history, as far as the plan needs it: small, for there may be a million. */
export interface Candidate {
  hash: string
  firstParent: string | null
  isMerge: boolean
  at: Instant
  number: number | null
  style: Style | null
  certain: boolean
  /** Tells nothing by itself: `Merge branch 'main'`. */
  noise: boolean
}

const FORMAT = '%H%x00%P%x00%ct%x00%ce%x00%B'

/** Walks the first-parent history from the newest commit, without a look at any file. */
export async function* scanHistory(place: Worktree, tip: string): AsyncGenerator<Candidate> {
  const args = [
    'log',
    '-z',
    '--first-parent',
    '--encoding=UTF-8',
    '--no-color',
    `--format=${FORMAT}`,
    tip,
    '--',
  ]
  try {
    for await (const record of recordsOf(place, args, 5)) yield candidateOf(record)
  } catch (cause) {
    if (!(cause instanceof GitFailure)) throw cause
    throw new AppError('unavailable', `The history of the repository is damaged: ${cause.message}.`, {
      cause,
    })
  }
}

function candidateOf([hash = '', parentList = '', seconds = '', email = '', text = '']: string[]): Candidate {
  const parents = parentList === '' ? [] : parentList.split(' ')
  const message = readMessage(text)
  const landing = readLanding(message, isGitHub(email))
  return {
    hash,
    firstParent: parents[0] ?? null,
    isMerge: parents.length > 1,
    at: Number(seconds) * 1000,
    number: landing?.number ?? null,
    style: landing?.style ?? null,
    certain: landing?.certain ?? false,
    noise: landing === null && readTopic(message, parents.length > 1) === null,
  }
}

/** GitHub commits under its own name what is merged on its pages. */
export const isGitHub = (committerEmail: string): boolean => committerEmail === 'noreply@github.com'
