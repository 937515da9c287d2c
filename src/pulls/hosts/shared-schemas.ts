import { z } from 'zod'
import { type Instant, parseInstant } from '#platform/clock.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { mergedPullFrom } from './host-pull.ts'

/**
 * An ISO 8601 time such as `2026-03-01T09:00:00Z`, or one in GitLab's form: `2026-03-01 09:00:00 UTC` or `…
 * +0100`, depending on the server's settings.
 */
export const timestamp = z.string().transform((text, context) => {
  const instant = instantFrom(text)
  if (instant !== null) return instant
  context.addIssue({ code: 'custom', message: 'expected a date and time' })
  return z.NEVER
})

const instantFrom = (text: string): Instant | null =>
  parseInstant(
    text
      .trim()
      .replace(/ (?:UTC|GMT|Z)$/, 'Z')
      .replace(/ ([+-]\d{2}:?\d{2})$/, '$1'),
  )

/** A field that may be left out. An invalid value counts as left out, so that no merge is lost because of it. */
export const optional = <T extends z.ZodType>(shape: T) => shape.nullish().catch(null)

/** An optional list. Invalid items are left out. */
export const optionalList = <T extends z.ZodType>(item: T) =>
  optional(z.array(optional(item)).transform(items => items.filter(one => one !== null && one !== undefined)))

/**
 * An optional time. An invalid one, or one before 1970, becomes later than all others: the time when the merge was seen is then the latest
 * that it can be.
 */
export const optionalTime = z
  .unknown()
  .optional()
  .transform(value => {
    if (value === null || value === undefined) return null
    const instant = typeof value === 'string' ? instantFrom(value) : null
    return instant !== null && instant > 0 ? instant : Number.POSITIVE_INFINITY
  })

/** The first time that could be read; `Infinity` if there is none. */
export const firstKnown = (...times: (Instant | null)[]): Instant =>
  times.find(time => time !== null && Number.isFinite(time)) ?? Number.POSITIVE_INFINITY

const branch = z.object({
  ref: z.string(),
  repo_id: optional(z.int()),
  repo: optional(z.object({ id: z.int() })),
})

/** A pull request as in GitHub's REST API and webhooks, which Forgejo and Gitea share. Unknown fields are ignored. */
export const pullRequestSchema = z.object({
  number: z.int().min(1),
  title: z.string(),
  body: optional(z.string()),
  html_url: z.string(),
  merged: optional(z.boolean()),
  merged_at: optionalTime,
  updated_at: optionalTime,
  closed_at: optionalTime,
  merge_commit_sha: optional(z.string()),
  user: optional(z.object({ login: z.string(), type: optional(z.string()) })),
  labels: optionalList(z.object({ name: z.string() })),
  base: branch,
  head: optional(branch),
  changed_files: optional(z.int().min(0)),
  additions: optional(z.int().min(0)),
  deletions: optional(z.int().min(0)),
})

type PullRequestJson = z.infer<typeof pullRequestSchema>

/**
 * The pull request without its files and commits; null while it is not merged. If the host sends `merged`, it
 * decides: a merge without a valid time is still a merge.
 */
export function hostPullFrom(pull: PullRequestJson, place: { host: string; repo: string }) {
  if (pull.merged === false || (!pull.merged && pull.merged_at === null)) return null
  const { user, updated_at: changedAt, base, head } = pull
  return {
    ...place,
    number: pull.number,
    title: pull.title,
    body: pull.body ?? null,
    author: user ? { name: user.login, isBot: user.type === 'Bot' } : null,
    labels: (pull.labels ?? []).map(label => label.name),
    baseBranch: base.ref,
    headBranch: head && isSameRepository(repositoryIdOf(head), repositoryIdOf(base)) ? head.ref : null,
    mergeCommit: pull.merge_commit_sha ?? null,
    mergedAt: firstKnown(pull.merged_at, pull.closed_at, changedAt),
    ...(changedAt !== null && Number.isFinite(changedAt) && { changedAt }),
    url: pull.html_url,
    ...(typeof pull.changed_files === 'number' && { filesChanged: pull.changed_files }),
    ...(typeof pull.additions === 'number' && { additions: pull.additions }),
    ...(typeof pull.deletions === 'number' && { deletions: pull.deletions }),
  }
}

/**
 * The id of a branch's repository. GitHub nests the repository, Forgejo and Gitea send its id. The branch of
 * a fork has another repository than the base.
 */
const repositoryIdOf = ({ repo, repo_id }: NonNullable<PullRequestJson['head']>) => repo?.id ?? repo_id

/** The source branch of a merge request on GitLab; null if it belongs to a fork. */
export const headBranchOf = (request: {
  source_branch?: string | null | undefined
  source_project_id?: number | null | undefined
  target_project_id?: number | null | undefined
}): string | null =>
  isSameRepository(request.source_project_id, request.target_project_id)
    ? (request.source_branch ?? null)
    : null

/** Whether both are the same repository. If neither is known, one may be a fork, so this is false. */
const isSameRepository = (head: number | null | undefined, base: number | null | undefined): boolean =>
  typeof head === 'number' && head === base

export function mergedPullFromJson(
  pull: PullRequestJson,
  place: { host: string; repo: string },
): MergedPull | null {
  const hostPull = hostPullFrom(pull, place)
  return hostPull && mergedPullFrom(hostPull)
}
