import type { Account } from '#accounts/account.ts'
import {
  HISTORY_MERGES,
  learnFromHistory,
  learnReleaseConfig,
  type RepositoryHistory,
} from '#pipeline/judging/past-examples.ts'
import { memoizeOnce } from '#platform/cache.ts'
import type { Instant } from '#platform/clock.ts'
import type { ChangelogFile } from '#pulls/changelog-sources/announcements.ts'
import type { ReleaseConfigFile } from '#pulls/changelog-sources/release-config.ts'
import type { MergeRange, MergeSource, SourceFacts } from '#pulls/hosts/merge-source.ts'
import type { LocalIdentity, RepositoryLocation } from '#pulls/hosts/repository-location.ts'
import {
  addressLocalRepository,
  claimLocalRepository,
  nameLocalRepository,
} from '#pulls/local-repositories.ts'
import { draftRule, type Past } from '#pulls/past.ts'
import { UNKNOWN_HOST } from '#pulls/repositories.ts'
import type { PipelineContext } from './host-requests.ts'
import { type ImportResult, importMerges, markAnnounced } from './import.ts'
import type { IngestCounts } from './ingest.ts'

interface GitReadOptions extends MergeRange {
  /** `owner/name` or a web address, instead of the repository's remote. */
  repo?: string
  /** Called with the pull requests read and their total; a total of null while the history is scanned. */
  onProgress?: (done: number, total: number | null) => void
  signal?: AbortSignal
}

/** Reads local git repositories. */
export interface GitReader {
  /** Throws `invalid_parameter` when there is no repository, or when a part of it lies outside the roots; null allows every path. */
  locate(directory: string, roots: readonly string[] | null): Promise<RepositoryLocation>
  /** What tells the repository from others without a remote. */
  identity(repository: RepositoryLocation, signal?: AbortSignal): Promise<LocalIdentity>
  open(repository: RepositoryLocation, options: GitReadOptions): Promise<MergeSource>
  /** What the team published: changelog files and tag messages. */
  changelogFiles(repository: RepositoryLocation, signal?: AbortSignal): Promise<ChangelogFile[]>
  /** How the team configured its release notes. */
  releaseConfig(repository: RepositoryLocation, signal?: AbortSignal): Promise<ReleaseConfigFile[]>
}

/** A local git repository to import, and what to tell about it on the way. */
interface GitImportRequest {
  repository: RepositoryLocation
  range: MergeRange
  repo?: string | undefined
  past: Past
  signal: AbortSignal
  onRead?: (done: number, total: number | null) => void
  /** Called before anything is recorded. `examples`: past decisions of the team that were learned from. */
  onOpened?: (opened: { facts: SourceFacts; examples: number }) => void | Promise<void>
  /**
   * Called after each batch with the totals, and with the merges that were dealt with, also those outside the repository's scope. A
   * failure ends the import; what was recorded stays.
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
  const newest = past === 'month' ? await newestMerge(await git.open(repository, { ...named, last: 1 })) : 0
  const identity = memoizeOnce(() => git.identity(repository, signal))
  const options = {
    publish: past === 'publish',
    drafts: draftRule(past, Math.min(newest, action.clock.now())),
    seenOn: source.branch,
    isGone: async (commit: string) => !(await (await identity()).holdsAny([commit])),
    signal,
    ...(onBatch && { onBatch }),
  }
  return importMerges(importer, account, source.merges(), options)
}

/** When the newest merge was: the past of a repository that rests ends there. */
async function newestMerge(source: MergeSource): Promise<Instant> {
  for await (const { mergedAt } of source.merges()) return mergedAt
  return 0
}

/**
 * The name or web address under which the account has the repository, where the directory has no remote and is not named like that.
 * Throws `conflict` when another local repository has the name of its folder.
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
  // A host with a port may speak plain HTTP, so no address is assumed for it.
  if (/^[\w-]+(?:\.[\w-]+)+$/.test(known.host)) return `https://${known.host}/${known.name}`
  return known.name === facts.repo ? undefined : known.name
}
