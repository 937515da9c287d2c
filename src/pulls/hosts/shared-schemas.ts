import { z } from 'zod'
import { parseInstant } from '#platform/clock.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { mergedPullFrom } from './host-pull.ts'

/** An ISO 8601 time: `2026-03-01T09:00:00Z`, or GitLab's `2026-03-01 09:00:00 UTC`. */
export const timestamp = z.string().transform((text, context) => {
  const instant = parseInstant(text.replace(/^(\S+ \S+) UTC$/, '$1Z'))
  if (instant !== null) return instant
  context.addIssue({ code: 'custom', message: 'expected a date and time' })
  return z.NEVER
})

/** A pull request as in GitHub's REST API and webhooks, whose form Forgejo and Gitea share. Unknown fields are ignored. */
export const pullRequestSchema = z.object({
  number: z.int().min(1),
  title: z.string(),
  body: z.string().nullish(),
  html_url: z.string(),
  merged: z.boolean().nullish(),
  merged_at: timestamp.nullish(),
  updated_at: timestamp.nullish(),
  closed_at: timestamp.nullish(),
  merge_commit_sha: z.string().nullish(),
  user: z.object({ login: z.string(), type: z.string().nullish() }).nullish(),
  labels: z.array(z.object({ name: z.string() })).nullish(),
  base: z.object({ ref: z.string() }),
  changed_files: z.int().min(0).nullish(),
  additions: z.int().min(0).nullish(),
  deletions: z.int().min(0).nullish(),
})

export type PullRequestJson = z.infer<typeof pullRequestSchema>

/** The pull request without its files and commits; null while it is not merged. */
export function hostPullFrom(pull: PullRequestJson, place: { host: string; repo: string }) {
  const { user } = pull
  const mergedAt = pull.merged_at ?? (pull.merged ? pull.closed_at : null) ?? null
  if (mergedAt === null || pull.merged === false) return null
  return {
    ...place,
    number: pull.number,
    title: pull.title,
    body: pull.body ?? null,
    author: user ? { name: user.login, isBot: user.type === 'Bot' } : null,
    labels: (pull.labels ?? []).map(label => label.name),
    baseBranch: pull.base.ref,
    mergeCommit: pull.merge_commit_sha ?? null,
    mergedAt,
    ...(typeof pull.updated_at === 'number' && { changedAt: pull.updated_at }),
    url: pull.html_url,
    ...(typeof pull.changed_files === 'number' && { filesChanged: pull.changed_files }),
    ...(typeof pull.additions === 'number' && { additions: pull.additions }),
    ...(typeof pull.deletions === 'number' && { deletions: pull.deletions }),
  }
}

export function mergedPullFromJson(
  pull: PullRequestJson,
  place: { host: string; repo: string },
): MergedPull | null {
  const hostPull = hostPullFrom(pull, place)
  return hostPull && mergedPullFrom(hostPull)
}
