import { readdir, realpath, stat } from 'node:fs/promises'
import { basename, join, sep } from 'node:path'
import { AppError } from '#platform/errors.ts'

/** A git directory below one of the roots that the operator allows. */
export interface GitDirectory {
  path: string
  name: string
}

/** Folders below a root that are looked into, and git directories that are listed. */
const DEEPEST = 2
const MOST_FOLDERS = 2_000
const MOST_LISTED = 500

/** The git directories below the roots, by path. Roots that cannot be read are left out. */
export async function listGitDirectories(roots: readonly string[]): Promise<GitDirectory[]> {
  const found: GitDirectory[] = []
  const folders = roots.map(path => ({ path, depth: 0 }))
  for (let at = 0; at < Math.min(folders.length, MOST_FOLDERS) && found.length < MOST_LISTED; at++) {
    const { path, depth } = folders[at] ?? { path: '', depth: DEEPEST }
    if (await isGitDirectory(path)) found.push({ path, name: basename(path) })
    else if (depth < DEEPEST)
      for (const child of await foldersIn(path)) folders.push({ path: child, depth: depth + 1 })
  }
  return found.toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

/** The real path of a directory below one of the roots. Throws `not_found` for any other, whether it exists or not. */
export async function requireGitDirectory(roots: readonly string[], directory: string): Promise<string> {
  const path = await realpath(directory).catch(() => null)
  for (const root of roots) {
    const real = await realpath(root).catch(() => null)
    if (path !== null && real !== null && (path === real || path.startsWith(real + sep))) {
      if (await isGitDirectory(path)) return path
    }
  }
  throw new AppError(
    'not_found',
    'No git directory is there that the operator allows. See TIDINGS_GIT_ROOTS.',
  )
}

/** A working copy, or a bare repository. */
const isGitDirectory = async (path: string): Promise<boolean> =>
  (await exists(join(path, '.git'))) ||
  ((await exists(join(path, 'HEAD'))) && (await exists(join(path, 'objects'))))

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Links are not followed. */
async function foldersIn(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => [])
  return entries
    .filter(entry => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules')
    .map(entry => join(path, entry.name))
}
