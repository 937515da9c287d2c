import { DAY_MS, type Instant } from '#platform/clock.ts'
import { withoutComments } from '#platform/markup/markup.ts'

export type FileStatus = 'added' | 'modified' | 'removed' | 'renamed'

export interface ChangedFile {
  /** The path relative to the repository's root, with `/`; for a renamed file the new path. */
  path: string
  /** The number of lines; 0 for a binary file, and if the contents are unknown. */
  additions: number
  deletions: number
  status: FileStatus
}

/** The text of a changeset or news fragment that a pull request adds, or of its own entries in a changelog. */
export interface ChangeFragment {
  path: string
  text: string
}

/**
 * A merged pull request or, with `number: null`, a commit that belongs to none. All texts are untrusted and have been through
 * `safeText`.
 */
export interface MergedPull {
  /** `github.com` or `gitlab.example.org`; `git` if neither a remote nor an address is known. */
  host: string
  /** `owner/name`; on hosts with nested groups the full path. */
  repo: string
  number: number | null
  title: string
  body: string
  author: string | null
  authorIsBot: boolean
  labels: string[]
  baseBranch: string | null
  /** The branch of the same repository that was merged; left out for a branch of a fork, and if it is unknown. */
  headBranch?: string
  /** The full hash of the commit on the base branch. Never null when `number` is. */
  mergeCommit: string | null
  mergedAt: Instant
  /** When the author made the commit, for a commit that belongs to no pull request; left out if unknown. */
  authoredAt?: Instant
  /** When the host last saw a change to the pull request; left out if unknown. */
  changedAt?: Instant
  url: string | null
  files: ChangedFile[]
  /** The totals over all files, also those beyond `MAX_FILES`. */
  filesChanged: number
  additions: number
  deletions: number
  /** Issues that the text closes or references: `#12` or `owner/name#12`. */
  linkedIssues: string[]
  /** The commit subjects, oldest first, if the source has them. Below a subject are the footers of its message. */
  commits: string[]
  fragments: ChangeFragment[]
}

/**
 * The pull request with `now`, when it was seen, as its latest possible merge time: a wrong clock must not put it first forever. Some hosts
 * and tools write a time before 1970 for an unknown one, so `now` replaces that too. Change times are only compared with each other, so a
 * host's clock may be ahead by up to a day.
 */
export const seenBy = <T extends Pick<MergedPull, 'mergedAt' | 'changedAt'>>(pull: T, now: Instant): T => ({
  ...pull,
  mergedAt: pull.mergedAt > 0 ? Math.min(pull.mergedAt, now) : now,
  ...(pull.changedAt !== undefined && pull.changedAt > now + DAY_MS && { changedAt: now }),
})

/** The most files that are stored for a pull request; the totals count all. */
export const MAX_FILES = 1_000
/** The limits of texts, in UTF-16 code units. */
export const MAX_TITLE_LENGTH = 500
export const MAX_BODY_LENGTH = 65_536
export const MAX_AUTHOR_LENGTH = 200
export const MAX_LABELS = 100
export const MAX_LABEL_LENGTH = 200
export const MAX_PATH_LENGTH = 4_096
/** The most commit subjects that are stored, the newest. */
export const MAX_COMMITS = 250
/** The most fragments of a pull request. One with more imports old fragments. */
export const MAX_FRAGMENTS = 50
/** The length that is stored of a fragment. */
export const MAX_FRAGMENT_LENGTH = 65_536

/** The reference shown to people: `acme/app#12` or `acme/app@1a2b3c4`. */
export const referenceOf = (pull: Pick<MergedPull, 'repo' | 'number' | 'mergeCommit'>): string =>
  pull.number === null ? `${pull.repo}@${pull.mergeCommit?.slice(0, 7)}` : `${pull.repo}#${pull.number}`

