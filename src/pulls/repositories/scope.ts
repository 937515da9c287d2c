import { AppError } from '#platform/errors.ts'
import type { ChangedFile } from '../pull-request.ts'
import { compileGlob, OutOfSteps, type StepsLeft } from './glob.ts'

/** Files drafts whose pull request touches the glob under the set. */
export interface SetRule {
  glob: string
  setId: string
}

/** Which merges of a repository belong to the account, and which sets their drafts go to. */
export interface RepositoryScope {
  /** The globs of the paths that belong to the account; empty for all paths. */
  includePaths: readonly string[]
  excludePaths: readonly string[]
  /** The first rule that matches wins. */
  setRules: readonly SetRule[]
}

const LONGEST_GLOB = 200
const MOST_GLOBS = 50
/** The longest path that is matched, which bounds the time of a match. */
const LONGEST_PATH = 500
/**
 * The most steps of matching for one merge, which bounds the time to ten milliseconds. A thousand files and
 * ten usual patterns take a tenth of that.
 */
const STEPS_OF_A_MERGE = 2_000_000

/** Matches globs from the repository's root: `apps/mobile/**`, `*.md`. A stored glob that is no longer valid matches only itself. */
function matcher(globs: readonly string[], left: StepsLeft): (path: string) => boolean {
  const compiled = globs.map(glob => compileGlob(glob, left) ?? ((path: string) => path === glob))
  return path => path.length <= LONGEST_PATH && compiled.some(matches => matches(path))
}

/**
 * Whether at least one file is included and not excluded. Also true if no files are known, and if the
 * patterns take too long to match: recording too much is better than losing a merge.
 */
export function isInScope(
  { includePaths, excludePaths }: RepositoryScope,
  files: readonly Pick<ChangedFile, 'path'>[],
): boolean {
  if (files.length === 0 || (includePaths.length === 0 && excludePaths.length === 0)) return true
  return inSteps(true, left => {
    const isIncluded = includePaths.length === 0 ? () => true : matcher(includePaths, left)
    const isExcluded = excludePaths.length === 0 ? () => false : matcher(excludePaths, left)
    return files.some(({ path }) => isIncluded(path) && !isExcluded(path))
  })
}

/** The set for the merge's draft; null if no rule matches, or if they take too long to match. */
export function setFor({ setRules }: RepositoryScope, files: readonly ChangedFile[]): string | null {
  return inSteps(null, left => {
    const rule = setRules.find(({ glob }) => {
      const matches = matcher([glob], left)
      return files.some(({ path }) => matches(path))
    })
    return rule?.setId ?? null
  })
}

/** The result of `match`; `otherwise` if it takes more steps than one merge may. */
function inSteps<T>(otherwise: T, match: (left: StepsLeft) => T): T {
  try {
    return match({ steps: STEPS_OF_A_MERGE })
  } catch (error) {
    if (error instanceof OutOfSteps) return otherwise
    throw error
  }
}

/** Returns the globs without duplicates. Throws `invalid_parameter` for an invalid path pattern. */
export function validateGlobs(globs: readonly string[]): string[] {
  const bad = globs.find(
    glob =>
      glob === '' ||
      glob.length > LONGEST_GLOB ||
      /[\n\r\0]|^[!/]/.test(glob) ||
      !compileGlob(glob, { steps: 0 }),
  )
  if (bad !== undefined || globs.length > MOST_GLOBS)
    throw new AppError(
      'invalid_parameter',
      `Path patterns look like apps/mobile/**, seen from the repository's root: at most ${MOST_GLOBS}, each of 1 to ${LONGEST_GLOB} characters, made of text, *, **, ?, [a-z] and {a,b}, with every bracket and brace closed and at most 32 choices, without "!" or "/" at the start.`,
    )
  return [...new Set(globs)]
}
