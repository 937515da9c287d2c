import { memoizeOnce } from '#platform/cache.ts'
import { authorizationOf, baseOf, type Host } from '#pulls/hosts/host.ts'

const SITE = 'https://dev.azure.com'

export const azure = {
  label: 'Azure DevOps',
  site: SITE,
  // Older organisations have addresses of their own as well.
  apiOf: site => (site.hostname.endsWith('.visualstudio.com') ? SITE : baseOf(site)),
  siteOf: apiUrl => apiUrl,
  example: 'acme/My Project/app',
  webhookSteps:
    'In the project, under Project settings → Service hooks, add a subscription "Web Hooks" for each of "Pull request created", "Pull request updated" and "Pull request merge attempted" of the repository. As basic authentication enter any user name, and the secret as the password; or the header "X-Tidings-Secret: SECRET". All have this address:',
  readRights: 'A personal access token with the scopes "Code (read)" and "Work items (read)" is enough.',
  commentRights:
    'Enter a personal access token with the scopes "Code (read)" and "Pull request threads (read & write)".',
  uploads: {
    folders: ({ repo, externalId }) => (externalId === null ? [] : [attachmentsOf(repo, externalId)]),
    header: token => authorizationOf(`:${token}`),
  },
  pipeline: {
    marks: ['TF_BUILD'],
    place: env => ({
      repo: repositoryIn(env.SYSTEM_COLLECTIONURI, env.SYSTEM_TEAMPROJECT, env.BUILD_REPOSITORY_NAME),
      apiUrl: env.SYSTEM_COLLECTIONURI?.replace(LAST_PART, ''),
      number: env.SYSTEM_PULLREQUEST_PULLREQUESTID,
    }),
    tokens: ['SYSTEM_ACCESSTOKEN', 'AZURE_DEVOPS_EXT_PAT'],
  },
  webhook: memoizeOnce(async () => (await import('./webhook.ts')).azure),
  client: async () => (await import('./azure.ts')).openAzure,
  conversation: async () => (await import('./conversation.ts')).openAzureConversation,
} satisfies Host

const ATTACHMENT =
  /^(?:[\w.-]|%20)+\/_apis\/git\/repositories\/([0-9a-f-]{36})\/pullRequests\/\d+\/attachments\/(?:[\w.-]|%20)+$/i

/** The address of attachments, which names project and repository by their ids. */
const attachmentsOf = (repo: string, id: string): [folder: string, rest: Pick<RegExp, 'test'>] => [
  `/${repo.split('/', 1)}`,
  { test: rest => ATTACHMENT.exec(rest)?.[1]?.toLowerCase() === id.toLowerCase() },
]

/** Matches the organisation, or the collection of a server, at the end of an address. */
const LAST_PART = /\/([^/]+)\/?$/

function repositoryIn(collection = '', project: string | undefined, name: string | undefined) {
  const organisation = LAST_PART.exec(collection)?.[1]
  return organisation && project && name ? `${organisation}/${project}/${name}` : undefined
}
