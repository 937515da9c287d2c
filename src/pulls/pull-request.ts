import type { Instant } from '#platform/clock.ts'
import { withoutComments } from '#platform/markup/markup.ts'

export type FileStatus = 'added' | 'modified' | 'removed' | 'renamed'

export interface ChangedFile {
  /** From the repository's root, with `/`; of a renamed file the new one. */
  path: string
  /** Lines; 0 for a binary file and where the history does not hold the content. */
  additions: number
  deletions: number
  status: FileStatus
}

/** A changeset or news fragment that the pull request adds, or its own entries in a changelog: a record of the team's, as text. */
export interface ChangeFragment {
  path: string
  text: string
}

/**
 * A merged pull request as a source tells of it, or, with `number: null`, a commit that belongs to none. All of it was written
 * by strangers: it is data, and has been through `safeText`.
 */
export interface MergedPull {
  /** `github.com`, `gitlab.example.org`; `git` where neither a remote nor a URL tells. */
  host: string
  /** `owner/name`; on hosts with nested groups all of the path. */
  repo: string
  number: number | null
  title: string
  body: string
  author: string | null
  authorIsBot: boolean
  labels: string[]
  baseBranch: string | null
  /** The full hash of the commit that brought it to the base branch. Never null where `number` is. */
  mergeCommit: string | null
  mergedAt: Instant
  /** When the host last saw a change of it; absent where the source does not tell. */
  changedAt?: Instant
  url: string | null
  files: ChangedFile[]
  /** Totals over all files, also those beyond what `files` holds. */
  filesChanged: number
  additions: number
  deletions: number
  /** `#12` or `owner/name#12`, as the text closes or names them. */
  linkedIssues: string[]
  /** The subjects of its commits, oldest first, where the source has them. */
  commits: string[]
  fragments: ChangeFragment[]
}

/** Files kept of one pull request; the totals count them all. */
export const MAX_FILES = 1_000
/** Kept of one text, in UTF-16 units. */
export const MAX_TITLE_LENGTH = 500
export const MAX_BODY_LENGTH = 65_536
export const MAX_AUTHOR_LENGTH = 200
/** Subjects of commits kept: the newest. */
export const MAX_COMMITS = 250
/** A pull request that adds more fragments than this is an import of old ones. */
export const MAX_FRAGMENTS = 50
/** Of one fragment so many bytes are kept. */
export const MAX_FRAGMENT_LENGTH = 65_536

/** What `number` and `mergeCommit` say in one line, for people: `acme/app#12` or `acme/app@1a2b3c4`. */
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

/** Does the name, or the e-mail address beside it, belong to a program and not a person? */
export const isBot = (name: string, email = ''): boolean => NAMES.test(name.trim()) || ADDRESSES.test(email)

const REFERENCE = String.raw`(?:[\w.-]+(?:\/[\w.-]+)+)?#\d+|https?:\/\/[^\s/]{1,253}\/\S{1,200}?\/issues\/\d+`
/** The words with which GitHub, GitLab and Forgejo close an issue, and the list that may follow: `Closes #1, #2 and #3`. */
const CLOSING = new RegExp(
  String.raw`\b(?:clos(?:e[sd]?|ing)|fix(?:e[sd]|ing)?|resolv(?:e[sd]?|ing)|implement(?:s|ed|ing)?):?\s+(?:issues?:?\s+)?` +
    String.raw`((?:${REFERENCE})(?:(?:\s*,\s*|\s+)(?:and\s+)?(?:${REFERENCE}))*)`,
  'gi',
)
const REFERENCES = new RegExp(String.raw`(?<![\w/.-])(?:${REFERENCE})`, 'g')
/** A reference that names its repository is an issue wherever it stands. */
const NAMED = /(?<![\w/.-])[\w.-]+(?:\/[\w.-]+)+#\d+|https?:\/\/[^\s/]{1,253}\/[^\s?#]{1,200}?\/issues\/\d+/g

/**
 * The issues that a text closes or names, in their order: `#12` for the repository's own, `owner/name#12` for others'. A bare
 * `#12` counts only behind a closing word, since it may as well be a pull request.
 */
export function linkedIssues(written: string, repo: string): string[] {
  if (!/#\d|\/issues\//.test(written)) return []
  const text = withoutComments(written)
  const closed = [...text.matchAll(CLOSING)].flatMap(([, list = '']) => list.match(REFERENCES) ?? [])
  const named = /[\w.-]#\d|\/issues\//.test(text) ? (text.match(NAMED) ?? []) : []
  const found = [...closed, ...named].map(reference => shortened(reference, repo))
  return [...new Set(found)].slice(0, MAX_LINKED_ISSUES)
}

/** Of one pull request. */
export const MAX_LINKED_ISSUES = 50

function shortened(reference: string, repo: string): string {
  const page = /^https?:\/\/[^/]+\/(.+?)(?:\/-)?\/issues\/(\d+)$/.exec(reference)
  const named = page ? `${page[1]}#${page[2]}` : reference
  return named.toLowerCase().startsWith(`${repo.toLowerCase()}#`) ? named.slice(repo.length) : named
}
