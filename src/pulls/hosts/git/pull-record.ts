import { clip, safeLine, safeText } from '#platform/text.ts'
import { keepOwnEntries } from '#pulls/changelog-sources/announcements.ts'
import type { SourceFacts } from '#pulls/hosts/merge-source.ts'
import {
  type ChangedFile,
  type ChangeFragment,
  isBot,
  linkedIssues,
  MAX_AUTHOR_LENGTH,
  MAX_BODY_LENGTH,
  MAX_COMMITS,
  MAX_FILES,
  MAX_TITLE_LENGTH,
  type MergedPull,
} from '#pulls/pull-request.ts'
import {
  type CommitMessage,
  messageOutsidePulls,
  parseCommitMessage,
  squashedSubjects,
  withoutTrailerNoise,
} from './commit-message.ts'
import { isGitHub, type Landing, readLanding } from './landing.ts'
import type { CommitChanges } from './log/change-parser.ts'
import type { MergedBranch } from './log/merged-branches.ts'
import type { WebAddresses } from './remote.ts'

/** What is known of the repository when a record is made. */
export interface RecordContext {
  facts: Pick<SourceFacts, 'host' | 'repo'>
  branch: string | null
  addresses: WebAddresses
}

/** Everything that was read of one pull request; `changes` newest first and never empty. */
export interface PullFindings {
  number: number | null
  isMerge: boolean
  changes: [CommitChanges, ...CommitChanges[]]
  brought: MergedBranch | null
  fragments: ChangeFragment[]
}

/** Makes the record: told by its leading commit, dated by the newest, with the files of all. */
export function composePull(findings: PullFindings, { facts, branch, addresses }: RecordContext): MergedPull {
  const { number, changes, brought, fragments } = findings
  const newest = changes[0]
  const leading = leadingOf(changes)
  const told = describe(leading, findings)
  const author = authorOf(leading, told.landing, brought)
  const body = clip(safeText(withoutTrailerNoise(told.body)), MAX_BODY_LENGTH)
  const own = new Set([`#${number}`])
  return {
    host: facts.host,
    repo: facts.repo,
    number,
    title: clip(safeLine(told.subject), MAX_TITLE_LENGTH) || newest.hash.slice(0, 12),
    body,
    author: author.name === '' ? null : clip(safeLine(author.name), MAX_AUTHOR_LENGTH),
    authorIsBot: isBot(author.name, author.email),
    labels: [],
    baseBranch: told.landing?.base ?? branch,
    mergeCommit: newest.hash,
    mergedAt: newest.at,
    url: number === null ? addresses.commit(newest.hash) : addresses.pull(number),
    ...sumOf(changes),
    linkedIssues: linkedIssues(`${told.subject}\n${body}`, facts.repo).filter(issue => !own.has(issue)),
    commits: subjectsOf(changes, told, brought),
    fragments: keepOwnEntries(fragments, { number, repo: facts.repo }),
  }
}

interface PullDescription extends CommitMessage {
  landing: Landing | null
}

/** A footer that names the issue which a commit settles: what the other commits only prepared. */
const SETTLES = /^(?:closes|fixes|resolves):? \S*(?:#|\/)\d+\s*$/im

/** Of commits that were put on the branch one by one nothing tells the pull request's own title: the one that settles an issue, else the oldest. */
function leadingOf(changes: PullFindings['changes']): CommitChanges {
  const settling = changes.length > 1 ? changes.find(({ message }) => SETTLES.test(message)) : undefined
  return settling ?? changes.at(-1) ?? changes[0]
}

function describe(
  { message, committerEmail }: CommitChanges,
  { number, isMerge, brought }: PullFindings,
): PullDescription {
  const read = parseCommitMessage(message)
  const landing = number === null ? null : readLanding(read, isGitHub(committerEmail))
  if (landing === null) return { ...(messageOutsidePulls(read, isMerge) ?? read), landing }
  return { subject: titleOf(landing, brought), body: landing.body, landing }
}

/** A branch's name says less than the only commit on it. */
function titleOf({ hasTitle, title }: Landing, brought: MergedBranch | null): string {
  const [only, ...others] = brought?.subjects ?? []
  return hasTitle || only === undefined || others.length > 0 ? title : only
}

function authorOf(
  change: CommitChanges,
  landing: Landing | null,
  brought: MergedBranch | null,
): { name: string; email: string } {
  if (brought?.author) return brought.author
  if (landing?.branchOwner) return { name: landing.branchOwner, email: '' }
  return { name: change.author, email: change.authorEmail }
}

function subjectsOf(
  changes: readonly CommitChanges[],
  told: PullDescription,
  brought: MergedBranch | null,
): string[] {
  const subjects = brought?.subjects ?? squashedSubjects(told.body)
  const own =
    changes.length > 1
      ? changes.map(change => parseCommitMessage(change.message).subject).reverse()
      : subjects
  return own.slice(0, MAX_COMMITS).map(subject => clip(safeLine(subject), MAX_TITLE_LENGTH))
}

/** Of several commits each file once, with the lines of all; a file is added when the first that touched it added it. */
function sumOf(
  changes: readonly CommitChanges[],
): Pick<MergedPull, 'files' | 'filesChanged' | 'additions' | 'deletions'> {
  const [only] = changes
  const files = changes.length === 1 && only ? only.files : unionOf(changes)
  const total = (of: (change: CommitChanges) => number) =>
    changes.reduce((sum, change) => sum + of(change), 0)
  return {
    files: files.slice(0, MAX_FILES),
    filesChanged: Math.max(files.length, ...changes.map(change => change.filesChanged)),
    additions: total(change => change.additions),
    deletions: total(change => change.deletions),
  }
}

function unionOf(changes: readonly CommitChanges[]): ChangedFile[] {
  const files = new Map<string, ChangedFile>()
  for (const file of changes.toReversed().flatMap(change => change.files)) {
    const before = files.get(file.path)
    files.set(file.path, before ? addedUp(before, file) : file)
  }
  return [...files.values()]
}

const addedUp = (before: ChangedFile, after: ChangedFile): ChangedFile => ({
  path: after.path,
  additions: before.additions + after.additions,
  deletions: before.deletions + after.deletions,
  status: before.status === 'added' && after.status === 'modified' ? 'added' : after.status,
})
