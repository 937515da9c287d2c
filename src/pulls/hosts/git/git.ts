import type { ChangelogFile } from '#pulls/changelog-sources/announcements.ts'
import type { ReleaseConfigFile } from '#pulls/changelog-sources/release-config-files.ts'
import type { ReleaseDates } from '#pulls/changelog-sources/release-dates.ts'
import type { FileDiff } from '#pulls/hosts/code-host.ts'
import type { CommitRange, MergeRange, MergeSource } from '#pulls/hosts/merge-source.ts'
import { filesOfDiff } from '#pulls/hosts/unified-diff.ts'
import { isolatedGitDir } from './isolated-git-dir.ts'
import { locateRepository, type RepositoryLocation, repositoryContaining } from './local-repository.ts'
import { commitRange } from './range.ts'
import { readPlannedPulls } from './read-pulls.ts'
import { committedLines, readChangelogFiles, readReleaseConfig, tagDates } from './releases.ts'
import { webAddressesOf } from './remote.ts'
import { readGitConfig, sourceFactsOf } from './repository-facts.ts'
import { type GitDirectory, GitFailure, readFields, untilFailure } from './run-git.ts'
import { surveyHistory } from './survey.ts'

export interface GitSourceOptions extends MergeRange {
  /** `owner/name` or a web address, instead of the repository's remote. */
  repo?: string
  /** The branch to read; by default the one that HEAD points to. */
  branch?: string
  /** The hash of a commit whose history is read instead of a branch's. */
  at?: string
  /** Reads only the commits of this tag, branch or commit that are not in `from`; HEAD if only `from` is given. */
  to?: string
  /** Defaults to the tag before `to`. */
  from?: string
  /** Also reads commits that belong to no pull request. */
  commits?: boolean
  /** False skips counting lines, which takes nine tenths of the time. */
  lines?: boolean
  /**
   * Called with the number of pull requests read and their total; while the history is scanned, with the
   * number of commits scanned and null.
   */
  onProgress?: (done: number, total: number | null) => void
  signal?: AbortSignal
}

/** A folder that holds a repository, or a repository that was located before. */
type LocalRepository = string | RepositoryLocation

const located = (repository: LocalRepository): Promise<RepositoryLocation> | RepositoryLocation =>
  typeof repository === 'string' ? locateRepository(repository) : repository

/** Reads a local repository with git. Whatever is read like this is read and throws like `openGitSource`. */
async function readIn<T>(
  repository: LocalRepository,
  signal: AbortSignal | undefined,
  read: (git: GitDirectory) => Promise<T>,
): Promise<T> {
  await using isolated = await isolatedGitDir(await located(repository))
  return await read({ gitDir: isolated.gitDir, signal })
}

/**
 * Opens a local git repository as a source of merges.
 * Scans the first-parent history once, without files, to learn how the repository merges pull requests and which commits count.
 * `merges` then reads those, and may be called again. Writes nothing to the repository, runs nothing from its configuration and
 * downloads nothing.
 * Throws `invalid_parameter` when the folder is not a repository, and `unavailable` when it is damaged or git is not installed.
 */
export async function openGitSource(
  repository: LocalRepository,
  options: GitSourceOptions = {},
): Promise<MergeSource> {
  const location = await located(repository)
  const { survey, config } = await readIn(location, options.signal, async git => {
    const release = await releaseIn(git, options)
    return {
      config: await readGitConfig(git, location),
      survey: await surveyHistory(git, { ...options, ...release, shallow: location.shallow }),
    }
  })
  const knownFacts = sourceFactsOf(location, config, survey, options.repo)
  const addresses = webAddressesOf(knownFacts, survey.habit.style)
  const facts = { ...knownFacts, hasPages: addresses.pull(1) !== null }
  const { lines, onProgress, signal } = options
  const context = { facts, branch: survey.branch, addresses }
  const detail = lines === false ? 'names' : 'lines'
  return {
    facts,
    branch: survey.branch,
    total: survey.planned.length,
    carried: survey.carriedCounts,
    merges: () => readPlannedPulls(location, survey, { context, detail, onProgress, signal }),
  }
}

/** The tip and the commits of the requested release; nothing if none is requested. */
async function releaseIn(
  git: GitDirectory,
  { from, to }: GitSourceOptions,
): Promise<Pick<GitSourceOptions, 'at' | 'among'>> {
  if (from === undefined && to === undefined) return {}
  const range = await commitRange(git, from, to ?? 'HEAD')
  return { at: range.to, among: range.commits }
}

