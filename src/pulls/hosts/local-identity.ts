/** What tells a local repository without a remote from another one in a folder of the same name. */
export interface LocalIdentity {
  /** `commit:` with the first commit's hash; `path:` with the folder where that commit is not known. */
  id: string
  folder: string
  /** Whether one of the commits is in the history of the branch that HEAD points to. */
  holdsAny(commits: readonly string[]): Promise<boolean>
}
