import { lstat, readdir, realpath } from 'node:fs/promises'
import { basename, join, sep } from 'node:path'
import { AppError, messageOf } from '#platform/errors.ts'
import { locateRepository, type RepositoryLocation } from '#pulls/hosts/git/local-repository.ts'

/** A git directory below one of the folders that the operator allows. */
interface ListedDirectory {
  path: string
  name: string
}

/** How deep below a root folders are searched, and how many folders are searched at most. */
const DEEPEST = 2
const MOST_FOLDERS = 2_000
const MOST_LISTED = 500

/** The folders whose git repositories owners may import in the dashboard. */
export class GitRoots {
  readonly #paths: readonly string[]

  constructor(paths: readonly string[]) {
    this.#paths = paths
  }

  /** Whether the operator allows any folder. */
  get isAllowed(): boolean {
    return this.#paths.length > 0
  }

  /**
   * The git directories below the roots that may be imported, by path, and for the others the reasons why
   * they may not, and the roots that cannot be read. A symbolic link is looked at, but no folder behind it is searched.
   */
  async list(): Promise<{ directories: ListedDirectory[]; refused: string[] }> {
    const roots = await this.#realPaths()
    const found = new Map<string, ListedDirectory>()
    const refused = await this.#unreadable()
    const folders = this.#paths.map(path => ({ path, depth: 0 }))
    for (let at = 0; at < Math.min(folders.length, MOST_FOLDERS) && found.size < MOST_LISTED; at++) {
      const { path, depth } = folders[at] ?? { path: '', depth: DEEPEST }
      const located = await locateRepository(path, roots).catch(messageOf)
      if (typeof located !== 'string') found.set(located.folder, { path, name: basename(path) })
      else if (await hasGitDir(path)) refused.push(located)
      else if (depth < DEEPEST) {
        const { plain, links } = await foldersIn(path)
        folders.push(...links.map(link => ({ path: link, depth: DEEPEST })))
        folders.push(...plain.map(child => ({ path: child, depth: depth + 1 })))
      }
    }
    const directories = [...found.values()]
    return { directories: directories.toSorted((a, b) => (a.path < b.path ? -1 : 1)), refused }
  }

  /**
   * Locates the repository at a directory below one of the roots. Throws `not_found` for any other directory, whether it exists or not, and
   * `invalid_parameter` if the directory is not a repository or leads out of the roots.
   */
  async locate(directory: string): Promise<RepositoryLocation> {
    const roots = await this.#realPaths()
    const path = await realpath(directory).catch(() => null)
    if (path !== null && roots.some(root => path === root || path.startsWith(join(root, sep))))
      return locateRepository(path, roots)
    throw new AppError(
      'not_found',
      'There is no git directory there that the operator allows. See TIDINGS_GIT_ROOTS.',
    )
  }

  /** A sentence for each root that is no folder that can be read. */
  async #unreadable(): Promise<string[]> {
    const faults = this.#paths.map(async path => {
      const isFolder = await readdir(path).then(
        () => true,
        () => false,
      )
      return isFolder
        ? null
        : `${path} is no folder that the server can read. TIDINGS_GIT_ROOTS takes folders, separated by colons.`
    })
    return (await Promise.all(faults)).filter(fault => fault !== null)
  }

  async #realPaths(): Promise<string[]> {
    const paths = await Promise.all(this.#paths.map(path => realpath(path).catch(() => null)))
    return paths.filter(path => path !== null)
  }
}

/** Whether the folder looks like a clone to people, or like a bare repository. */
async function hasGitDir(path: string): Promise<boolean> {
  const found = await Promise.all(['.git', 'HEAD'].map(name => lstat(join(path, name)).catch(() => null)))
  return found.some(one => one !== null)
}

/** The subfolders of a folder, and the symbolic links in it. */
async function foldersIn(path: string): Promise<{ plain: string[]; links: string[] }> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => [])
  const searched = entries.filter(({ name }) => !name.startsWith('.') && name !== 'node_modules')
  const pathsOf = (some: typeof entries) => some.map(({ name }) => join(path, name))
  return {
    plain: pathsOf(searched.filter(entry => entry.isDirectory())),
    links: pathsOf(searched.filter(entry => entry.isSymbolicLink())),
  }
}
