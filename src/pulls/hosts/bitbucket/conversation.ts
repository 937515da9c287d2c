import { z } from 'zod'
import type { CodeHostOptions } from '#pulls/hosts/code-host.ts'
import { HostFailure } from '#pulls/hosts/host-failure.ts'
import { MOST_COMMENTS, type PullConversation } from '#pulls/hosts/pull-conversation.ts'
import { nullIfMissing } from '#pulls/hosts/rest/pull-parts.ts'
import { optional } from '../shared-schemas.ts'
import {
  type BitbucketApi,
  openBitbucketApi,
  readCommit,
  readPull,
  readRepository,
  repositoryPath,
} from './bitbucket.ts'
import { pullSchema } from './schemas.ts'

const userSchema = z.object({ uuid: z.string() })

const commentSchema = z.object({
  id: z.int(),
  content: z.object({ raw: z.string() }),
  deleted: optional(z.boolean()),
  user: optional(userSchema),
})

/** Opens the discussions of pull requests on Bitbucket Cloud, which cannot be locked. Without a token no comment is its own. */
export function openBitbucketConversation(options: CodeHostOptions): PullConversation {
  const api = openBitbucketApi(options)
  const { host, rest } = api
  const repository = (repo: string) => readRepository(rest, repo)
  const commentsPath = (repo: string, number: number) =>
    `${repositoryPath(repo)}/pullrequests/${number}/comments`
  return {
    host,
    proposedPull: (repo, number) =>
      nullIfMissing(repository, repo, async () => {
        const pull = await rest.get(`${repositoryPath(repo)}/pullrequests/${number}`, pullSchema)
        const newest = await readCommit(rest, repo, pull.source.commit?.hash ?? '')
        const landed = { commit: newest?.hash ?? null, at: pull.updated_on }
        return {
          pull: await readPull(api, repo, pull, landed),
          isOpen: pull.state === 'OPEN',
          isDraft: pull.draft === true,
          isLocked: false,
        }
      }),
    async comments(repo, number) {
      const self = options.token === null ? null : await selfOf(api)
      const all = await api.list(commentsPath(repo, number), commentSchema, MOST_COMMENTS, {
        sort: 'created_on',
      })
      return all
        .filter(({ deleted }) => deleted !== true)
        .map(({ id, content, user }) => ({
          id: String(id),
          body: content.raw,
          isOwn: user?.uuid !== undefined && user.uuid === self?.uuid,
        }))
    },
    async addComment(repo, number, raw) {
      await rest.post(commentsPath(repo, number), z.unknown(), { content: { raw } })
    },
    editComment: (repo, number, id, raw) =>
      rest.change('PUT', `${commentsPath(repo, number)}/${id}`, { content: { raw } }),
    deleteComment: (repo, number, id) => rest.change('DELETE', `${commentsPath(repo, number)}/${id}`),
  }
}

/** The account of the token. An access token of a repository belongs to no account; it may do everything else, so this is no refusal. */
async function selfOf({ host, rest }: BitbucketApi) {
  try {
    return await rest.get('/user', userSchema)
  } catch (error) {
    if (!(error instanceof HostFailure) || error.reason !== 'unauthorized') throw error
    throw new HostFailure('unauthorized', host, { status: 403, detail: 'the token belongs to no account' })
  }
}
