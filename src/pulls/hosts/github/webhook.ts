import { z } from 'zod'
import {
  actionOf,
  parseDeliveryId,
  parsePayload,
  type WebhookProvider,
  type WebhookRequest,
} from '#platform/webhooks/provider.ts'
import { verifyHmacHex } from '#platform/webhooks/signatures.ts'
import {
  type HostEvent,
  happenedAt,
  hostOf,
  OPEN_PULL,
  parseRepository,
  repositoryShape,
} from '#pulls/hosts/host-event.ts'
import { mergedPullFromJson, optionalTime, pullRequestSchema } from '#pulls/hosts/shared-schemas.ts'

/**
 * The most repositories that are read of a payload. An installation on a large organisation may list many
 * more; the others are read from the API.
 */
const MAX_REPOSITORIES = 1_000

const repositoryOnly = z.object({
  repository: repositoryShape,
  installation: z.object({ id: z.int() }).nullish(),
})
const pullEvent = repositoryOnly.extend({ pull_request: pullRequestSchema })

type RepositoryPayload = z.infer<typeof repositoryOnly>

const repositoryContext = ({ repository, installation }: RepositoryPayload) => ({
  repo: parseRepository(repository),
  installationId: installation ? String(installation.id) : null,
})

const parsePull =
  (type: 'merged' | 'edited') =>
  (payload: unknown): HostEvent | null => {
    const event = parsePayload(pullEvent, payload)
    const context = repositoryContext(event)
    const pull = mergedPullFromJson(event.pull_request, {
      host: hostOf(event.pull_request),
      repo: context.repo.name,
    })
    return pull && { type, ...context, pull }
  }

const openPull = z.object({
  pull_request: z.object({ number: z.int().min(1), state: z.literal('open'), updated_at: optionalTime }),
})

const parseOpenPull =
  (isOpening: boolean) =>
  (payload: unknown): HostEvent => {
    const { number, updated_at } = parsePayload(openPull, payload).pull_request
    const context = repositoryContext(parsePayload(repositoryOnly, payload))
    return { type: 'proposed', number, isOpening, ...context, ...happenedAt(updated_at) }
  }

const changedRepository = repositoryOnly.extend({
  repository: repositoryShape.extend({ updated_at: optionalTime }),
})
const renamed = changedRepository.extend({
  changes: z.object({ repository: z.object({ name: z.object({ from: z.string() }) }) }),
})

const login = z.object({ login: z.string() })
const transferred = changedRepository.extend({
  changes: z.object({
    owner: z.object({ from: z.object({ user: login.nullish(), organization: login.nullish() }) }),
  }),
})

function parseRenamed(payload: unknown): HostEvent {
  const event = parsePayload(renamed, payload)
  const context = repositoryContext(event)
  const owner = context.repo.name.split('/')[0]
  const before = `${owner}/${event.changes.repository.name.from}`
  return {
    type: 'repository',
    change: 'renamed',
    ...context,
    ...happenedAt(event.repository.updated_at),
    before,
  }
}

function parseTransferred(payload: unknown): HostEvent {
  const event = parsePayload(transferred, payload)
  const context = repositoryContext(event)
  const { user, organization } = event.changes.owner.from
  const owner = (organization ?? user)?.login
  const name = context.repo.name.split('/')[1]
  return {
    type: 'repository',
    change: 'transferred',
    ...context,
    ...happenedAt(event.repository.updated_at),
    ...(owner !== undefined && { before: `${owner}/${name}` }),
  }
}

const parseRepositoryEvent =
  (change: 'privatized' | 'deleted') =>
  (payload: unknown): HostEvent => ({
    type: 'repository',
    change,
    ...repositoryContext(parsePayload(repositoryOnly, payload)),
  })

const listed = z
  .array(repositoryShape)
  .transform(list => list.slice(0, MAX_REPOSITORIES).map(parseRepository))
const installationEvent = z.object({
  installation: z.object({
    id: z.int(),
    account: z.object({ login: z.string().optional(), slug: z.string().optional() }).nullish(),
  }),
  repositories: listed.nullish(),
})

const parseInstallation =
  (change: Extract<HostEvent, { type: 'installation' }>['change']) =>
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

function parseRepositoriesEvent(payload: unknown): HostEvent {
  const event = parsePayload(repositoriesEvent, payload)
  return {
    type: 'installation-repositories',
    installationId: String(event.installation.id),
    added: event.repositories_added,
    removed: event.repositories_removed,
  }
}

/** The parsers by event and action. */
const PARSERS = new Map<string, (payload: unknown) => HostEvent | null>([
  ['ping', () => ({ type: 'ping' })],
  ['pull_request.closed', parsePull('merged')],
  ['pull_request.edited', parsePull('edited')],
  ['pull_request.labeled', parsePull('edited')],
  ['pull_request.unlabeled', parsePull('edited')],
  [`${OPEN_PULL}pull_request.opened`, parseOpenPull(true)],
  [`${OPEN_PULL}pull_request.reopened`, parseOpenPull(true)],
  [`${OPEN_PULL}pull_request.ready_for_review`, parseOpenPull(true)],
  [`${OPEN_PULL}pull_request.synchronize`, parseOpenPull(false)],
  [`${OPEN_PULL}pull_request.edited`, parseOpenPull(false)],
  ['repository.renamed', parseRenamed],
  ['repository.transferred', parseTransferred],
  ['repository.privatized', parseRepositoryEvent('privatized')],
  ['repository.deleted', parseRepositoryEvent('deleted')],
  ['installation.created', parseInstallation('created')],
  ['installation.deleted', parseInstallation('deleted')],
  ['installation.suspend', parseInstallation('suspend')],
  ['installation.unsuspend', parseInstallation('unsuspend')],
  ['installation.new_permissions_accepted', parseInstallation('new_permissions_accepted')],
  ['installation_repositories.added', parseRepositoriesEvent],
  ['installation_repositories.removed', parseRepositoriesEvent],
])

const unmerged = z.object({
  pull_request: z.object({
    merged_at: z.null().optional(),
    merged: z.literal([false, null]).optional(),
  }),
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
    const plain = event === 'ping' ? event : `${event}.${actionOf(payload)}`
    // A webhook that reports the end of a pull request but calls it open contradicts itself. Then it counts
    // only whether the pull request was merged.
    const isOpen = plain !== 'pull_request.closed' && openPull.safeParse(payload).success
    const name = isOpen ? OPEN_PULL + plain : plain
    // A pull request that was closed without a merge is not recorded.
    return PARSERS.has(name) && (isOpen || !unmerged.safeParse(payload).success) ? name : null
  },
  parse: (name, payload) => PARSERS.get(name)?.(payload) ?? null,
}
