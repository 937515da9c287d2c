import { memoizeOnce } from '#platform/cache.ts'
import { baseOf, type Host } from '#pulls/hosts/host.ts'
import { gitHubPageOf } from './site.ts'

/** An enterprise in GitHub's cloud whose data stays in one region: `acme.ghe.com`. */
const RESIDENT = /^[\w-]+\.ghe\.com$/

export const github = {
  label: 'GitHub',
  site: 'https://github.com',
  apiOf: site =>
    site.host === 'github.com' || RESIDENT.test(site.host)
      ? `https://api.${site.host}`
      : `${baseOf(site)}/api/v3`,
  siteOf: gitHubPageOf,
  example: 'acme/app',
  webhookSteps:
    'In the repository, under Settings → Webhooks, add a webhook with content type application/json, the events "Pull requests" and "Repositories", and this address:',
  webhooksPage: 'settings/hooks',
  readRights: 'Read access to contents, issues and pull requests (fine-grained) is enough.',
  commentRights: 'Enter an access token that may read the contents and read and write pull requests.',
  uploads: {
    folders: ({ repo }) => [
      ['/user-attachments/assets', /^[\w-]+$/],
      [`/${repo}/assets`, /^\d+\/[\w-]+$/],
    ],
    header: token => ['authorization', `Bearer ${token}`],
  },
  pipeline: {
    marks: ['GITHUB_ACTIONS'],
    place: env => ({ repo: env.GITHUB_REPOSITORY, apiUrl: env.GITHUB_API_URL }),
    event: 'GITHUB_EVENT_PATH',
    tokens: ['GITHUB_TOKEN', 'GH_TOKEN'],
  },
  webhook: memoizeOnce(async () => (await import('./webhook.ts')).github),
  client: async () => (await import('./github.ts')).openGitHub,
  conversation: async () => (await import('./conversation.ts')).openGitHubConversation,
  app: {
    open: async options => (await import('./app.ts')).openGitHubApp(options),
    manifest: async options => (await import('./app.ts')).manifestFor(options),
    convert: async (options, code) => (await import('./app.ts')).convertManifest(options, code),
  },
} satisfies Host
