import { z } from 'zod'
import type { CodeHostOptions } from '#pulls/hosts/code-host.ts'
import { MOST_COMMENTS, type PullConversation } from '#pulls/hosts/pull-conversation.ts'
import { nullIfMissing } from '#pulls/hosts/rest/pull-parts.ts'
import { openGitLabApi, projectPath, readMergedPull, readProject } from './gitlab.ts'
import { mergeRequestSchema } from './schemas.ts'

const userSchema = z.object({ id: z.int() })

const notesSchema = z.array(
  z.object({ id: z.int(), body: z.string(), system: z.boolean(), author: userSchema }),
)

const IN_ORDER = { sort: 'asc', order_by: 'created_at', per_page: 100 }

/** Opens the discussions of merge requests on GitLab, where a comment is a note. Without a token no note is its own. */
export function openGitLabConversation(options: CodeHostOptions): PullConversation {
  const { host, rest } = openGitLabApi(options)
  const repository = (repo: string) => readProject(rest, repo)
  const requestPath = (repo: string, number: number) => `${projectPath(repo)}/merge_requests/${number}`
  return {
    host,
    proposedPull: (repo, number) =>
      nullIfMissing(repository, repo, async () => {
        const request = await rest.get(requestPath(repo, number), mergeRequestSchema)
        const pull = await readMergedPull(rest, host, repo, { ...request, merge_commit_sha: request.sha })
        return {
          pull,
          isOpen: request.state === 'opened',
          isDraft: request.draft === true,
          isLocked: request.discussion_locked === true,
        }
      }),
    async comments(repo, number) {
      const self = options.token === null ? null : await rest.get('/user', userSchema)
      const path = `${requestPath(repo, number)}/notes`
      const notes = await rest.getAll(path, notesSchema, MOST_COMMENTS, IN_ORDER)
      return notes
        .filter(({ system }) => !system)
        .map(({ id, body, author }) => ({ id: String(id), body, isOwn: author.id === self?.id }))
    },
    async addComment(repo, number, body) {
      await rest.post(`${requestPath(repo, number)}/notes`, z.unknown(), { body })
    },
    editComment: (repo, number, id, body) =>
      rest.change('PUT', `${requestPath(repo, number)}/notes/${id}`, { body }),
    deleteComment: (repo, number, id) => rest.change('DELETE', `${requestPath(repo, number)}/notes/${id}`),
  }
}
