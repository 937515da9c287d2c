import { mapConcurrently } from '#platform/concurrency.ts'
import { mayDescribeChange, mayHoldNote } from '#pulls/changelog-sources/changelog-paths.ts'
import type { HostRepository } from '#pulls/hosts/code-host.ts'
import { HostFailure } from '#pulls/hosts/host-failure.ts'
import { type ChangedFile, type ChangeFragment, type FileStatus, MAX_FRAGMENTS } from '#pulls/pull-request.ts'
import { REQUESTS_AT_ONCE } from './client.ts'

/**
 * Returns null for something that is missing in a repository that exists. If the repository is missing too,
 * throws what `repository` throws.
 */
export async function nullIfMissing<T>(
  repository: (repo: string) => Promise<HostRepository>,
  repo: string,
  ask: () => Promise<T | null>,
): Promise<T | null> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof HostFailure) || error.reason !== 'gone') throw error
    await repository(repo)
    return null
  }
}

/**
 * Statuses with which hosts permanently refuse a part of a pull request, such as a diff that is too large, a path that they cannot
 * compare, or an object that is missing.
 */
const WITHHELD_STATUSES = new Set([400, 404, 406, 410, 413, 422, 451, 500])

/**
 * Runs `ask`, and returns `otherwise` when the host refuses this part of a pull request, so that one merge which cannot be read in
 * full does not block all others.
 */
export async function fallbackIfWithheld<T>(ask: () => Promise<T[]>, otherwise: T[] = []): Promise<T[]> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof HostFailure && error.status !== null && WITHHELD_STATUSES.has(error.status))
      return otherwise
    throw error
  }
}

/** The hosts' names for the status of a file. An unknown one counts as modified. */
const STATUSES: Record<string, FileStatus> = {
  added: 'added',
  copied: 'added',
  removed: 'removed',
  deleted: 'removed',
  renamed: 'renamed',
}

export const fileStatusOf = (word: string): FileStatus => STATUSES[word.toLowerCase()] ?? 'modified'

/** The most files of unknown kind that might contain a note. If there are more, none of them is read. */
const CANDIDATES = 3

/** The paths of the change fragments that a pull request adds, the changelogs that it edits, and files that may hold a note. */
export function fragmentPathsOf(files: readonly ChangedFile[]): string[] {
  const known = files.filter(mayDescribeChange)
  const candidates = known.length > 0 ? [] : files.filter(mayHoldNote)
  return [...known, ...(candidates.length > CANDIDATES ? [] : candidates)]
    .slice(0, MAX_FRAGMENTS)
    .map(file => file.path)
}

/**
 * Reads the texts of the files that may describe the change, with one request for each. Files that the host
 * does not have, or refuses, are left out.
 */
export async function readFragments(
  files: readonly ChangedFile[],
  textOf: (path: string) => Promise<string | null>,
): Promise<ChangeFragment[]> {
  const found = await mapConcurrently(fragmentPathsOf(files), REQUESTS_AT_ONCE, path =>
    fallbackIfWithheld(async () => {
      const text = await textOf(path)
      return text === null ? [] : [{ path, text }]
    }),
  )
  return found.flat()
}
