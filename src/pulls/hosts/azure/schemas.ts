import { z } from 'zod'
import type { Instant } from '#platform/clock.ts'
import type { HostPull } from '#pulls/hosts/host-pull.ts'
import { firstKnown, optional, optionalList, optionalTime, timestamp } from '#pulls/hosts/shared-schemas.ts'

export const repositorySchema = z.object({
  id: z.string(),
  name: z.string(),
  project: z.object({
    name: z.string(),
    visibility: optional(z.string()),
    description: optional(z.string()),
  }),
  defaultBranch: optional(z.string()),
  webUrl: optional(z.string()),
  remoteUrl: optional(z.string()),
})

type AzureRepository = z.infer<typeof repositorySchema>

const commit = optional(z.object({ commitId: z.string() }))

/** A pull request as in the API and in service hooks. */
export const pullSchema = z.object({
  pullRequestId: z.int().min(1),
  status: z.string(),
  title: z.string(),
  description: optional(z.string()),
  createdBy: optional(z.object({ displayName: z.string() })),
  creationDate: optionalTime,
  closedDate: optionalTime,
  sourceRefName: optional(z.string()),
  targetRefName: z.string(),
  /** Present if the source branch belongs to a fork. */
  forkSource: optional(z.object({})),
  lastMergeCommit: commit,
  lastMergeSourceCommit: commit,
  lastMergeTargetCommit: commit,
  labels: optionalList(z.object({ name: z.string(), active: optional(z.boolean()) })),
  isDraft: optional(z.boolean()),
  repository: repositorySchema,
})

export type AzurePull = z.infer<typeof pullSchema>

/** The name of a branch: `main` for `refs/heads/main`. */
export const branchOf = (ref: string): string => ref.replace(/^refs\/heads\//, '')

/** A repository's name: `organisation/project/name`, without the last part if it equals the project, which is how Azure writes it then. */
export const repositoryName = (organisation: string, { name, project }: AzureRepository): string =>
  [organisation, project.name, ...(name === project.name ? [] : [name])].join('/')

/** The page of a repository if an answer names it, without the user that clone addresses contain. */
export function pageOf({ webUrl, remoteUrl }: AzureRepository): string | null {
  const url = URL.parse(webUrl ?? remoteUrl ?? '')
  if (url) url.username = ''
  return url?.href ?? null
}

/**
 * Builds the record of a pull request, as far as one answer or service hook describes it. Azure does not
 * report the time of the last change.
 */
export function hostPullFrom(
  pull: AzurePull,
  where: { host: string; repo: string; page: string | null },
  mergeCommit: string | null = pull.lastMergeCommit?.commitId ?? null,
): HostPull & { mergedAt: Instant } {
  const { host, repo, page } = where
  const { pullRequestId: number, createdBy, sourceRefName, forkSource } = pull
  return {
    ...{ host, repo, number },
    title: pull.title,
    body: pull.description ?? null,
    author: createdBy
      ? {
          name: createdBy.displayName,
          isBot: /\bBuild Service \(/.test(createdBy.displayName),
        }
      : null,
    labels: (pull.labels ?? []).filter(({ active }) => active !== false).map(({ name }) => name),
    baseBranch: branchOf(pull.targetRefName),
    headBranch: sourceRefName && !forkSource ? branchOf(sourceRefName) : null,
    mergeCommit,
    mergedAt: firstKnown(pull.closedDate, pull.creationDate),
    url: page && `${page}/pullrequest/${number}`,
  }
}

const listOf = <T extends z.ZodType>(item: T) => z.object({ value: z.array(item) })

export const pullsSchema = listOf(pullSchema)

export const commitSchema = z.object({
  commitId: z.string(),
  comment: z.string(),
  committer: optional(z.object({ date: timestamp })),
  parents: optional(z.array(z.string())),
})

export const commitsSchema = listOf(commitSchema)

export const refsSchema = listOf(
  z.object({ name: z.string(), objectId: z.string(), peeledObjectId: optional(z.string()) }),
).transform(({ value }) => value)

export const threadsSchema = listOf(
  z.object({
    id: z.int(),
    isDeleted: optional(z.boolean()),
    comments: optionalList(
      z.object({
        id: z.int(),
        content: z.string(),
        isDeleted: optional(z.boolean()),
        author: z.object({ id: z.string() }),
      }),
    ),
  }),
)
