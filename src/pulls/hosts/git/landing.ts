import { squashedSubjects } from '#pulls/commit-footers.ts'
import { type CommitMessage, splitFirstLine, withoutTrailerNoise } from './commit-message.ts'

/** Whether GitHub itself made a commit: it commits under this address when something is merged on its website. */
export const isGitHub = (committerEmail: string): boolean => committerEmail === 'noreply@github.com'

/** How code hosts and merge bots write a merged pull request into the history. */
export type LandingStyle =
  | 'squash'
  | 'github-merge'
  | 'gitlab-merge'
  | 'forgejo-merge'
  | 'bitbucket-merge'
  | 'azure-merge'
  | 'robot-merge'
  | 'trailer'

/** The pull request that a commit merges, as read from its message. */
export interface Landing {
  number: number
  style: LandingStyle
  title: string
  body: string
  /** The owner of the fork, if the message names one. */
  branchOwner: string | null
  /** The merged branch, if the message names it. */
  branch: string | null
  /** The full path of the project that the number belongs to, if the message names it. */
  project: string | null
  /** The base branch, if the message names it. */
  base: string | null
  /** False for a bare `(#12)`, which is an issue in repositories that do not squash. */
  isCertain: boolean
  /** False when the message has no title and the branch's name replaces it. */
  hasTitle: boolean
}

type LandingReader = (message: CommitMessage, byHost: boolean) => Landing | null

/**
 * Reads the pull request that a commit merges; null for any other commit. `byHost` says that GitHub itself made the commit, as it
 * does for squash merges on its website. The first match wins: formats of hosts come before a number that anyone can type.
 */
export function readLanding(message: CommitMessage, byHost: boolean): Landing | null {
  for (const read of READERS) {
    const landing = read(message, byHost)
    if (landing !== null && Number.isSafeInteger(landing.number) && landing.number > 0) return landing
  }
  return null
}

const landing = (
  style: LandingStyle,
  number: string | undefined,
  parts: Partial<Landing> & CommitMessage,
): Landing => ({
  number: Number(number),
  style,
  title: parts.subject,
  body: parts.body,
  branchOwner: parts.branchOwner ?? null,
  branch: parts.branch ?? null,
  project: parts.project ?? null,
  base: parts.base ?? null,
  isCertain: parts.isCertain ?? true,
  hasTitle: parts.hasTitle ?? true,
})

/** Takes the title from the body; without one, or with nothing but trailers, the branch's name. */
function titleFromBody(
  body: string,
  branch: string | undefined,
): CommitMessage & Pick<Landing, 'hasTitle' | 'branch'> {
  const first = splitFirstLine(body)
  const hasTitle = withoutTrailerNoise(first.subject) !== ''
  const text = hasTitle ? first : { subject: branch ?? '', body: withoutTrailerNoise(body) }
  return { ...text, hasTitle, branch: branch ?? null }
}

/** If git wrote the subject, the title is in the body. */
function titleOfMerge(message: CommitMessage): CommitMessage & Partial<Landing> {
  const [merge, branch, base = null] = BRANCH_MERGE.exec(message.subject) ?? []
  return merge === undefined ? message : { ...titleFromBody(message.body, branch), base }
}

/** `Merge pull request #12 from owner/branch`, with the title in the first line of the body. */
const github: LandingReader = ({ subject, body }) => {
  const match = /^Merge pull request #(\d+) (?:from|in) (?:([^\s/]+)\/)?(\S+)/.exec(subject)
  if (!match) return null
  return landing('github-merge', match[1], {
    ...titleFromBody(body, match[3]),
    branchOwner: match[2] ?? null,
  })
}

