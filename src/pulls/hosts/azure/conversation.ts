import { z } from 'zod'
import type { CodeHostOptions } from '#pulls/hosts/code-host.ts'
import { MOST_COMMENTS, type PullConversation } from '#pulls/hosts/pull-conversation.ts'
import { nullIfMissing } from '#pulls/hosts/rest/pull-parts.ts'
import { gitPath, openAzureApi, partsOf, versioned } from './api.ts'
import { readPull, readRepository } from './azure.ts'
import { pullSchema, threadsSchema } from './schemas.ts'

const connectionSchema = z.object({ authenticatedUser: z.object({ id: z.string() }) })

/**
 * Opens the discussions of pull requests on Azure DevOps, which cannot be locked. A comment of ours begins a thread without a status, so
 * that no policy waits until it is resolved. Its id consists of the ids of thread and comment.
 */
export function openAzureConversation(options: CodeHostOptions): PullConversation {
  const api = openAzureApi(options)
  const { host, rest } = api
  const repository = (repo: string) => readRepository(api, repo)
  const threads = (number: number) => `/pullRequests/${number}/threads`
  const commentPath = (repo: string, number: number, id: string) =>
    versioned(`${gitPath(repo)}${threads(number)}/${id}`)
  return {
    host,
    proposedPull: (repo, number) =>
      nullIfMissing(repository, repo, async () => {
        const pull = await api.get(repo, `/pullrequests/${number}`, pullSchema)
        const newest = pull.lastMergeSourceCommit?.commitId ?? null
        return {
          pull: await readPull(api, repo, pull, newest),
          isOpen: pull.status === 'active',
          isDraft: pull.isDraft === true,
          isLocked: false,
        }
      }),
    async comments(repo, number) {
      const path = `${partsOf(repo).organisation}/_apis/connectionData`
      const self = options.token === null ? null : await rest.get(path, connectionSchema)
      const { value } = await api.get(repo, threads(number), threadsSchema)
      return value
        .filter(({ isDeleted }) => isDeleted !== true)
        .flatMap(({ id, comments }) => (comments ?? []).slice(0, 1).map(first => ({ ...first, thread: id })))
        .filter(({ isDeleted }) => isDeleted !== true)
        .sort((one, other) => one.thread - other.thread)
        .slice(0, MOST_COMMENTS)
        .map(({ thread, id, content, author }) => ({
          id: `${thread}/comments/${id}`,
          body: content,
          isOwn: author.id === self?.authenticatedUser.id,
        }))
    },
    async addComment(repo, number, content) {
      const comments = [{ parentCommentId: 0, content, commentType: 'text' }]
      await rest.post(versioned(gitPath(repo) + threads(number)), z.unknown(), { comments })
    },
    editComment: (repo, number, id, content) =>
      rest.change('PATCH', commentPath(repo, number, id), { content }),
    deleteComment: (repo, number, id) => rest.change('DELETE', commentPath(repo, number, id)),
  }
}
