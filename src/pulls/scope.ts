import { AppError } from '#platform/errors.ts'
import { compileGlob } from './glob.ts'
import type { ChangedFile } from './pull-request.ts'

/** Files drafts whose pull request touches the glob under the set. */
export interface SetRule {
  glob: string
  setId: string
}

/** Which merges of a repository belong to the account, and which sets their drafts go to. */
export interface RepositoryScope {
  /** Empty for all paths. */
  includePaths: readonly string[]
  excludePaths: readonly string[]
  /** The first match wins. */
  setRules: readonly SetRule[]
}

const LONGEST_GLOB = 200
const MOST_GLOBS = 50
/** Bounds the time of a match. */
const LONGEST_PATH = 500

/** Matches globs from the repository's root: `apps/mobile/**`, `*.md`. A stored one that is no longer accepted stands for itself. */
function matcher(globs: readonly string[]): (path: string) => boolean {
  const compiled = globs.map(glob => compileGlob(glob) ?? ((path: string) => path === glob))
  return path => path.length <= LONGEST_PATH && compiled.some(matches => matches(path))
}

/** Whether at least one file is included and not excluded. True when no files are known. */
export function isInScope(
  { includePaths, excludePaths }: RepositoryScope,
  files: readonly ChangedFile[],
): boolean {
  if (files.length === 0 || (includePaths.length === 0 && excludePaths.length === 0)) return true
  const isIncluded = includePaths.length === 0 ? () => true : matcher(includePaths)
  const isExcluded = excludePaths.length === 0 ? () => false : matcher(excludePaths)
  return files.some(({ path }) => isIncluded(path) && !isExcluded(path))
}

/** The set for the merge's draft; null when no rule matches. */
export function setFor({ setRules }: RepositoryScope, files: readonly ChangedFile[]): string | null {
  const rule = setRules.find(({ glob }) => {
    const matches = matcher([glob])
    return files.some(({ path }) => matches(path))
  })
  return rule?.setId ?? null
}

/** Returns the globs without duplicates. Throws `invalid_parameter` for an invalid path pattern. */
export function validateGlobs(globs: readonly string[]): string[] {
  const bad = globs.find(
    glob => glob === '' || glob.length > LONGEST_GLOB || /[\n\r\0]|^[!/]/.test(glob) || !compileGlob(glob),
  )
  if (bad !== undefined || globs.length > MOST_GLOBS)
    throw new AppError(
      'invalid_parameter',
      `Path patterns look like apps/mobile/**, seen from the repository's root: at most ${MOST_GLOBS}, each of 1 to ${LONGEST_GLOB} characters, made of text, *, **, ?, [a-z] and {a,b}, with every bracket and brace closed and at most 32 choices, without "!" or "/" at the start.`,
    )
  return [...new Set(globs)]
}
