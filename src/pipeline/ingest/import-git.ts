import type { Account } from '#accounts/account.ts'
import {
  HISTORY_MERGES,
  learnFromHistory,
  learnReleaseConfig,
  type RepositoryHistory,
} from '#pipeline/judging/past-examples.ts'
import { memoizeOnce } from '#platform/cache.ts'
import type { ChangelogFile } from '#pulls/changelog-sources/announcements.ts'
import type { ReleaseConfigFile } from '#pulls/changelog-sources/release-config-files.ts'
import type { ReleaseDates } from '#pulls/changelog-sources/release-dates.ts'
import type { MergeRange, MergeSource, SourceFacts } from '#pulls/hosts/merge-source.ts'
import type { LocalIdentity, RepositoryLocation } from '#pulls/hosts/repository-location.ts'
import type { Past } from '#pulls/past.ts'
import {
  addressLocalRepository,
  claimLocalRepository,
  nameLocalRepository,
} from '#pulls/repositories/local-repositories.ts'
import { UNKNOWN_HOST } from '#pulls/repositories/repositories.ts'
import type { PipelineContext } from './host-requests.ts'
import { type ImportResult, importMerges, markAnnounced } from './import.ts'
import type { IngestCounts } from './ingest.ts'

interface GitReadOptions extends MergeRange {
  /** `owner/name` or a web address, instead of the repository's remote. */
  repo?: string
  /** Called with the number of pull requests read and their total; the total is null while the history is scanned. */
  onProgress?: (done: number, total: number | null) => void
  signal?: AbortSignal
}

/** Reads local git repositories. */
export interface GitReader {
  /** Throws `invalid_parameter` when there is no repository, or when a part of it lies outside the roots; null allows every path. */
  locate(directory: string, roots: readonly string[] | null): Promise<RepositoryLocation>
  /** The identity that distinguishes a repository without a remote from others. */
  identity(repository: RepositoryLocation, signal?: AbortSignal): Promise<LocalIdentity>
  open(repository: RepositoryLocation, options: GitReadOptions): Promise<MergeSource>
  /** The texts that the team published: changelog files and tag messages. */
  changelogFiles(repository: RepositoryLocation, signal?: AbortSignal): Promise<ChangelogFile[]>
  /** The dates of tags, and of the lines of the changelog at this path. */
  releaseDates(repository: RepositoryLocation, path: string, signal?: AbortSignal): Promise<ReleaseDates>
  /** The configuration of the team's release notes. */
  releaseConfig(repository: RepositoryLocation, signal?: AbortSignal): Promise<ReleaseConfigFile[]>
}

/** A local git repository to import, and callbacks that report progress. */
interface GitImportRequest {
  repository: RepositoryLocation
  range: MergeRange
  repo?: string | undefined
  past: Past
  signal: AbortSignal
  onRead?: (done: number, total: number | null) => void
  /** Called before anything is recorded. `examples` is the number of past decisions of the team that were learned from. */
  onOpened?: (opened: { facts: SourceFacts; examples: number }) => void | Promise<void>
  /**
   * Called after each batch with the totals, and with the number of merges that were handled, including those
   * outside the repository's scope. A failure ends the import; what was recorded stays.
   */
  onBatch?: (total: IngestCounts, handled: number) => void | Promise<void>
}

/**
 * Records the merged pull requests of a local git repository. Learns from what the team announced before, and marks that as announced.
 * An interrupted import can simply be run again.
 */
export async function importGitDirectory(
  importer: Omit<PipelineContext, 'hostOf'>,
  git: GitReader,
  account: Account,
  request: GitImportRequest,
): Promise<ImportResult> {
  const { repository, range, repo, past, signal, onRead, onOpened, onBatch } = request
  const named: GitReadOptions = { ...(repo !== undefined && { repo }), signal }
  const open = () => git.open(repository, { ...range, ...named, ...(onRead && { onProgress: onRead }) })
  const first = await open()
  const name = await nameInAccount(importer, git, account, request, first.facts)
  if (name !== undefined) named.repo = name
  const source = name === undefined ? first : await open()
  const history: RepositoryHistory = {
    facts: source.facts,
    changelogFiles: await git.changelogFiles(repository, signal),
    merges: async () => {
      const whole = await git.open(repository, { ...named, last: HISTORY_MERGES })
      return (await Array.fromAsync(whole.merges())).toReversed()
    },
  }
  onRead?.(0, source.total)
  const { db, action } = importer
  await learnReleaseConfig(db, action, account, source.facts, await git.releaseConfig(repository, signal))
  const examples = await learnFromHistory(db, action, account, history)
  await markAnnounced(db, action, account, history)
  await onOpened?.({ facts: source.facts, examples })
  const identity = memoizeOnce(() => git.identity(repository, signal))
  const options = {
    past,
    seenOn: source.branch,
    isGone: async (commit: string) => !(await (await identity()).holdsAny([commit])),
    signal,
    ...(onBatch && { onBatch }),
  }
  return importMerges(importer, account, source.merges(), options)
}

/**
 * The name or web address under which the account has the repository, for a directory that has no remote and
 * was given no name. Throws `conflict` if another local repository has the name of its folder.
 */
async function nameInAccount(
  importer: Omit<PipelineContext, 'hostOf'>,
  git: GitReader,
  account: Account,
  { repository, repo, signal }: GitImportRequest,
  facts: SourceFacts,
): Promise<string | undefined> {
  const local = await git.identity(repository, signal)
  if (facts.host !== UNKNOWN_HOST) {
    await addressLocalRepository(importer.db, account.id, facts, local)
    return undefined
  }
  const claim = repo === undefined ? claimLocalRepository : nameLocalRepository
  const known = await claim(importer, account.id, facts, local)
  // A host with a port may use plain HTTP, so no address is assumed for it.
  if (/^[\w-]+(?:\.[\w-]+)+$/.test(known.host)) return `https://${known.host}/${known.name}`
  return known.name === facts.repo ? undefined : known.name
}
