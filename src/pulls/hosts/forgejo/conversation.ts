import { z } from 'zod'
import type { CodeHostOptions } from '#pulls/hosts/code-host.ts'
import { MOST_COMMENTS, type PullConversation } from '#pulls/hosts/pull-conversation.ts'
import { nullIfMissing } from '#pulls/hosts/rest/pull-parts.ts'
import { openForgejoApi, pullSchema, readMergedPull, readRepository, repositoryPath } from './forgejo.ts'

const proposedPullSchema = pullSchema.extend({
  state: z.string(),
  draft: z.boolean().optional(),
  is_locked: z.boolean().optional(),
  head: z.object({ sha: z.string() }),
})

const userSchema = z.object({ id: z.int() })

const issueCommentsSchema = z.array(z.object({ id: z.int(), body: z.string(), user: userSchema.nullable() }))

/** Opens the discussions of pull requests on Forgejo or Gitea. Without a token no comment is its own. */
export function openForgejoConversation(options: CodeHostOptions): PullConversation {
  const { host, rest } = openForgejoApi(options)
  const repository = (repo: string) => readRepository(rest, repo)
  const commentPath = (repo: string, id: string) => `${repositoryPath(repo)}/issues/comments/${id}`
  return {
    host,
    proposedPull: (repo, number) =>
      nullIfMissing(repository, repo, async () => {
        const { state, draft, is_locked, head, ...it } = await rest.get(
          `${repositoryPath(repo)}/pulls/${number}`,
          proposedPullSchema,
        )
        const asMerged = { ...it, merged: true, merged_at: it.updated_at, merge_commit_sha: head.sha }
        const pull = await readMergedPull(rest, { host, repo }, asMerged)
        const isOpen = state === 'open'
        return pull && { pull, isOpen, isDraft: draft === true, isLocked: is_locked === true }
      }),
    async comments(repo, number) {
      const self = options.token === null ? null : await rest.get('/user', userSchema)
      const path = `${repositoryPath(repo)}/issues/${number}/comments`
      const comments = await rest.getAll(path, issueCommentsSchema, MOST_COMMENTS)
      return comments.map(({ id, body, user }) => ({
        id: String(id),
        body,
        isOwn: user !== null && user.id === self?.id,
      }))
    },
    async addComment(repo, number, body) {
      await rest.post(`${repositoryPath(repo)}/issues/${number}/comments`, z.unknown(), { body })
    },
    editComment: (repo, _number, id, body) => rest.change('PATCH', commentPath(repo, id), { body }),
    deleteComment: (repo, _number, id) => rest.change('DELETE', commentPath(repo, id)),
  }
}
