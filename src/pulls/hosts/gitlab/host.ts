import { memoizeOnce } from '#platform/cache.ts'
import { baseOf, type Host, siteAbove } from '#pulls/hosts/host.ts'

const SECRET_AND_NAME = /^[0-9a-f]+\/(?:[\w.+-]|%20|%[89a-f][0-9a-f])+$/i

export const gitlab = {
  label: 'GitLab',
  site: 'https://gitlab.com',
  apiOf: site => `${baseOf(site)}/api/v4`,
  siteOf: siteAbove,
  example: 'acme/mobile/app',
  webhookSteps:
    'In the project, under Settings → Webhooks, add a webhook for "Merge request events", with the secret as its token and this address:',
  webhooksPage: '-/hooks',
  readRights: 'The scope "read_api" is enough.',
  commentRights: 'Enter a project access token with the role Reporter and the scope "api".',
  uploads: {
    folders: ({ repo, externalId }) => [
      [`/${repo}/uploads`, SECRET_AND_NAME],
      [`/-/project/${externalId}/uploads`, SECRET_AND_NAME],
    ],
    header: token => ['authorization', `Bearer ${token}`],
    // GitLab's pages do not accept tokens, so uploads are read from its API, where their secret names them.
    addressOf: (rest, { apiUrl, repo }) => `${apiUrl}/projects/${encodeURIComponent(repo)}/uploads/${rest}`,
  },
  pipeline: {
    marks: ['GITLAB_CI'],
    place: env => ({
      repo: env.CI_MERGE_REQUEST_PROJECT_PATH,
      apiUrl: env.CI_API_V4_URL,
      number: env.CI_MERGE_REQUEST_IID,
    }),
    tokens: ['GITLAB_TOKEN'],
  },
  webhook: memoizeOnce(async () => (await import('./webhook.ts')).gitlab),
  client: async () => (await import('./gitlab.ts')).openGitLab,
  conversation: async () => (await import('./conversation.ts')).openGitLabConversation,
} satisfies Host