const NAMES = new RegExp(
  [
    String.raw`\[bot\]`,
    String.raw`^(?:dependabot|renovate|github-actions?|greenkeeper|snyk|pre-commit-ci|weblate|crowdin|allcontributors|mergify)\b`,
    String.raw`^(?:depfu|imgbot|pyup|scala-steward|semantic-release|release-please|transifex|lokalise|web-flow|k8s-ci-robot)\b`,
    String.raw`(?:^|[\s_-])(?:ro)?bot$`,
    '^(?:hosted )?weblate$',
  ].join('|'),
  'i',
)
const ADDRESSES =
  /\[bot\]@|^(?:bot|support|noreply)@(?:renovateapp|greenkeeper|dependabot|snyk|weblate|crowdin|depfu)\.|^hosted@weblate\./i

/** Whether the name, or its e-mail address, belongs to a bot. */
export const isBot = (name: string, email = ''): boolean => NAMES.test(name.trim()) || ADDRESSES.test(email)

const REFERENCE = String.raw`(?:[\w.-]+(?:\/[\w.-]+)+)?#\d+|https?:\/\/[^\s/]{1,253}\/\S{1,200}?\/issues\/\d+`
/** The keywords with which GitHub, GitLab and Forgejo close issues, and the list that may follow: `Closes #1, #2 and #3`. */
const CLOSING = new RegExp(
  String.raw`\b(?:clos(?:e[sd]?|ing)|fix(?:e[sd]|ing)?|resolv(?:e[sd]?|ing)|implement(?:s|ed|ing)?):?\s+(?:issues?:?\s+)?` +
    String.raw`((?:${REFERENCE})(?:(?:\s*,\s*|\s+)(?:and\s+)?(?:${REFERENCE}))*)`,
  'gi',
)
const REFERENCES = new RegExp(String.raw`(?<![\w/.-])(?:${REFERENCE})`, 'g')
/** Matches a reference with a repository, which is always an issue. */
const NAMED = /(?<![\w/.-])[\w.-]+(?:\/[\w.-]+)+#\d+|https?:\/\/[^\s/]{1,253}\/[^\s?#]{1,200}?\/issues\/\d+/g

/**
 * The issues that a text closes or references, in order: `#12` in the same repository, `owner/name#12` in others. A bare `#12`
 * counts only after a closing keyword, since it may be a pull request.
 */
export function linkedIssues(written: string, repo: string): string[] {
  if (!/#\d|\/issues\//.test(written)) return []
  const text = withoutComments(written)
  const closed = [...text.matchAll(CLOSING)].flatMap(([, list = '']) => list.match(REFERENCES) ?? [])
  const named = /[\w.-]#\d|\/issues\//.test(text) ? (text.match(NAMED) ?? []) : []
  const found = [...closed, ...named].map(reference => shortened(reference, repo))
  return [...new Set(found)].slice(0, MAX_LINKED_ISSUES)
}

/**
 * The numbers of the issues that a pull request closes in its own repository: by a keyword in its text, or by
 * a link on its page. Issues that the text only mentions, and those on other hosts, do not count.
 */
export function closedIssues(
  pull: Pick<MergedPull, 'host' | 'repo' | 'title' | 'body' | 'linkedIssues'>,
): number[] {
  const { host, repo, linkedIssues: linked } = pull
  const text = withoutComments(`${pull.title}\n${pull.body}`)
  const closing = [...text.matchAll(CLOSING)].flatMap(([, list = '']) => list.match(REFERENCES) ?? [])
  const own = closing.filter(reference => !reference.includes('://') || URL.parse(reference)?.host === host)
  const closed = new Set(own.map(reference => shortened(reference, repo)))
  const mentioned = new Set((text.match(NAMED) ?? []).map(reference => shortened(reference, repo)))
  return linked
    .filter(issue => /^#\d{1,9}$/.test(issue) && (closed.has(issue) || !mentioned.has(issue)))
    .map(issue => Number(issue.slice(1)))
}

/** The most linked issues of one pull request. */
export const MAX_LINKED_ISSUES = 50

function shortened(reference: string, repo: string): string {
  const page = /^https?:\/\/[^/]+\/(.+?)(?:\/-)?\/issues\/(\d+)$/.exec(reference)
  const named = page ? `${page[1]}#${page[2]}` : reference
  return named.toLowerCase().startsWith(`${repo.toLowerCase()}#`) ? named.slice(repo.length) : named
}
