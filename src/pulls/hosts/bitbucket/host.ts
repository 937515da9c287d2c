import { memoizeOnce } from '#platform/cache.ts'
import { authorizationOf, baseOf, type Host } from '#pulls/hosts/host.ts'

const SITE = 'https://bitbucket.org'
const API = 'https://api.bitbucket.org/2.0'

export const bitbucket = {
  label: 'Bitbucket Cloud',
  site: SITE,
  apiOf: site => (baseOf(site) === SITE ? API : `${baseOf(site)}/2.0`),
  siteOf: apiUrl => (apiUrl === API ? SITE : apiUrl.replace(/\/2\.0$/, '')),
  example: 'acme/app',
  webhookSteps:
    'In the repository, under Repository settings → Webhooks, add a webhook with the secret, the triggers "Pull request: Created", "Updated" and "Merged", and this address:',
  readRights:
    'An access token of the repository with the scopes "repository" and "pullrequest" is enough, or an API token as ADDRESS:TOKEN with the e-mail address of its account.',
  commentRights:
    'Enter an API token as ADDRESS:TOKEN, with the e-mail address of its account and the scopes "read:user:bitbucket", "read:repository:bitbucket" and "write:pullrequest:bitbucket". Access tokens of repositories do not say whose comments are theirs.',
  // Its API has no way to the pictures that descriptions show.
  uploads: { folders: () => [], header: authorizationOf },
  pipeline: {
    marks: ['BITBUCKET_PIPELINE_UUID'],
    place: env => ({ repo: env.BITBUCKET_REPO_FULL_NAME, number: env.BITBUCKET_PR_ID }),
    tokens: ['BITBUCKET_TOKEN'],
  },
  webhook: memoizeOnce(async () => (await import('./webhook.ts')).bitbucket),
  client: async () => (await import('./bitbucket.ts')).openBitbucket,
  conversation: async () => (await import('./conversation.ts')).openBitbucketConversation,
} satisfies Host
