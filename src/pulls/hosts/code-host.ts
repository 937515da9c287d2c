import type { Clock, Instant } from '#platform/clock.ts'
import type { MergedPull } from '#pulls/pull-request.ts'

/** Returns the API token. Called with a token that the host refused, it may return a newer one. */
export type TokenSource = (refused?: string) => Promise<string>

/** How a client waits and retries. */
export interface RetryTiming {
  /** The longest wait that the client sits out when the host asks for one. For a longer one the call throws `HostBusy`. */
  longestWaitMs: number
  /** The length of a second of delay in milliseconds: 1,000, and less in tests. */
  secondMs: number
}

export const DEFAULT_RETRY_TIMING: RetryTiming = { longestWaitMs: 5_000, secondMs: 1_000 }

/** What a client of one code host needs. */
export interface CodeHostOptions {
  /** The base URL of the API: `https://api.github.com`, `https://ghe.example/api/v3`, `https://git.example/gitlab/api/v4`. */
  apiUrl: string
  /** Null for anonymous access, which sees public repositories only. */
  token: TokenSource | null
  /** The fetch function of the guarded HTTP client. */
  fetch: typeof globalThis.fetch
  clock: Clock
  retryTiming?: RetryTiming
}

/** A repository's current properties on its host. */
export interface HostRepository {
  /** `owner/name` as it is today, also after a rename or transfer. */
  name: string
  /** The host's permanent id of the repository. */
  id: string
  isPrivate: boolean
  /** Null while the repository is empty. */
  defaultBranch: string | null
  /** The repository's description; null without one. Untrusted text. */
  about: string | null
}

export interface MergedPullsQuery {
  /** Only pull requests merged at or after this time; all if left out. It must be the same for every page. */
  since?: Instant
  /** The `next` of the previous page; null for the first page. */
  cursor: string | null
}

export interface MergedPullsPage {
  pulls: MergedPull[]
  /** The cursor to store and to pass as `cursor`; null after the last page. */
  next: string | null
}

/** What counts as shipping a merge: a release on the host, or a tag. */
export type ShipmentKind = 'release' | 'tag'

export interface Shipment {
  tag: string
  commit: string
  at: Instant
}

/** The notes of one release, as published. */
export interface ReleaseNotes {
  tag: string
  /** Empty when the release has no title of its own. */
  name: string
  /** Markdown. */
  body: string
  /** Null for a draft that is not published yet. */
  at: Instant | null
  url: string | null
  /** Whether the host marks it as a pre-release. */
  isPrerelease: boolean
}

/** What a pull request changed in one file. */
export interface FileDiff {
  path: string
  /** The hunks of a unified diff; empty for a binary file, and for one that the host considers too large to show. */
  patch: string
}

/**
 * A client of one code host: GitHub's REST and GraphQL APIs (docs.github.com/rest), GitLab's REST API v4 (docs.gitlab.com/api), the REST
 * API v1 of Forgejo and Gitea (codeberg.org/api/swagger), that of Bitbucket Cloud (developer.atlassian.com/cloud/bitbucket/rest) or of Azure
 * DevOps (learn.microsoft.com/rest/api/azure/devops). Every method takes `repo` as the host names it (`Host.example`) and rejects with a `HostFailure`: `busy` (a `HostBusy`
 * with the time until which to wait), `unauthorized`, `suspended`, `gone` or `temporary`. Waits within `RetryTiming` and repeats
 * what failed temporarily before it rejects.
 * Returned pull requests carry the `repo` that was asked for, even when the repository has been renamed.
 */
export interface CodeHost {
  /** The host's name in records: `github.com`, `git.example:3000`. */
  host: string
  repository(repo: string): Promise<HostRepository>
  /**
   * The merged pull request with this number, with files, commits and change fragments. Null when there is none, or it is not
   * merged; rejects with `gone` when the repository itself is not found.
   */
  mergedPull(repo: string, number: number): Promise<MergedPull | null>
  /**
   * One page of the merged pull requests, most recently updated first. Pass `next` back as `cursor` until it
   * is null; a cursor stays valid for days and across restarts, and one that was not returned here rejects
   * with `invalid_parameter`. The pages end with pull requests that were updated meanwhile, so every pull
   * request that was merged when the first page was read is returned at least once, and some twice.
   */
  mergedPulls(repo: string, query: MergedPullsQuery): Promise<MergedPullsPage>
  /**
   * The releases (those published, by publication time) or tags (by commit time) at or after `since`, oldest first. Reads at most
   * a few hundred, the newest.
   */
  shipments(repo: string, kind: ShipmentKind, since: Instant): Promise<Shipment[]>
  /**
   * The title of an issue of this repository. Null when there is none, when it was moved to another repository, is a pull request, or is
   * confidential on a host that has confidential issues.
   */
  issueTitle(repo: string, number: number): Promise<string | null>
  /** The changes of a pull request, or of a commit if there is no number. Reads the first hundred files. Untrusted text. */
  diff(repo: string, change: Pick<MergedPull, 'number' | 'mergeCommit'>): Promise<FileDiff[]>
  /** The release notes of the repository, drafts included, newest first. Reads at most a few hundred. */
  releaseNotes(repo: string): Promise<ReleaseNotes[]>
  /**
   * Whether the commit is an ancestor of the shipment's commit, or that commit itself. Rejects with `gone` when the host does not
   * know one of the two.
   */
  contains(repo: string, shipment: Shipment, commit: string): Promise<boolean>
}
