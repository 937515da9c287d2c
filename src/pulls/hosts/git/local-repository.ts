import { mkdtemp, readFile, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { AppError } from '#platform/errors.ts'

/** The paths of a repository, absolute and without symbolic links. */
export interface RepositoryLocation {
  /** The repository's name: its folder without `.git`. */
  name: string
  /** The folder with HEAD; for a linked worktree its own. */
  gitDir: string
  /** The folder with configuration, references and objects. Differs from `gitDir` only in a linked worktree. */
  commonDir: string
  /** The commits at which a shallow clone ends. */
  shallow: ReadonlySet<string>
}

/**
 * Finds the repository at a folder: a work tree, a bare repository, a linked worktree or one behind a `.git` file. A folder inside
 * a work tree is refused, so that nothing outside the folder is opened by accident. A `.git` file may point elsewhere: a caller
 * that allows only some folders must check the result. Throws `invalid_parameter` when there is no repository.
 */
export async function locateRepository(directory: string): Promise<RepositoryLocation> {
  const folder = await existingFolder(directory)
  const gitDir = (await gitDirOf(folder)) ?? (await refuseFolder(folder))
  const commonDir = await commonDirOf(gitDir)
  const cut = (await textOf(join(commonDir, 'shallow'))).split('\n').filter(line => line !== '')
  return { name: nameOf(folder), gitDir, commonDir, shallow: new Set(cut) }
}

/** Finds the repository whose work tree contains the file, and the file's path in it; null when there is none. */
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

/** A linked worktree names the shared folder in the file `commondir`. */
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

/** The text of a regular file; empty when there is none. Pipes and devices are not opened. */
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

/** What git reads from the repository. Configuration, hooks, attributes and grafts are left out. */
const SHARED = ['objects', 'refs', 'packed-refs', 'reftable', 'shallow']

/**
 * Runs `work` with an empty git directory that links to the repository's references and objects, and removes it afterwards.
 * A repository's configuration can make git run commands (a pager, a signature checker, a file-system monitor, diff and fetch
 * commands), and a list of overrides could miss one that a later version of git adds. An isolated directory has no such
 * configuration and no remotes, so nothing is run and nothing is downloaded for a partial clone.
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

/** The two settings that git needs to read objects and references, as constants. */
function repositoryFormat(config: string): string {
  const lines = ['[core]', 'repositoryformatversion = 1', 'bare = true', '[extensions]']
  if (/^[ \t]*objectformat\s*=\s*"?sha256\b/im.test(config)) lines.push('objectformat = sha256')
  if (/^[ \t]*refstorage\s*=\s*"?reftable\b/im.test(config)) lines.push('refstorage = reftable')
  return `${lines.join('\n')}\n`
}
