import { z } from 'zod'
import type { CodeHostOptions } from '#pulls/hosts/code-host.ts'
import { type HostComment, MOST_COMMENTS, type PullConversation } from '#pulls/hosts/pull-conversation.ts'
import { ownerAndName } from '#pulls/hosts/repo-name.ts'
import { nullIfMissing } from '#pulls/hosts/rest/pull-parts.ts'
import { type GitHubApi, openGitHubApi } from './api.ts'
import { readRepository } from './github.ts'
import { connectionOf, PROPOSED_PULL_QUERY, pagesOf, proposedPullSchema } from './pull-query.ts'
import { loginOf, pullsFromNodes } from './pulls.ts'

const COMMENTS_PER_PAGE = 100

/** The query returns the owner of the token along with the comments and their authors. */
const COMMENTS_QUERY = `
  query Comments($owner: String!, $name: String!, $number: Int!, $after: String) {
    viewer { login }
    repository(owner: $owner, name: $name) {
      pullRequest(number: $number) {
        comments(first: ${COMMENTS_PER_PAGE}, after: $after) {
          pageInfo { hasNextPage endCursor }
          nodes { databaseId body author { __typename login } }
        }
      }
    }
  }
`

const commentsSchema = z.object({
  viewer: z.object({ login: z.string() }),
  repository: z.object({
    pullRequest: z.object({
      comments: connectionOf(
        z.object({
          databaseId: z.int(),
          body: z.string(),
          author: z.object({ __typename: z.string(), login: z.string() }).nullable(),
        }),
      ),
    }),
  }),
})

const COMMENT = '/repos/{owner}/{name}/issues/comments/{id}'

/** Opens the discussions of pull requests on GitHub or GitHub Enterprise Server. Works with the token of a workflow. */
export function openGitHubConversation(options: CodeHostOptions): PullConversation {
  const api = openGitHubApi(options)
  const repository = (repo: string) => readRepository(api, repo)
  return {
    host: api.host,
    proposedPull: (repo, number) =>
      nullIfMissing(repository, repo, async () => {
        const answer = await api.query(
          PROPOSED_PULL_QUERY,
          { ...ownerAndName(repo), number },
          proposedPullSchema,
        )
        const { state, isDraft, locked, headRefOid, ...node } = answer.repository.pullRequest
        const [pull] = await pullsFromNodes(api, repo, [{ ...node, mergeCommit: { oid: headRefOid } }])
        return pull ? { pull, isDraft, isOpen: state === 'OPEN', isLocked: locked } : null
      }),
    comments: (repo, number) => commentsOn(api, repo, number),
    async addComment(repo, number, body) {
      const route = 'POST /repos/{owner}/{name}/issues/{number}/comments'
      await api.send(route, z.unknown(), { ...ownerAndName(repo), number, body })
    },
    async editComment(repo, _number, id, body) {
      await api.send(`PATCH ${COMMENT}`, z.unknown(), { ...ownerAndName(repo), id, body })
    },
    async deleteComment(repo, _number, id) {
      await api.send(`DELETE ${COMMENT}`, z.unknown(), { ...ownerAndName(repo), id })
    },
  }
}

async function commentsOn(api: GitHubApi, repo: string, number: number): Promise<HostComment[]> {
  const pages = pagesOf(MOST_COMMENTS / COMMENTS_PER_PAGE, async after => {
    const asked = { ...ownerAndName(repo), number, after }
    const { viewer, repository } = await api.query(COMMENTS_QUERY, asked, commentsSchema)
    const { pageInfo, nodes } = repository.pullRequest.comments
    return {
      pageInfo,
      nodes: nodes.map(({ databaseId, body, author }) => ({
        id: String(databaseId),
        body,
        isOwn: author !== null && loginOf(author) === viewer.login,
      })),
    }
  })
  return (await Array.fromAsync(pages)).flat()
}
