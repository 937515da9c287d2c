import type { FileDiff } from '#pulls/hosts/code-host.ts'
import { filesOfDiff } from '#pulls/hosts/unified-diff.ts'
import { type GitDirectory, GitFailure, readFields } from './run-git.ts'

/** Without anything that the repository's configuration or attributes could run. */
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

/** What a commit changed against its first parent; empty where there is no such commit. */
export async function diffOfCommit(git: GitDirectory, commit: string): Promise<FileDiff[]> {
  if (!/^[0-9a-f]{40,64}$/.test(commit)) return []
  try {
    return filesOfDiff((await Array.fromAsync(readFields(git, [...DIFF, commit, '--']))).flat().join('\0'))
  } catch (error) {
    if (error instanceof GitFailure) return []
    throw error
  }
}