/** The changes of a commit against its first parent; empty if the repository does not have the commit. */
export const readGitDiff = (repository: LocalRepository, commit: string): Promise<FileDiff[]> =>
  readIn(repository, undefined, git => diffOfCommit(git, commit))

/**
 * The commits between two tags, branches or commits; `from` defaults to the tag before `to`. Throws `wrong_usage` for a name that the
 * repository does not have.
 */
export const readGitRange = (
  repository: LocalRepository,
  from: string | undefined,
  to: string,
  signal?: AbortSignal,
): Promise<CommitRange> => readIn(repository, signal, git => commitRange(git, from, to))

/** The changelogs and tag messages of a local git repository. */
export const readGitChangelogFiles = (
  repository: LocalRepository,
  signal?: AbortSignal,
): Promise<ChangelogFile[]> => readIn(repository, signal, readChangelogFiles)

/** The configuration of the tools that write the release notes of a local git repository. */
export const readGitReleaseConfig = (
  repository: LocalRepository,
  signal?: AbortSignal,
): Promise<ReleaseConfigFile[]> => readIn(repository, signal, readReleaseConfig)

/** The release dates of a changelog from the git repository that contains the file; null if the file is in no repository. */
export async function readReleaseDates(file: string, signal?: AbortSignal): Promise<ReleaseDates | null> {
  const found = await repositoryContaining(file)
  return found && readReleaseDatesIn(found.location, found.path, signal)
}

/** The release dates of the changelog at a path of a local git repository. */
export const readReleaseDatesIn = async (
  repository: RepositoryLocation,
  path: string,
  signal?: AbortSignal,
): Promise<ReleaseDates> => ({
  tags: await readIn(repository, signal, tagDates),
  lines: () => readIn(repository, signal, git => committedLines(git, path)),
})

/** The arguments of a diff that runs nothing from the repository's configuration or attributes. */
const DIFF = [
  'log',
  '-1',
  '-m',
  '--first-parent',
  '--patch',
  '--format=',
  '--no-color',
  '--no-ext-diff',
  '--no-textconv',
]

async function diffOfCommit(git: GitDirectory, commit: string): Promise<FileDiff[]> {
  if (!/^[0-9a-f]{40,64}$/.test(commit)) return []
  const patch = readFields(git, [...DIFF, commit, '--'])
  return filesOfDiff((await Array.fromAsync(untilFailure(patch))).flat().join('\0'))
}

/** Distinguishes a local repository without a remote from another one in a folder of the same name. */
export interface LocalIdentity {
  /** `commit:` and the hash of the first commit, or `path:` and the folder if that commit is unknown. */
  id: string
  folder: string
  /** Whether one of the commits is in the history of the branch that HEAD points to. */
  holdsAny(commits: readonly string[]): Promise<boolean>
}

/**
 * The identity of a repository without a remote. It is the first commit, or the folder if that is unknown, as
 * in a shallow clone or an empty repository.
 */
export async function localIdentity(
  location: RepositoryLocation,
  signal?: AbortSignal,
): Promise<LocalIdentity> {
  const { folder, shallow } = location
  const first = shallow.size > 0 ? null : await readIn(location, signal, firstCommit)
  return {
    id: first === null ? `path:${folder}` : `commit:${first}`,
    folder,
    holdsAny: commits => readIn(location, signal, git => holdsAny(git, commits)),
  }
}

async function firstCommit(git: GitDirectory): Promise<string | null> {
  const printed = await outputOf(git, ['rev-list', '--first-parent', '--max-parents=0', 'HEAD'])
  return printed?.trim() || null
}

async function holdsAny(git: GitDirectory, commits: readonly string[]): Promise<boolean> {
  for (const commit of commits.filter(hash => /^[0-9a-f]{40,64}$/.test(hash)))
    if ((await outputOf(git, ['merge-base', '--is-ancestor', commit, 'HEAD'])) !== null) return true
  return false
}

/** The output of git; null if git exits with an error. */
async function outputOf(git: GitDirectory, args: string[]): Promise<string | null> {
  try {
    return (await Array.fromAsync(readFields(git, args))).flat().join('')
  } catch (cause) {
    if (cause instanceof GitFailure) return null
    throw cause
  }
}
