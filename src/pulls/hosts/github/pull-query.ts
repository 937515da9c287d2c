import { z } from 'zod'
import { optionalTime, timestamp } from '#pulls/hosts/shared-schemas.ts'

/** How many files and commits of a pull request come with the query; the others are read from the REST API. */
export const FILES_PER_QUERY = 100
export const COMMITS_PER_QUERY = 100

const PULL_FIELDS = `
  fragment Merged on PullRequest {
    number
    title
    body
    url
    mergedAt
    updatedAt
    baseRefName
    headRefName
    isCrossRepository
    additions
    deletions
    changedFiles
    author { __typename login }
    mergeCommit { oid }
    labels(first: 100) { nodes { name } }
    files(first: ${FILES_PER_QUERY}) { nodes { path additions deletions changeType } }
    commits(first: ${COMMITS_PER_QUERY}) { totalCount nodes { commit { message } } }
    closingIssuesReferences(first: 50) { nodes { number repository { nameWithOwner } } }
  }
`

export const MERGED_PULLS_QUERY = `
  query MergedPage($owner: String!, $name: String!, $count: Int!, $after: String) {
    repository(owner: $owner, name: $name) {
      pullRequests(
        states: MERGED
        first: $count
        after: $after
        orderBy: { field: UPDATED_AT, direction: DESC }
      ) {
        pageInfo { hasNextPage endCursor }
        nodes { ...Merged }
      }
    }
  }
  ${PULL_FIELDS}
`

export const PULL_QUERY = `
  query OnePull($owner: String!, $name: String!, $number: Int!) {
    repository(owner: $owner, name: $name) {
      pullRequest(number: $number) { ...Merged }
    }
  }
  ${PULL_FIELDS}
`

export const PROPOSED_PULL_QUERY = `
  query ProposedPull($owner: String!, $name: String!, $number: Int!) {
    repository(owner: $owner, name: $name) {
      pullRequest(number: $number) { ...Merged state isDraft locked headRefOid }
    }
  }
  ${PULL_FIELDS}
`

const nodesOf = <T extends z.ZodType>(node: T) =>
  z
    .object({ nodes: z.array(node.nullable()).nullable() })
    .nullable()
    .transform(list => (list?.nodes ?? []).filter(one => one !== null))

/** One page of a list. Its nodes must not be null: that would be an item that GitHub failed to load. */
export const connectionOf = <T>(node: z.ZodType<T>) =>
  z.object({
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
    nodes: z.array(node),
  })

export const nextOf = ({ pageInfo }: Pick<Connection<unknown>, 'pageInfo'>): string | null =>
  pageInfo.hasNextPage ? pageInfo.endCursor : null

type Connection<T> = z.infer<ReturnType<typeof connectionOf<T>>>

/** Reads at most `most` pages of a list, each when it is needed. */
export async function* pagesOf<T>(
  most: number,
  read: (after: string | null) => Promise<Connection<T>>,
): AsyncGenerator<T[]> {
  let after: string | null = null
  for (let page = 0; page < most && (page === 0 || after !== null); page++) {
    const connection: Connection<T> = await read(after)
    yield connection.nodes
    after = nextOf(connection)
  }
}

/** The response to the fragment `Merged`. */
const mergedNode = z.object({
  number: z.int(),
  title: z.string(),
  body: z.string(),
  url: z.string(),
  mergedAt: optionalTime,
  updatedAt: timestamp,
  baseRefName: z.string(),
  headRefName: z.string().nullish(),
  isCrossRepository: z.boolean().nullish(),
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

export const mergedPullsSchema = z.object({
  repository: z.object({ pullRequests: connectionOf(mergedNode) }),
})

export const pullSchema = z.object({ repository: z.object({ pullRequest: mergedNode }) })

export const proposedPullSchema = z.object({
  repository: z.object({
    pullRequest: mergedNode.extend({
      ...{ state: z.string(), isDraft: z.boolean(), locked: z.boolean() },
      headRefOid: z.string(),
    }),
  }),
})
