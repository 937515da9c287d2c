import type { ChangelogFile } from '#pulls/changelog-sources/announcements.ts'
import type { ReleaseDates } from '#pulls/changelog-sources/release-dates.ts'
import type { MergeRange, MergeSource } from '#pulls/hosts/merge-source.ts'
import { locateRepository, repositoryContaining, withIsolatedGitDir } from './local-repository.ts'
import { readPlannedPulls } from './read-pulls.ts'
import { committedLines, readChangelogFiles, tagDates } from './releases.ts'
import { webAddressesOf } from './remote.ts'
import { factsOf, readGitConfig } from './repository-facts.ts'
import { surveyHistory } from './survey.ts'

export interface GitSourceOptions extends MergeRange {
  /** `owner/name`, or the repository's web address, in place of what its remote says. */
  repo?: string
  /** The branch to read; without it the one that HEAD names. */
  branch?: string
  /** Also the commits that belong to no pull request. */
  commits?: boolean
  /** False leaves out the counting of lines, which takes nine tenths of the time. */
  lines?: boolean
  /** Records made, of how many; with a total of null, commits looked through before that is known. */
  onProgress?: (done: number, total: number | null) => void
  signal?: AbortSignal
}

/**
 * Opens a local git repository as a source of merges. It looks through the first-parent history once, without the files, to learn
 * how the repository works and which commits count; `merges` then reads these, and may be called again. Nothing is written to the
 * repository, nothing of its configuration is run and nothing is downloaded. `invalid_parameter` for what is not a repository,
 * `unavailable` for a damaged one or where git is not installed.
 */
export async function openGitSource(directory: string, options: GitSourceOptions = {}): Promise<MergeSource> {
  const location = await locateRepository(directory)
  const { survey, settings } = await withIsolatedGitDir(location, async gitDir => {
    const place = { gitDir, signal: options.signal }
    return {
      settings: await readGitConfig(place, location.commonDir),
      survey: await surveyHistory(place, options),
    }
  })
  const place = factsOf(location, settings, survey, options.repo)
  const addresses = webAddressesOf(place, survey.habit.style)
  const facts = { ...place, hasPages: addresses.pull(1) !== null }
  const { lines, onProgress, signal } = options
  const setting = { facts, branch: survey.branch, addresses }
  const detail = lines === false ? 'names' : 'lines'
  return {
    facts,
    merges: () => readPlannedPulls(location, survey.planned, { setting, detail, onProgress, signal }),
  }
}

/** What the team of a local git repository published about its releases, under the same guards. `invalid_parameter` as above. */
export async function readGitChangelogFiles(
  directory: string,
  signal?: AbortSignal,
): Promise<ChangelogFile[]> {
  const location = await locateRepository(directory)
  return withIsolatedGitDir(location, gitDir => readChangelogFiles({ gitDir, signal }))
}

/** What the repository that holds a file tells about the dates of its releases, under the same guards; null where none holds it. */
export async function readReleaseDates(file: string, signal?: AbortSignal): Promise<ReleaseDates | null> {
  const found = await repositoryContaining(file)
  if (!found) return null
  const { location, path } = found
  return {
    tags: await withIsolatedGitDir(location, gitDir => tagDates({ gitDir, signal })),
    lines: () => withIsolatedGitDir(location, gitDir => committedLines({ gitDir, signal }, path)),
  }
}
