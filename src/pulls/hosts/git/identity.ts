import type { LocalIdentity } from '#pulls/hosts/local-identity.ts'
import type { RepositoryLocation } from '#pulls/hosts/repository-location.ts'
import { withIsolatedGitDir } from './isolated-git-dir.ts'
import { type GitDirectory, GitFailure, readFields } from './run-git.ts'

/** What tells the repository from others without a remote. The first commit of a shallow clone or an empty repository is not known. */
export async function localIdentity(
  location: RepositoryLocation,
  signal?: AbortSignal,
): Promise<LocalIdentity> {
  const { folder, shallow } = location
  const first =
    shallow.size > 0 ? null : await withIsolatedGitDir(location, gitDir => firstCommit({ gitDir, signal }))
  return {
    id: first === null ? `path:${folder}` : `commit:${first}`,
    folder,
    holdsAny: commits => withIsolatedGitDir(location, gitDir => holdsAny({ gitDir, signal }, commits)),
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

/** Null when git exits with an error. */
async function outputOf(git: GitDirectory, args: string[]): Promise<string | null> {
  try {
    return (await Array.fromAsync(readFields(git, args))).flat().join('')
  } catch (cause) {
    if (cause instanceof GitFailure) return null
    throw cause
  }
}
