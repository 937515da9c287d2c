import type { Account } from '#accounts/account.ts'
import {
  HISTORY_MERGES,
  learnFromHistory,
  learnReleaseConfig,
  type RepositoryHistory,
} from '#pipeline/judging/past-examples.ts'
import { memoizeOnce } from '#platform/cache.ts'
import {
  type GitSourceOptions,
  localIdentity,
  openGitSource,
  readGitChangelogFiles,
  readGitReleaseConfig,
} from '#pulls/hosts/git/git.ts'
import type { RepositoryLocation } from '#pulls/hosts/git/local-repository.ts'
import type { MergeRange, SourceFacts } from '#pulls/hosts/merge-source.ts'
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
  account: Account,
  request: GitImportRequest,
): Promise<ImportResult> {
  const { repository, range, repo, past, signal, onRead, onOpened, onBatch } = request
  const named: GitSourceOptions = { ...(repo !== undefined && { repo }), signal }
  const open = () => openGitSource(repository, { ...range, ...named, ...(onRead && { onProgress: onRead }) })
  const first = await open()
  const name = await nameInAccount(importer, account, request, first.facts)
  if (name !== undefined) named.repo = name
  const source = name === undefined ? first : await open()
  const history: RepositoryHistory = {
    facts: source.facts,
    changelogFiles: await readGitChangelogFiles(repository, signal),
    merges: async () => {
      const whole = await openGitSource(repository, { ...named, last: HISTORY_MERGES })
      return (await Array.fromAsync(whole.merges())).toReversed()
    },
  }
  onRead?.(0, source.total)
  const { db, action } = importer
  await learnReleaseConfig(db, action, account, source.facts, await readGitReleaseConfig(repository, signal))
  const examples = await learnFromHistory(db, action, account, history)
  await markAnnounced(db, action, account, history)
  await onOpened?.({ facts: source.facts, examples })
  const identity = memoizeOnce(() => localIdentity(repository, signal))
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
  account: Account,
  { repository, repo, signal }: GitImportRequest,
  facts: SourceFacts,
): Promise<string | undefined> {
  const local = await localIdentity(repository, signal)
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
