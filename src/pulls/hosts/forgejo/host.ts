import { memoizeOnce } from '#platform/cache.ts'
import { baseOf, type Host, siteAbove } from '#pulls/hosts/host.ts'

const ID = /^[\w-]+$/

export const forgejo = {
  label: 'Forgejo or Gitea',
  site: 'https://codeberg.org',
  apiOf: site => `${baseOf(site)}/api/v1`,
  siteOf: siteAbove,
  example: 'acme/app',
  webhookSteps:
    'In the repository, under Settings → Webhooks, add a webhook of type Forgejo (or Gitea) for pull request events, with this address:',
  webhooksPage: 'settings/hooks',
  readRights: 'Read access to the repository and its issues is enough.',
  commentRights: 'Enter an access token with the scopes "read:repository", "write:issue" and "read:user".',
  uploads: {
    folders: ({ repo }) => [
      ['/attachments', ID],
      [`/${repo}/attachments`, ID],
    ],
    header: token => ['authorization', `token ${token}`],
  },
  // Forgejo sets GitHub's variables as well.
  pipeline: {
    marks: ['FORGEJO_ACTIONS', 'GITEA_ACTIONS'],
    place: env => ({ repo: env.GITHUB_REPOSITORY, apiUrl: env.GITHUB_API_URL }),
    event: 'GITHUB_EVENT_PATH',
    tokens: ['FORGEJO_TOKEN', 'GITEA_TOKEN', 'GITHUB_TOKEN'],
  },
  webhook: memoizeOnce(async () => (await import('./webhook.ts')).forgejo),
  client: async () => (await import('./forgejo.ts')).openForgejo,
  conversation: async () => (await import('./conversation.ts')).openForgejoConversation,
} satisfies Host
