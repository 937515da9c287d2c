import { z } from 'zod'
import { moment } from '#pulls/hosts/shapes/instant.ts'

const nodesOf = <T extends z.ZodType>(node: T) =>
  z
    .object({ nodes: z.array(node.nullable()).nullable() })
    .nullable()
    .transform(list => (list?.nodes ?? []).filter(one => one !== null))

const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() })

/** The fragment `Merged` of the questions. */
const mergedNode = z.object({
  number: z.int(),
  title: z.string(),
  body: z.string(),
  url: z.string(),
  mergedAt: moment.nullable(),
  updatedAt: moment,
  baseRefName: z.string(),
  additions: z.int(),
  deletions: z.int(),
  changedFiles: z.int(),
  author: z.object({ __typename: z.string(), login: z.string() }).nullable(),
  mergeCommit: z.object({ oid: z.string() }).nullable(),
  labels: nodesOf(z.object({ name: z.string() })),
  files: nodesOf(
    z.object({ path: z.string(), additions: z.int(), deletions: z.int(), changeType: z.string() }),
  ),
  commits: z.object({
    totalCount: z.int(),
    nodes: z.array(z.object({ commit: z.object({ message: z.string() }) }).nullable()).nullable(),
  }),
  closingIssuesReferences: nodesOf(
    z.object({ number: z.int(), repository: z.object({ nameWithOwner: z.string() }) }),
  ),
})

export type MergedNode = z.infer<typeof mergedNode>

export const mergedPage = z.object({
  repository: z.object({
    // None may be missing: an empty place is a pull request that GitHub could not tell of.
    pullRequests: z.object({ pageInfo, nodes: z.array(mergedNode) }),
  }),
})

export const onePull = z.object({ repository: z.object({ pullRequest: mergedNode }) })

export const releasesPage = z.object({
  repository: z.object({
    releases: z.object({
      pageInfo,
      nodes: z.array(
        z.object({
          tagName: z.string(),
          publishedAt: moment.nullable(),
          isDraft: z.boolean(),
          tagCommit: z.object({ oid: z.string() }).nullable(),
        }),
      ),
    }),
  }),
})

export const notesPage = z.object({
  repository: z.object({
    releases: z.object({
      pageInfo,
      nodes: z.array(
        z.object({
          tagName: z.string(),
          name: z.string().nullable(),
          description: z.string().nullable(),
          url: z.string(),
          publishedAt: moment.nullable(),
          isDraft: z.boolean(),
          isPrerelease: z.boolean(),
        }),
      ),
    }),
  }),
})

const commit = z.object({ oid: z.string(), committedDate: moment })

export const tagsPage = z.object({
  repository: z.object({
    refs: z.object({
      pageInfo,
      nodes: z.array(
        z.object({
          name: z.string(),
          // A tag may name a file or a folder too: that ships nothing.
          target: z
            .union([commit, z.object({ target: commit }).transform(tag => tag.target)])
            .nullable()
            .catch(null),
        }),
      ),
    }),
  }),
})

export const contents = z.object({
  repository: z.record(z.string(), z.object({ text: z.string().nullish() }).nullable()),
})

export const repositoryShape = z.object({
  id: z.int(),
  full_name: z.string(),
  html_url: z.string(),
  private: z.boolean(),
  default_branch: z.string().nullish(),
})

export const restFiles = z.array(
  z.object({ filename: z.string(), status: z.string(), additions: z.int(), deletions: z.int() }),
)

export const restCommits = z.array(z.object({ commit: z.object({ message: z.string() }) }))

export const comparison = z.object({ ahead_by: z.int() })
