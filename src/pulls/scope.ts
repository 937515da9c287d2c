import picomatch from 'picomatch'
import { AppError } from '#platform/errors.ts'
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
/** Limits that bound the time of a match. */
const MOST_STARS = 3
const LONGEST_PATH = 500

/** Matches globs from the repository's root: `apps/mobile/**`, `*.md`. Extended globs are off. */
function matcher(globs: readonly string[]): (path: string) => boolean {
  const matches = picomatch([...globs], { dot: true, noextglob: true, nonegate: true })
  return path => path.length <= LONGEST_PATH && matches(path)
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
  const rule = setRules.find(({ glob }) => files.some(({ path }) => matcher([glob])(path)))
  return rule?.setId ?? null
}

/** Returns the globs without duplicates. Throws `invalid_parameter` for an invalid path pattern. */
export function validateGlobs(globs: readonly string[]): string[] {
  const bad = globs.find(
    glob => glob === '' || glob.length > LONGEST_GLOB || /[\n\r\0]|^[!/]/.test(glob) || hasManyStars(glob),
  )
  if (bad !== undefined || globs.length > MOST_GLOBS)
    throw new AppError(
      'invalid_parameter',
      `Path patterns look like apps/mobile/**, seen from the repository's root: at most ${MOST_GLOBS}, each of 1 to ${LONGEST_GLOB} characters, with at most ${MOST_STARS} stars between slashes and ${MOST_STARS} times "**", without "!" or "/" at the start.`,
    )
  return [...new Set(globs)]
}

function hasManyStars(glob: string): boolean {
  const segments = glob.split('/')
  const starsOf = (segment: string) => segment.match(/\*+/g)?.length ?? 0
  const spans = segments.filter(segment => segment.includes('**')).length
  return spans > MOST_STARS || segments.some(segment => starsOf(segment) > MOST_STARS)
}
