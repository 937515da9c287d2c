import { mkdtemp, readFile, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { AppError } from '#platform/errors.ts'

/** Where the parts of a repository lie; all paths are absolute and free of symbolic links. */
export interface RepositoryLocation {
  /** What names the repository to people: the folder's own name, without `.git`. */
  name: string
  /** Holds HEAD; of a linked worktree its own folder. */
  gitDir: string
  /** Holds the configuration, references and objects; the same as `gitDir` but in a linked worktree. */
  commonDir: string
  /** The commits at which a shallow clone was cut off. */
  shallow: ReadonlySet<string>
}

/**
 * Finds the repository that the folder is: a work tree, a bare repository, a linked worktree, or one behind a `.git` file. Not
 * one that merely contains the folder, so that naming a folder never opens something outside it by accident. A `.git` file can
 * lead elsewhere: who allows only some roots checks what is found here. `invalid_parameter` where there is none.
 */
export async function locateRepository(directory: string): Promise<RepositoryLocation> {
  const folder = await existingFolder(directory)
  const gitDir = (await gitDirOf(folder)) ?? (await refuseFolder(folder))
  const commonDir = await commonDirOf(gitDir)
  const cut = (await textOf(join(commonDir, 'shallow'))).split('\n').filter(line => line !== '')
  return { name: nameOf(folder), gitDir, commonDir, shallow: new Set(cut) }
}

/** The repository whose work tree has the file, and the file's path in it; null where there is none. */
export async function repositoryContaining(
  file: string,
): Promise<{ location: RepositoryLocation; path: string } | null> {
  const place = await realpath(file)
  for (let folder = dirname(place); ; folder = dirname(folder)) {
    if ((await gitDirOf(folder)) !== null)
      return {
        location: await locateRepository(folder),
        path: relative(folder, place).split(sep).join('/'),
      }
    if (folder === dirname(folder)) return null
  }
}

async function existingFolder(directory: string): Promise<string> {
  if (directory === '' || directory.includes('\0'))
    throw invalidDirectory('Name the folder of a git repository.')
  try {
    const folder = await realpath(resolve(directory))
    if ((await stat(folder)).isDirectory()) return folder
  } catch (cause) {
    throw invalidDirectory(
      `${directory}: ${isDenied(cause) ? 'this folder may not be read' : 'no such folder'}.`,
      cause,
    )
  }
  throw invalidDirectory(`${directory} is a file, and the folder of a git repository is needed.`)
}

async function gitDirOf(folder: string): Promise<string | null> {
  const inside = join(folder, '.git')
  if (await isGitDir(inside)) return realpath(inside)
  if (await isGitDir(folder)) return folder
  const link = /^gitdir: (.+)$/m.exec(await textOf(inside))?.[1]
  const target = link === undefined ? null : resolve(folder, link.trim())
  return target !== null && (await isGitDir(target)) ? realpath(target) : null
}

/** A linked worktree has the way to the shared part in a file. */
async function commonDirOf(gitDir: string): Promise<string> {
  const way = (await textOf(join(gitDir, 'commondir'))).trim()
  return way === '' ? gitDir : realpath(resolve(gitDir, way))
}

async function isGitDir(folder: string): Promise<boolean> {
  const holds = async (name: string) => exists(join(folder, name))
  if (!(await holds('HEAD'))) return false
  return (await holds('commondir')) || ((await holds('objects')) && (await holds('refs')))
}

async function refuseFolder(folder: string): Promise<never> {
  for (let parent = dirname(folder); parent !== dirname(parent); parent = dirname(parent)) {
    if ((await gitDirOf(parent)) !== null)
      throw invalidDirectory(`${folder} is a folder inside the git repository ${parent}: name that one.`)
  }
  throw invalidDirectory(`${folder} is not a git repository.`)
}

/** The text of an ordinary file; empty where there is none. A pipe or a device is not opened. */
export async function textOf(path: string): Promise<string> {
  try {
    return (await stat(path)).isFile() ? await readFile(path, 'utf8') : ''
  } catch (cause) {
    if (isDenied(cause)) throw invalidDirectory(`${path} may not be read.`, cause)
    return ''
  }
}

export async function exists(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch (cause) {
    if (isDenied(cause)) throw invalidDirectory(`${path} may not be read.`, cause)
    return false
  }
}

const nameOf = (folder: string) =>
  basename(basename(folder) === '.git' ? dirname(folder) : folder).replace(/\.git$/, '') || 'repository'

const isDenied = (thrown: unknown) =>
  thrown instanceof Error && 'code' in thrown && (thrown.code === 'EACCES' || thrown.code === 'EPERM')

const invalidDirectory = (message: string, cause?: unknown) =>
  new AppError('invalid_parameter', message, { cause })

/** What git reads in the repository's own place. Its configuration, hooks, attributes and grafts are not among it. */
const SHARED = ['objects', 'refs', 'packed-refs', 'reftable', 'shallow']

/**
 * Runs the work with an empty git directory that only points at the repository's references and objects. Git takes commands to
 * run from a repository's configuration (a pager, a signature checker, a file-system monitor, diff and fetch commands), and no
 * list of overrides is sure to be complete, least of all for tomorrow's git: here there is nothing to override. For the same
 * reason nothing is ever downloaded: a stand-in of a partial clone knows no remote. The repository itself is only read.
 */
export async function withIsolatedGitDir<T>(
  location: RepositoryLocation,
  work: (standIn: string) => Promise<T>,
): Promise<T> {
  const standIn = await createIsolatedGitDir(location)
  try {
    return await work(standIn)
  } finally {
    await removeIsolatedGitDir(standIn)
  }
}

export async function createIsolatedGitDir({ gitDir, commonDir }: RepositoryLocation): Promise<string> {
  const standIn = await mkdtemp(join(tmpdir(), `tidings-git-${process.pid}-`))
  await writeFile(join(standIn, 'HEAD'), await textOf(join(gitDir, 'HEAD')))
  await writeFile(join(standIn, 'config'), repositoryFormat(await textOf(join(commonDir, 'config'))))
  for (const name of SHARED) {
    if (await exists(join(commonDir, name))) await symlink(join(commonDir, name), join(standIn, name))
  }
  return standIn
}

export const removeIsolatedGitDir = (standIn: string): Promise<void> =>
  rm(standIn, { recursive: true, force: true })

/** The two settings without which the objects and references cannot be read, from fixed words. */
function repositoryFormat(config: string): string {
  const lines = ['[core]', 'repositoryformatversion = 1', 'bare = true', '[extensions]']
  if (/^[ \t]*objectformat\s*=\s*"?sha256\b/im.test(config)) lines.push('objectformat = sha256')
  if (/^[ \t]*refstorage\s*=\s*"?reftable\b/im.test(config)) lines.push('refstorage = reftable')
  return `${lines.join('\n')}\n`
}
