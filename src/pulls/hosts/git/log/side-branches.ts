import type { HistoryCommit } from '#pulls/hosts/git/plan.ts'
import { type GitDirectory, GitFailure } from '#pulls/hosts/git/run-git.ts'
import { BranchLines, type PlacedCommit } from './branch-lines.ts'
import { type ScannedCommit, scanHistory } from './history.ts'

/** A commit beside the branch that is read. */
export interface SideCommit extends PlacedCommit<HistoryCommit> {
  commit: HistoryCommit
}

/** The relevant commits that the merges of a history brought in. */
interface SideBranches {
  /** The commits that certainly merge a pull request, in topological order, newest first. */
  landed: SideCommit[]
  /** The newest commits that lie on a branch that was merged into the branch that is read. */
  newest: HistoryCommit[]
}

interface SideOptions {
  /** The commits where a shallow clone ends. */
  shallow: ReadonlySet<string>
  /** How many `newest` commits to return. */
  limit: number
}

/** Reads what was merged into a first-parent history. Nothing is found when a commit of a merged branch is missing or damaged. */
export async function readSideBranches(
  git: GitDirectory,
  history: readonly HistoryCommit[],
  options: SideOptions,
): Promise<SideBranches> {
  try {
    return await sideBranches(git, history, options)
  } catch (cause) {
    if (!(cause instanceof GitFailure)) throw cause
    return { landed: [], newest: [] }
  }
}

async function sideBranches(
  git: GitDirectory,
  history: readonly HistoryCommit[],
  { shallow, limit }: SideOptions,
): Promise<SideBranches> {
  const found: SideBranches = { landed: [], newest: [] }
  const [tip, oldest] = [history[0], history.at(-1)]
  if (!tip || !oldest || !history.some(({ isMerge }) => isMerge)) return found
  const lines = new BranchLines<HistoryCommit>()
  const own = new Map(history.map(commit => [commit.hash, commit]))
  const revisions = oldest.firstParent === null ? [tip.hash] : [tip.hash, `^${oldest.firstParent}`]
  for await (const scanned of scanHistory(git, revisions, '--topo-order')) {
    const commit = own.get(scanned.hash) ?? keptOf(scanned)
    const parents = shallow.has(commit.hash) ? [BEYOND] : scanned.parents
    const placed = lines.place(commit, parents)
    if (placed.line === lines.main) continue
    if (commit.number !== null && commit.isCertain) found.landed.push({ commit, ...placed })
    if (placed.line.outer === lines.main && found.newest.length < limit) found.newest.push(commit)
  }
  return found
}

/** The parent of a commit where a shallow clone ends. It is never read. */
const BEYOND = 'beyond the clone'

/** A copy that does not refer to the text that was read, which would keep all of it in memory. */
function keptOf({ parents, ...commit }: ScannedCommit): HistoryCommit {
  if (parents.length < 2 && commit.number === null) return commit
  const { hash, firstParent, branchOwner, branch, project } = commit
  return {
    ...commit,
    hash: copyOf(hash),
    firstParent: firstParent && copyOf(firstParent),
    branchOwner: branchOwner && copyOf(branchOwner),
    branch: branch && copyOf(branch),
    project: project && copyOf(project),
  }
}

const copyOf = (text: string): string => Buffer.from(text).toString()