/** `Merge pull request 'Title' (#12) from owner/branch into main`. */
const forgejo: LandingReader = ({ subject, body }) => {
  const match = /^Merge pull request '(.*)' \([#!](\d+)\) from (?:([^\s/]+)\/)?(\S+) into (\S+)$/.exec(
    subject,
  )
  if (!match) return null
  const [, title = '', number, branchOwner = null, branch = null, base = null] = match
  return landing('forgejo-merge', number, { subject: title, body, branchOwner, branch, base })
}

/** The path of the project precedes the number in both forms. */
const SEE_MERGE_REQUEST =
  /^See merge request (?:(\S*)!|https?:\/\/[^\s/]+\/(\S+?)(?:\/-)?\/merge_requests\/)(\d+)$/gm

/** git's own subject for the merge of a branch, with or without quotes. */
const BRANCH_MERGE = /^Merge branch '?([^\s']+)'?(?: of \S+)?(?: into '?([^\s']+)'?)?$/

/** Reads `Merge branch 'x' into 'y'`, the title, the description, `See merge request group/name!12` or its address. */
const gitlab: LandingReader = ({ subject, body }) => {
  const see = [...body.matchAll(SEE_MERGE_REQUEST)].at(-1)
  if (!see) return null
  const rest = body.slice(0, see.index).trim()
  const [, short, long, number] = see
  return landing('gitlab-merge', number, {
    ...titleOfMerge({ subject, body: rest }),
    project: short || long || null,
  })
}

/** Cloud: `Merged in branch (pull request #12)`. Server: `Pull request #12: Title`. */
const bitbucket: LandingReader = ({ subject, body }) => {
  const cloud = /^Merged in (\S+) \(pull request #(\d+)\)$/.exec(subject)
  if (cloud) return landing('bitbucket-merge', cloud[2], titleFromBody(body, cloud[1]))
  const server = /^(?:Merge )?pull request #(\d+): (.+)$/i.exec(subject)
  if (server)
    return landing('bitbucket-merge', server[1], { subject: server[2] ?? '', body: withoutMergeIn(body) })
  const squash = /^(.+) \(pull request #(\d+)\)$/.exec(subject)
  return squash && landing('bitbucket-merge', squash[2], { subject: squash[1] ?? '', body })
}

const withoutMergeIn = (body: string) => body.replace(/^Merge in \S+ from \S+ to \S+\n?/, '').trim()

/** `Merged PR 12: Title`. */
const azure: LandingReader = ({ subject, body }) => {
  const match = /^Merged PR (\d+): (.+)$/.exec(subject)
  if (match) return landing('azure-merge', match[1], { subject: match[2] ?? '', body })
  const old = /^Merge pull request (\d+) from (\S+) into (\S+)$/.exec(subject)
  return old && landing('azure-merge', old[1], { ...titleFromBody(body, old[2]), base: old[3] ?? null })
}

/** homu: `Auto merge of #12 - owner:branch, r=reviewer`, and `Rollup merge of #12 …` on the branch of a rollup. */
const homu: LandingReader = ({ subject, body }) => {
  const match = /^(?:auto|rollup) merge of #(\d+) [-:] ([^\s:/]+)[:/](\S+), r=/i.exec(subject)
  if (!match) return null
  return landing('robot-merge', match[1], { ...titleFromBody(body, match[3]), branchOwner: match[2] ?? null })
}

/** bors-ng: `Merge #12`, then `12: Title r=reviewer a=author` in the body. */
const bors: LandingReader = ({ subject, body }) => {
  const number = /^Merge #(\d+)(?: #\d+)*$/.exec(subject)?.[1]
  if (number === undefined) return null
  const at = `\n${body}`.indexOf(`\n${number}: `)
  const titleLine = splitFirstLine(at === -1 ? '' : body.slice(at))
  const [, title = subject, branchOwner = null] =
    /^\d+: (.+?)(?: r=\S+)?(?: a=(\S+))?$/.exec(titleLine.subject) ?? []
  return landing('robot-merge', number, { subject: title, body: titleLine.body, branchOwner })
}

/** The last number of `(#10) (#12)`, or `(!12)` on GitLab. In a revert the quoted number comes first. */
const squash =
  (wanted: 'certain' | 'possible'): LandingReader =>
  ({ subject, body }, byHost) => {
    const match = /^(.*\S)\s*\(((?:#|!|GH-))(\d+)\)$/i.exec(subject)
    if (!match) return null
    const isCertain = byHost || match[2] === '!'
    if (isCertain !== (wanted === 'certain')) return null
    return landing('squash', match[3], { subject: match[1] ?? '', body, isCertain })
  }

const TRAILER = new RegExp(
  '^(?:PR-URL|Reviewed-on|Part-of|Pull[- ]request(?: resolved)?|Merge[- ]request): ?<?' +
    'https?://\\S+?/(?:pull|pulls|merge_requests|pull-requests|pullrequest)/(\\d+)/?>?$',
  'gim',
)

/** The other pull requests that the message of a squash lists as its commits: `* Title (#12)`. */
export const squashedPulls = ({ number, body }: Pick<Landing, 'number' | 'body'>): number[] =>
  squashedSubjects(body)
    .map(subject => Number(/\(#(\d+)\)$/.exec(subject.trimEnd())?.[1] ?? number))
    .filter(other => other !== number)

/** The branch that a merge without a pull request merges: `Merge branch 'dev' of …`, `Merge remote-tracking branch 'origin/dev'`. */
export const mergedBranchOf = (subject: string): string | null =>
  /^Merge (?:remote-tracking branch '?[^\s'/]+\/|branch '?)([^\s']+)/.exec(subject)?.[1] ?? null

/** Reads a trailer with the pull request's address, as on commits that were rebased onto the branch and on merges of older Giteas. */
const trailer: LandingReader = ({ subject, body }) => {
  const number = [...body.matchAll(TRAILER)].at(-1)?.[1]
  if (number === undefined) return null
  if (!BRANCH_MERGE.test(subject)) return landing('trailer', number, { subject, body })
  return landing('trailer', number, titleOfMerge({ subject, body: withoutTrailerNoise(body) }))
}

const READERS: readonly LandingReader[] = [
  github,
  forgejo,
  gitlab,
  bitbucket,
  azure,
  homu,
  bors,
  squash('certain'),
  trailer,
  squash('possible'),
]
