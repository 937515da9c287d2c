/** Where a local git repository was found: absolute paths without symbolic links. */
export interface RepositoryLocation {
  /** The repository's name: its folder without `.git`. */
  name: string
  /** The folder that was named: the work tree, or the git directory of a bare repository. */
  folder: string
  /** The folder with HEAD; for a linked worktree its own. */
  gitDir: string
  /** The folder with configuration, references and objects. Differs from `gitDir` only in a linked worktree. */
  commonDir: string
  /** The folders that objects are read from: the repository's own, then those that it borrows from (alternates). */
  objectDirs: readonly string[]
  /** The commits at which a shallow clone ends. */
  shallow: ReadonlySet<string>
  /** All of the repository lies in these folders; null where the operator named it, and it may lie anywhere. */
  roots: readonly string[] | null
}

/** What tells a local repository without a remote from another one in a folder of the same name. */
export interface LocalIdentity {
  /** `commit:` with the first commit's hash; `path:` with the folder where that commit is not known. */
  id: string
  folder: string
  /** Whether one of the commits is in the history of the branch that HEAD points to. */
  holdsAny(commits: readonly string[]): Promise<boolean>
}
