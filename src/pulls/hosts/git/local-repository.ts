import { stat } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { exists, fileText, isInside, realPathIn, refusedPath } from './paths.ts'

/** Where a local git repository was found: absolute paths without symbolic links. */
export interface RepositoryLocation {
  /** The repository's name: its folder without `.git`. */
  name: string
  /** The given folder: the work tree, or the git directory of a bare repository. */
  folder: string
  /** The folder that contains HEAD; a linked worktree has its own. */
  gitDir: string
  /** The folder with configuration, references and objects. Differs from `gitDir` only in a linked worktree. */
  commonDir: string
  /** The folders that objects are read from: the repository's own, then those that it borrows from (alternates). */
  objectDirs: readonly string[]
  /** The commits at which a shallow clone ends. */
  shallow: ReadonlySet<string>
  /** The folders that must contain all of the repository; null if the operator named the repository, which may then lie anywhere. */
  roots: readonly string[] | null
}

type Roots = RepositoryLocation['roots']

/**
 * Finds the repository at a folder: a work tree, a bare repository, a linked worktree or one behind a `.git` file. A folder inside
 * a work tree is refused, so that nothing outside the folder is opened by accident.
 * With `roots` (real paths), the folder, the git directory, the shared directory of a worktree, what git reads in them and all
 * object directories must lie in one of these folders, and committed files that look like a bare repository are none.
 * Throws `invalid_parameter` when there is no repository, or when a part of it lies outside the roots.
 */
export async function locateRepository(directory: string, roots: Roots = null): Promise<RepositoryLocation> {
  const folder = await existingFolder(directory, roots)
  const gitDir = (await gitDirOf(folder, roots)) ?? (await refuseFolder(folder, roots))
  const commonDir = await commonDirOf(gitDir, roots)
  const objects = (await realPathIn(join(commonDir, 'objects'), roots)) ?? (await refuseFolder(folder, roots))
  const shallow = (await fileText(join(commonDir, 'shallow'), roots)).split('\n').filter(line => line !== '')
  return {
    name: nameOf(folder),
    folder,
    gitDir,
    commonDir,
    roots,
    objectDirs: await withAlternates(objects, roots),
    shallow: new Set(shallow),
  }
}

/** Finds the repository whose work tree contains the file, and the file's path in it; null when there is none. */
export async function repositoryContaining(
  file: string,
): Promise<{ location: RepositoryLocation; path: string } | null> {
  const place = (await realPathIn(file, null)) ?? resolve(file)
  const folder = await workTreeAbove(place, '/')
  if (folder === null) return null
  return {
    location: await locateRepository(folder),
    path: relative(folder, place).split(sep).join('/'),
  }
}

async function existingFolder(directory: string, roots: Roots): Promise<string> {
  if (directory === '' || directory.includes('\0')) throw refusedPath('Name the folder of a git repository.')
  const folder = await realPathIn(resolve(directory), roots)
  if (folder === null) throw refusedPath(`${directory}: no such folder.`)
  if ((await stat(folder)).isDirectory()) return folder
  throw refusedPath(`${directory} is a file, and the folder of a git repository is needed.`)
}

/** The git directory of a work tree, or of a bare repository. */
async function gitDirOf(folder: string, roots: Roots): Promise<string | null> {
  const inside = await realPathIn(join(folder, '.git'), roots)
  if (inside !== null && (await isGitDir(inside))) return inside
  if (inside === null || !(await stat(inside)).isFile())
    return (await isBareRepository(folder, roots)) ? folder : null
  const link = /^gitdir: (.+)$/m.exec(await fileText(inside, roots))?.[1]
  const target = link === undefined ? null : await realPathIn(resolve(folder, link.trim()), roots)
  return target !== null && (await isGitDir(target)) ? target : null
}

/** The directory that worktrees share, which a linked worktree names in the file `commondir`. */
async function commonDirOf(gitDir: string, roots: Roots): Promise<string> {
  const way = (await fileText(join(gitDir, 'commondir'), roots)).trim()
  const commonDir = way === '' ? gitDir : await realPathIn(resolve(gitDir, way), roots)
  if (commonDir !== null && (await hasObjectsAndRefs(commonDir))) return commonDir
  throw refusedPath(`${gitDir} belongs to a git repository that is not there.`)
}

async function isGitDir(folder: string): Promise<boolean> {
  if (!(await exists(join(folder, 'HEAD')))) return false
  return (await exists(join(folder, 'commondir'))) || (await hasObjectsAndRefs(folder))
}

const hasObjectsAndRefs = async (folder: string): Promise<boolean> =>
  (await exists(join(folder, 'objects'))) && (await exists(join(folder, 'refs')))

/**
 * Whether the folder is a bare repository. Below a root, a folder inside somebody's work tree contains
 * committed files, whatever they look like.
 */
async function isBareRepository(folder: string, roots: Roots): Promise<boolean> {
  if (!(await isGitDir(folder))) return false
  const root = rootOf(folder, roots)
  if (root === undefined) return true
  if (await exists(join(folder, 'commondir'))) return false
  return basename(folder) === '.git' || folder === root || (await workTreeAbove(folder, root)) === null
}

/** The nearest work tree above a place, at most up to the folder `last`. */
async function workTreeAbove(place: string, last: string): Promise<string | null> {
  for (let folder = dirname(place); ; folder = dirname(folder)) {
    if (await isWorkTree(folder)) return folder
    if (folder === last || folder === dirname(folder)) return null
  }
}

async function isWorkTree(folder: string): Promise<boolean> {
  const dotGit = join(folder, '.git')
  return (await isGitDir(dotGit)) || (await fileText(dotGit, null)).startsWith('gitdir:')
}

async function refuseFolder(folder: string, roots: Roots): Promise<never> {
  const parent = await workTreeAbove(folder, rootOf(folder, roots) ?? '/')
  if (parent !== null && isInside(parent, roots ?? [parent]))
    throw refusedPath(`${folder} is a folder inside the git repository ${parent}: name that one.`)
  throw refusedPath(`${folder} is not a git repository.`)
}

/** Follows `info/alternates`, whose lines are paths, relative to the object directory or absolute. */
async function withAlternates(objects: string, roots: Roots): Promise<string[]> {
  const found = new Set([objects])
  for (const folder of found) {
    const lines = (await fileText(join(folder, 'info', 'alternates'), roots)).split('\n')
    for (const line of lines.filter(one => one !== '' && !one.startsWith('#'))) {
      const alternate = await realPathIn(resolve(folder, line), roots)
      if (alternate !== null) found.add(alternate)
    }
  }
  return [...found]
}

const rootOf = (folder: string, roots: Roots) => roots?.find(root => isInside(folder, [root]))

/** Matches folder names that do not identify a repository; then the name of the folder above is used. */
const NAMELESS = /^(?:\.git|git|repo|repository)$/

function nameOf(folder: string): string {
  const named = NAMELESS.test(basename(folder)) ? dirname(folder) : folder
  return (basename(named) || basename(folder)).replace(/\.git$/, '') || 'repository'
}
