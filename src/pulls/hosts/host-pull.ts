import type { Instant } from '#platform/clock.ts'
import { clip, safeLine, safePath, safeText } from '#platform/text.ts'
import { carriedSubject, mergedNumberOf } from '#pulls/carrier.ts'
import { keepOwnEntries } from '#pulls/changelog-sources/announcements.ts'
import { recordedCommit } from '#pulls/commit-footers.ts'
import {
  type ChangedFile,
  type ChangeFragment,
  isBot,
  linkedIssues,
  MAX_AUTHOR_LENGTH,
  MAX_BODY_LENGTH,
  MAX_COMMITS,
  MAX_FILES,
  MAX_FRAGMENT_LENGTH,
  MAX_FRAGMENTS,
  MAX_LABEL_LENGTH,
  MAX_LABELS,
  MAX_LINKED_ISSUES,
  MAX_PATH_LENGTH,
  MAX_TITLE_LENGTH,
  type MergedPull,
} from '#pulls/pull-request.ts'

/** A merged pull request as a code host describes it: parsed, but not yet cleaned or truncated. */
export interface HostPull {
  host: string
  repo: string
  number: number
  title: string
  body: string | null
  author: { name: string; isBot: boolean } | null
  labels: readonly string[]
  baseBranch: string | null
  /** The branch that is merged; null for a branch of a fork. */
  headBranch: string | null
  mergeCommit: string | null
  mergedAt: Instant
  /** When the host last saw a change to the pull request. */
  changedAt?: Instant
  url: string | null
  files?: readonly ChangedFile[]
  /** The totals, if the host counts more than it lists. */
  filesChanged?: number
  additions?: number
  deletions?: number
  /** The issues that the host links in addition to those in the text, in the form of `linkedIssues`. */
  linkedIssues?: readonly string[]
  /** Commit messages, oldest first. */
  commits?: readonly string[]
  fragments?: readonly { path: string; text: string }[]
}

/** Cleans and truncates a pull request for the record. */
export function mergedPullFrom(pull: HostPull): MergedPull {
  const { host, repo, number, files = [] } = pull
  const title = clip(safeLine(pull.title), MAX_TITLE_LENGTH)
  const body = clip(safeText(pull.body ?? ''), MAX_BODY_LENGTH).trim()
  const author = pull.author && clip(safeLine(pull.author.name), MAX_AUTHOR_LENGTH)
  return {
    host,
    repo,
    number,
    title: title || `#${number}`,
    body,
    author: author || null,
    authorIsBot: pull.author !== null && (pull.author.isBot || isBot(pull.author.name)),
    labels: [
      ...new Set(pull.labels.slice(0, MAX_LABELS).map(label => clip(safeLine(label), MAX_LABEL_LENGTH))),
    ],
    baseBranch: pull.baseBranch === null ? null : branchName(pull.baseBranch),
    ...(pull.headBranch !== null && { headBranch: branchName(pull.headBranch) }),
    mergeCommit: validHash(pull.mergeCommit),
    mergedAt: pull.mergedAt,
    ...(pull.changedAt !== undefined && { changedAt: pull.changedAt }),
    url: validPageUrl(pull.url),
    files: files.slice(0, MAX_FILES).map(cleanFile),
    filesChanged: Math.max(pull.filesChanged ?? 0, files.length),
    additions: pull.additions ?? sumOf(files, 'additions'),
    deletions: pull.deletions ?? sumOf(files, 'deletions'),
    linkedIssues: issuesOf(pull, `${title}\n${body}`),
    commits: subjectsOf(pull),
    fragments: keepOwnEntries((pull.fragments ?? []).slice(0, MAX_FRAGMENTS).map(cleanFragment), pull),
  }
}

const branchName = (text: string): string => clip(safeLine(text), MAX_TITLE_LENGTH)

const cleanFragment = ({ path, text }: ChangeFragment): ChangeFragment => ({
  path: cleanPath(path),
  text: safeText(text.slice(0, MAX_FRAGMENT_LENGTH)),
})

const cleanPath = (path: string) => clip(safePath(path), MAX_PATH_LENGTH)

const cleanFile = ({ path, additions, deletions, status }: ChangedFile): ChangedFile => ({
  path: cleanPath(path),
  additions,
  deletions,
  status,
})

const sumOf = (files: readonly ChangedFile[], key: 'additions' | 'deletions') =>
  files.reduce((sum, file) => sum + file[key], 0)

const validHash = (text: string | null) => (text !== null && /^[0-9a-f]{40,64}$/.test(text) ? text : null)

/** The address of the page. Only web addresses are kept, because it becomes a link. */
function validPageUrl(text: string | null): string | null {
  const url = text === null || text.length > 2_000 ? null : URL.parse(text)
  return url && /^https?:$/.test(url.protocol) && url.username === '' ? url.href : null
}

function issuesOf({ repo, number, linkedIssues: known = [] }: HostPull, text: string): string[] {
  const named = linkedIssues(text, repo)
  const others = known.filter(issue => /^(?:[\w.-]+(?:\/[\w.-]+)+)?#\d+$/.test(issue))
  return [...new Set([...named, ...others])]
    .filter(issue => issue !== `#${number}`)
    .slice(0, MAX_LINKED_ISSUES)
}

/**
 * The subjects of the commits. Merges of branches into each other say nothing about the work and are left
 * out; merges of other pull requests are kept, because they say what is carried.
 */
const subjectsOf = ({ number, commits = [] }: HostPull): string[] =>
  commits
    .flatMap(message => carriedSubjectOf(message, number) ?? plainSubjectOf(message) ?? [])
    .slice(-MAX_COMMITS)

function carriedSubjectOf(message: string, own: number): string | null {
  const number = mergedNumberOf(message)
  return number === null || number === own ? null : carriedSubject(number)
}

function plainSubjectOf(message: string): string | null {
  const subject = subjectOf(message)
  const isMerge = /^Merge (?:branch|pull request|remote-tracking branch|tag) /.test(subject)
  return subject === '' || isMerge ? null : recordedCommit(subject, message)
}

/** The first paragraph as one line, like git's subject. */
function subjectOf(message: string): string {
  const [paragraph = ''] = message
    .slice(0, MAX_BODY_LENGTH)
    .trimStart()
    .split(/\n[^\S\n]*\n/, 1)
  return clip(safeLine(paragraph), MAX_TITLE_LENGTH)
}
