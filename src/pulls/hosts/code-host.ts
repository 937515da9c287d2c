import type { Clock, Instant } from '#platform/clock.ts'
import type { MergedPull } from '#pulls/pull-request.ts'

export const CODE_HOSTS = ['github', 'gitlab', 'forgejo'] as const
export type CodeHostName = (typeof CODE_HOSTS)[number]

/** Gives the token to ask with; asked again with the one that the host refused, it may have a newer. */
export type TokenSource = (refused?: string) => Promise<string>

/** How long a client waits by itself. */
export interface RetryTiming {
  /** The longest wait that a host may ask for within a call; beyond it the call ends with `HostBusy`. */
  longestWaitMs: number
  /** What a second lasts: the pause before another attempt is counted in these. */
  secondMs: number
}

export const DEFAULT_RETRY_TIMING: RetryTiming = { longestWaitMs: 5_000, secondMs: 1_000 }

/** What a client of one connection is made from. */
export interface CodeHostOptions {
  /** Where the API begins: `https://api.github.com`, `https://ghe.example/api/v3`, `https://git.example/gitlab/api/v4`. */
  apiUrl: string
  /** Null asks as a stranger, who sees what is public. */
  token: TokenSource | null
  /** The guarded way out. */
  fetch: typeof globalThis.fetch
  clock: Clock
  retryTiming?: RetryTiming
}

/** A repository as the host has it today. */
export interface HostRepository {
  /** `owner/name`, also after it was renamed or transferred. */
  name: string
  /** The host's own number for it, which stays. */
  id: string
  url: string
  isPrivate: boolean
  /** Null while it is empty. */
  defaultBranch: string | null
}

export interface MergedPullsQuery {
  /** Merged at or after; without it all there are. The same for every page. */
  since?: Instant
  /** What the page before gave as `next`; null begins. */
  cursor: string | null
}

export interface MergedPullsPage {
  pulls: MergedPull[]
  /** A text to be stored and asked with; null after the last page. */
  next: string | null
}

/** What may announce a merge: a release as the host shows it, or a plain tag. */
export type ShipmentKind = 'release' | 'tag'

export interface Shipment {
  tag: string
  commit: string
  at: Instant
}

/** What a release tells its readers. */
export interface ReleaseNotes {
  tag: string
  /** Empty where it has no name of its own. */
  name: string
  /** Markdown. */
  body: string
  /** Null where it is not released yet. */
  at: Instant | null
  url: string | null
  /** For those who try what is to come. */
  isPrerelease: boolean
}

/**
 * One connection to a code host. Every verb throws `HostFailure`: `busy` (a `HostBusy` that says until when), `unauthorized`,
 * `suspended`, `gone` or `temporary`. `repo` is `owner/name`; of what a renamed repository holds the records keep the name that was asked for.
 */
export interface CodeHost {
  /** As records name it: `github.com`, `git.example:3000`. */
  host: string
  repository(repo: string): Promise<HostRepository>
  /** Null where there is no such pull request, or it is not merged. */
  mergedPull(repo: string, number: number): Promise<MergedPull | null>
  /**
   * The merged pull requests, a page at a time, last changed first and, after the last page, once more those that changed meanwhile:
   * nothing is missed that was merged when the first page was read; one may come twice. A cursor stays good after days and restarts.
   */
  mergedPulls(repo: string, query: MergedPullsQuery): Promise<MergedPullsPage>
  /** Releases or tags since then, oldest first; of very many the newest few hundred. */
  shipments(repo: string, kind: ShipmentKind, since: Instant): Promise<Shipment[]>
  /** What the repository's releases tell, the newest first; of very many the newest few hundred. */
  releaseNotes(repo: string): Promise<ReleaseNotes[]>
  /** Whether the commit is in what the shipment ships. */
  contains(repo: string, shipment: Shipment, commit: string): Promise<boolean>
}
