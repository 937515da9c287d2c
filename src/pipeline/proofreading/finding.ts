import { type MergedPull, referenceOf } from '#pulls/pull-request.ts'

/** The faults that release notes can have, the gravest first. */
export const FINDING_KINDS = ['invented', 'reverted', 'not-live', 'not-in-range', 'dropped'] as const
export type FindingKind = (typeof FINDING_KINDS)[number]

/** The merge that a finding is about. */
interface FindingMerge {
  /** The reference, such as `acme/app#12`. */
  reference: string
  number: number | null
  commit: string | null
  url: string | null
  title: string
}

/** A fault in release notes. */
export interface Finding {
  kind: FindingKind
  /** The line of the file, from 1; for a change that no line mentions, the line where the release begins. */
  line: number
  /** The line's words; null for a change that no line mentions. */
  text: string | null
  merge: FindingMerge | null
  /** What is wrong, in a sentence. */
  message: string
  /** What to do about it, in a sentence or two. */
  suggestion: string
}

export const findingMerge = (
  pull: Pick<MergedPull, 'repo' | 'number' | 'mergeCommit' | 'url' | 'title'>,
): FindingMerge => ({
  reference: referenceOf(pull),
  number: pull.number,
  commit: pull.mergeCommit,
  url: pull.url,
  title: pull.title,
})
