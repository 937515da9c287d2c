import { z } from 'zod'
import { mergedPullFromJson, pullRequestSchema } from '#pulls/hosts/shared-schemas.ts'
import {
  actionOf,
  hostOf,
  parseDeliveryId,
  parsePayload,
  parseRepository,
  repositoryShape,
} from '../parse.ts'
import type { HostEvent, WebhookProvider, WebhookRequest } from '../provider.ts'
import { verifyHmacHex } from '../signatures.ts'

/** Of an installation on a large organisation so many repositories are listed; the others are asked for. */
const REPOSITORIES_KEPT = 1_000

const repositoryOnly = z.object({
  repository: repositoryShape,
  installation: z.object({ id: z.int() }).nullish(),
})
const pullEvent = repositoryOnly.extend({ pull_request: pullRequestSchema })

type OfRepository = z.infer<typeof repositoryOnly>

const placeOf = ({ repository, installation }: OfRepository) => ({
  repo: parseRepository(repository),
  installationId: installation ? String(installation.id) : null,
})

const pullReader =
  (type: 'merged' | 'edited') =>
  (payload: unknown): HostEvent | null => {
    const event = parsePayload(pullEvent, payload)
    const place = placeOf(event)
    const pull = mergedPullFromJson(event.pull_request, {
      host: hostOf(event.pull_request),
      repo: place.repo.name,
    })
    return pull && { type, ...place, pull }
  }

const renamed = repositoryOnly.extend({
  changes: z.object({ repository: z.object({ name: z.object({ from: z.string() }) }) }),
})

const login = z.object({ login: z.string() })
const transferred = repositoryOnly.extend({
  changes: z.object({
    owner: z.object({ from: z.object({ user: login.nullish(), organization: login.nullish() }) }),
  }),
})

function readRenamed(payload: unknown): HostEvent {
  const event = parsePayload(renamed, payload)
  const place = placeOf(event)
  const owner = place.repo.name.split('/')[0]
  const before = `${owner}/${event.changes.repository.name.from}`
  return { type: 'repository', change: 'renamed', ...place, before }
}

function readTransferred(payload: unknown): HostEvent {
  const event = parsePayload(transferred, payload)
  const place = placeOf(event)
  const { user, organization } = event.changes.owner.from
  const owner = (organization ?? user)?.login
  const name = place.repo.name.split('/')[1]
  return {
    type: 'repository',
    change: 'transferred',
    ...place,
    ...(owner !== undefined && { before: `${owner}/${name}` }),
  }
}

const listed = z
  .array(repositoryShape)
  .transform(list => list.slice(0, REPOSITORIES_KEPT).map(parseRepository))
const installationEvent = z.object({
  installation: z.object({
    id: z.int(),
    account: z.object({ login: z.string().optional(), slug: z.string().optional() }).nullish(),
  }),
  repositories: listed.nullish(),
})

const installationReader =
  (change: 'created' | 'deleted' | 'suspend' | 'unsuspend') =>
  (payload: unknown): HostEvent => {
    const { installation, repositories } = parsePayload(installationEvent, payload)
    return {
      type: 'installation',
      installationId: String(installation.id),
      change,
      account: installation.account?.login ?? installation.account?.slug ?? '',
      repositories: repositories ?? [],
    }
  }

const repositoriesEvent = z.object({
  installation: z.object({ id: z.int() }),
  repositories_added: listed,
  repositories_removed: listed,
})

function readRepositories(payload: unknown): HostEvent {
  const event = parsePayload(repositoriesEvent, payload)
  return {
    type: 'installation-repositories',
    installationId: String(event.installation.id),
    added: event.repositories_added,
    removed: event.repositories_removed,
  }
}

/** By the name of the event and its action. */
const READERS = new Map<string, (payload: unknown) => HostEvent | null>([
  ['ping', () => ({ type: 'ping' })],
  ['pull_request.closed', pullReader('merged')],
  ['pull_request.edited', pullReader('edited')],
  ['pull_request.labeled', pullReader('edited')],
  ['pull_request.unlabeled', pullReader('edited')],
  ['repository.renamed', readRenamed],
  ['repository.transferred', readTransferred],
  [
    'repository.deleted',
    payload => ({
      type: 'repository',
      change: 'deleted',
      ...placeOf(parsePayload(repositoryOnly, payload)),
    }),
  ],
  ['installation.created', installationReader('created')],
  ['installation.deleted', installationReader('deleted')],
  ['installation.suspend', installationReader('suspend')],
  ['installation.unsuspend', installationReader('unsuspend')],
  ['installation_repositories.added', readRepositories],
  ['installation_repositories.removed', readRepositories],
])

const unmerged = z.object({
  pull_request: z.object({ merged_at: z.null(), merged: z.literal([false, null]).optional() }),
})

export const github: WebhookProvider<HostEvent> = {
  name: 'github',
  verify({ headers, body }, secrets) {
    const [, hex] = /^sha256=(.+)$/.exec(headers['x-hub-signature-256'] ?? '') ?? []
    return verifyHmacHex(hex, secrets, body)
  },
  deliveryIdOf: ({ headers }) => parseDeliveryId(headers['x-github-delivery']),
  eventNameOf({ headers }: WebhookRequest, payload) {
    const event = headers['x-github-event'] ?? ''
    const name = event === 'ping' ? event : `${event}.${actionOf(payload)}`
    // Of a pull request that is open, or was closed without being merged, the merge will tell all there is to know.
    return READERS.has(name) && !unmerged.safeParse(payload).success ? name : null
  },
  parse: (name, payload) => READERS.get(name)?.(payload) ?? null,
}
