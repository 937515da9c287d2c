import { bringsWords } from '#pulls/fragment-words.ts'
import { type ChangedFile, FRAGMENTS_KEPT, type Fragment } from '#pulls/pull-request.ts'
import { mapConcurrently } from './concurrency.ts'

/** Of the changesets and news fragments that a pull request adds, and the changelogs that it edits, the paths. */
export const fragmentPathsOf = (files: readonly ChangedFile[]): string[] =>
  files
    .filter(bringsWords)
    .slice(0, FRAGMENTS_KEPT)
    .map(file => file.path)

/** Their texts, where each is a request of its own; what is not there (null) is left out. */
export async function readFragments(
  files: readonly ChangedFile[],
  textOf: (path: string) => Promise<string | null>,
): Promise<Fragment[]> {
  const found = await mapConcurrently(fragmentPathsOf(files), async path => ({
    path,
    text: await textOf(path),
  }))
  return found.flatMap(({ path, text }) => (text === null ? [] : [{ path, text }]))
}
