import type { Account } from '#accounts/account.ts'
import {
  HISTORY_MERGES,
  learnFromHistory,
  learnReleaseConfig,
  type RepositoryHistory,
} from '#pipeline/judging/past-examples.ts'
import type { Reader } from '#platform/db/schema.ts'
import type { ChangelogFile } from '#pulls/changelog-sources/announcements.ts'
import type { ReleaseConfigFile } from '#pulls/changelog-sources/release-config.ts'
import type { MergeRange, MergeSource, SourceFacts } from '#pulls/hosts/merge-source.ts'
import type { RepositoryLocation } from '#pulls/hosts/repository-location.ts'
import { findRepository } from '#pulls/repositories.ts'
import { type ImportContext, type ImportResult, importMerges, markAnnounced } from './import.ts'
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
  open(repository: RepositoryLocation, options: GitReadOptions): Promise<MergeSource>
  /** What the team published: changelog files and tag messages. */
  changelogFiles(repository: RepositoryLocation, signal?: AbortSignal): Promise<ChangelogFile[]>
  /** How the team configured its release notes. */
  releaseConfig(repository: RepositoryLocation, signal?: AbortSignal): Promise<ReleaseConfigFile[]>
}

/** A local git repository to import, and what to tell about it on the way. */
export interface GitImportRequest {
  repository: RepositoryLocation
  range: MergeRange
  repo?: string | undefined
  publish: boolean
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
  importer: ImportContext,
  git: GitReader,
  account: Account,
  request: GitImportRequest,
): Promise<ImportResult> {
  const { repository, range, repo, publish, signal, onRead, onOpened, onBatch } = request
  const named: GitReadOptions = { ...(repo !== undefined && { repo }), signal }
  const open = () => git.open(repository, { ...range, ...named, ...(onRead && { onProgress: onRead }) })
  const first = await open()
  const address = await knownAddress(importer.db.read, account, first.facts)
  if (address !== undefined) named.repo = address
  const source = address === undefined ? first : await open()
  const history: RepositoryHistory = {
    facts: source.facts,
    changelogFiles: await git.changelogFiles(repository, signal),
    merges: async () => {
      const whole = await git.open(repository, { ...named, last: HISTORY_MERGES })
      return Array.fromAsync(whole.merges())
    },
  }
  onRead?.(0, source.total)
  const { db, action } = importer
  await learnReleaseConfig(db, action, account, source.facts, await git.releaseConfig(repository, signal))
  const examples = await learnFromHistory(db, action, account, history)
  await markAnnounced(db, action, account, history)
  await onOpened?.({ facts: source.facts, examples })
  const options = { publish, signal, ...(onBatch && { onBatch }) }
  return importMerges(importer, account, source.merges(), options)
}

/** The web address that the account has recorded for the repository, when the directory has no remote to tell it. */
async function knownAddress(
  db: Reader,
  account: Account,
  { host, repo }: SourceFacts,
): Promise<string | undefined> {
  const known = host === 'git' ? await findRepository(db, account.id, { host, repo }) : null
  // A host with a port may speak plain HTTP, so no address is assumed for it.
  return known && /^[\w-]+(?:\.[\w-]+)+$/.test(known.host) ? `https://${known.host}/${known.name}` : undefined
}
