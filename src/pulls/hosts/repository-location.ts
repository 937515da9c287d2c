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

/** Distinguishes a local repository without a remote from another one in a folder of the same name. */
export interface LocalIdentity {
  /** `commit:` and the hash of the first commit, or `path:` and the folder if that commit is unknown. */
  id: string
  folder: string
  /** Whether one of the commits is in the history of the branch that HEAD points to. */
  holdsAny(commits: readonly string[]): Promise<boolean>
}
