import type { MergedPull } from '#pulls/pull-request.ts'

/** A pull request that may not be merged yet. */
export interface ProposedPull {
  /** The record that the pull request would have if it was merged as it is. `mergeCommit` is its newest commit. */
  pull: MergedPull
  isOpen: boolean
  isDraft: boolean
  /** Whether its conversation is locked, so that hosts refuse most comments. */
  isLocked: boolean
}

export interface HostComment {
  id: string
  /** Markdown as it was written. Untrusted, unless it is our own. */
  body: string
  /** Whether the user or app that the token belongs to wrote it. */
  isOwn: boolean
}

/**
 * Reads a pull request that is still under discussion, and comments on it. Every method takes `repo` as `owner/name` and rejects with a
 * `HostFailure`. Methods that write send their request once: after a failure the outcome may be unknown.
 */
export interface PullConversation {
  /** The host's name in records. */
  host: string
  /** The pull request; null if it does not exist. Rejects with `gone` if the repository itself is not found. */
  proposedPull(repo: string, number: number): Promise<ProposedPull | null>
  /** The first thousand comments, oldest first. */
  comments(repo: string, number: number): Promise<HostComment[]>
  addComment(repo: string, number: number, body: string): Promise<void>
  editComment(repo: string, number: number, id: string, body: string): Promise<void>
  deleteComment(repo: string, number: number, id: string): Promise<void>
}

export const MOST_COMMENTS = 1_000
