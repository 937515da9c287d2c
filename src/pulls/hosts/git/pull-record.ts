import { clip, safeLine, safeText } from '#platform/text.ts'
import { keepOwnEntries, type ReadFragment } from '#pulls/changelog-sources/announcements.ts'
import { recordedCommit, squashedSubjects, subjectOfCommit } from '#pulls/commit-footers.ts'
import type { SourceFacts } from '#pulls/hosts/merge-source.ts'
import {
  type ChangedFile,
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
  withoutTrailerNoise,
} from './commit-message.ts'
import { isGitHub, type Landing, readLanding } from './landing.ts'
import type { CommitChanges } from './log/change-parser.ts'
import type { MergedBranch } from './log/merged-branches.ts'
import type { WebAddresses } from './remote.ts'

/** The facts about the repository whose pull requests are read. */
export interface RepositoryFacts {
  facts: Pick<SourceFacts, 'host' | 'repo'>
  branch: string | null
  addresses: WebAddresses
}

/** Everything that was read about one pull request. `changes` has at least one commit, newest first. */
interface PullFindings {
  number: number | null
  isPull: boolean
  isMerge: boolean
  changes: [CommitChanges, ...CommitChanges[]]
  mergedBranch: MergedBranch | null
  fragments: ReadFragment[]
}

/** Composes the record: text from the leading commit, time and hash from the newest, files from all. */
export function composePull(
  findings: PullFindings,
  { facts, branch, addresses }: RepositoryFacts,
): MergedPull {
  const { number, changes, mergedBranch, fragments } = findings
  const newest = changes[0]
  const leading = leadingOf(changes)
  const description = describe(leading, findings)
  const author = authorOf(leading, description.landing, mergedBranch)
  const body = clip(safeText(withoutTrailerNoise(description.body)), MAX_BODY_LENGTH)
  const title = clip(safeLine(description.subject), MAX_TITLE_LENGTH) || newest.hash.slice(0, 12)
  const sum = sumOf(changes)
  const authorName = author.name === '' ? null : clip(safeLine(author.name), MAX_AUTHOR_LENGTH)
  const own = new Set([`#${number}`])
  return {
    host: facts.host,
    repo: facts.repo,
    number,
    title,
    body,
    author: authorName,
    authorIsBot: isBot(author.name, author.email),
    labels: [],
    baseBranch: description.landing?.base ?? branch,
    mergeCommit: newest.hash,
    mergedAt: newest.at,
    ...(number === null && { authoredAt: newest.authoredAt }),
    url: number === null ? addresses.commit(newest.hash) : addresses.pull(number),
    ...sum,
    linkedIssues: linkedIssues(`${description.subject}\n${body}`, facts.repo).filter(
      issue => !own.has(issue),
    ),
    commits: subjectsOf(changes, description, mergedBranch),
    fragments: keepOwnEntries(
      fragments,
      { number, repo: facts.repo },
      { title, body, files: sum.files, author: authorName },
    ),
  }
}

interface PullDescription extends CommitMessage {
  landing: Landing | null
}

/** Matches a footer that closes an issue. */
const SETTLES = /^(?:closes|fixes|resolves):? \S*(?:#|\/)\d+\s*$/im

/**
 * The commit that describes a pull request of several rebased commits, whose own title is not in git: the one
 * that closes an issue, otherwise the oldest.
 */
function leadingOf(changes: PullFindings['changes']): CommitChanges {
  const settling = changes.length > 1 ? changes.find(({ message }) => SETTLES.test(message)) : undefined
  return settling ?? changes.at(-1) ?? changes[0]
}

function describe(
  { message, committerEmail }: CommitChanges,
  { isPull, isMerge, mergedBranch }: PullFindings,
): PullDescription {
  const read = parseCommitMessage(message)
  const landing = isPull ? readLanding(read, isGitHub(committerEmail)) : null
  if (landing === null) return { ...(messageOutsidePulls(read, isMerge) ?? read), landing }
  return { subject: titleOf(landing, mergedBranch), body: landing.body || messagesOf(mergedBranch), landing }
}

/** The title. If it is only a branch name and the branch has one commit, that commit's subject is better. */
function titleOf({ hasTitle, title }: Landing, mergedBranch: MergedBranch | null): string {
  const [only, ...others] = mergedBranch?.subjects ?? []
  return hasTitle || only === undefined || others.length > 0 ? title : subjectOfCommit(only)
}

/** The messages of a merged branch, where its merge has no description; of a single commit, without its subject. */
const messagesOf = (branch: MergedBranch | null): string =>
  branch?.subjects.length === 1
    ? (branch.messages[0]?.replace(/^.*\n+/, '') ?? '')
    : (branch?.messages.join('\n\n') ?? '')

function authorOf(
  change: CommitChanges,
  landing: Landing | null,
  mergedBranch: MergedBranch | null,
): { name: string; email: string } {
  if (mergedBranch?.author) return mergedBranch.author
  if (landing?.branchOwner) return { name: landing.branchOwner, email: '' }
  return { name: change.author, email: change.authorEmail }
}

function subjectsOf(
  changes: readonly CommitChanges[],
  description: PullDescription,
  mergedBranch: MergedBranch | null,
): string[] {
  const subjects =
    mergedBranch?.subjects ?? squashedSubjects(description.body).map(subject => recordedCommit(subject, ''))
  const own =
    changes.length > 1
      ? changes
          .map(({ message }) => parseCommitMessage(message))
          .map(commitOf)
          .reverse()
      : subjects
  return own.slice(0, MAX_COMMITS)
}

const commitOf = ({ subject, body }: CommitMessage) => recordedCommit(subject, body)

/** The files of all commits, each once with the sum of its lines. A file is added if the first commit that touches it adds it. */
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
