import { z } from 'zod'
import type { Instant } from '#platform/clock.ts'
import type { HostPull } from '#pulls/hosts/host-pull.ts'
import { optional, timestamp } from '#pulls/hosts/shared-schemas.ts'

export const repositorySchema = z.object({
  uuid: z.string(),
  full_name: z.string().regex(/^[^\s/]+\/[^\s/]+$/),
  is_private: optional(z.boolean()),
  description: optional(z.string()),
  mainbranch: optional(z.object({ name: z.string() })),
})

const place = z.object({
  branch: optional(z.object({ name: z.string() })),
  commit: optional(z.object({ hash: z.string() })),
  repository: optional(z.object({ uuid: z.string() })),
})

/** A pull request as in the API and in webhooks. The hashes of its commits are truncated to twelve digits. */
export const pullSchema = z.object({
  id: z.int().min(1),
  title: z.string(),
  state: z.string(),
  draft: optional(z.boolean()),
  summary: optional(z.object({ raw: optional(z.string()) })),
  author: optional(
    z.object({
      nickname: optional(z.string()),
      display_name: optional(z.string()),
      type: optional(z.string()),
    }),
  ),
  source: place,
  destination: place,
  merge_commit: optional(z.object({ hash: z.string() })),
  updated_on: timestamp,
  links: z.object({ html: z.object({ href: z.string() }) }),
})

export type BitbucketPull = z.infer<typeof pullSchema>

/** Builds the record of a pull request, as far as one answer or webhook describes it. Bitbucket has no labels. */
export function hostPullFrom(
  pull: BitbucketPull,
  where: { host: string; repo: string },
  landed: { commit: string | null; at: Instant },
): HostPull {
  const { author, source, destination } = pull
  const isOwn = source.repository && source.repository.uuid === destination.repository?.uuid
  return {
    ...where,
    number: pull.id,
    title: pull.title,
    body: pull.summary?.raw ?? null,
    author: author
      ? {
          name: author.nickname ?? author.display_name ?? '',
          isBot: author.type === 'app_user',
        }
      : null,
    labels: [],
    baseBranch: destination.branch?.name ?? null,
    headBranch: isOwn ? (source.branch?.name ?? null) : null,
    mergeCommit: landed.commit,
    mergedAt: landed.at,
    changedAt: pull.updated_on,
    url: pull.links.html.href,
  }
}
