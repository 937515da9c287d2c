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

const pullEvent = z.object({ repository: repositoryShape, pull_request: pullRequestSchema })

const TYPES: Record<string, 'merged' | 'edited'> = {
  closed: 'merged',
  edited: 'edited',
  label_updated: 'edited',
  label_cleared: 'edited',
}

/** Forgejo and Gitea send each header under both names, and under GitHub's. */
const headerOf = ({ headers }: WebhookRequest, name: string): string | undefined =>
  headers[`x-forgejo-${name}`] ?? headers[`x-gitea-${name}`] ?? headers[`x-github-${name}`]

/** The actions on open pull requests, and whether the author may be asked then. */
const OPEN_ACTIONS = new Map([
  ['opened', true],
  ['reopened', true],
  ['synchronized', false],
  ['edited', false],
])

const merged = z.object({ pull_request: z.object({ merged: z.literal(true) }) })
const open = z.object({
  pull_request: z.object({ number: z.int().min(1), state: z.literal('open'), updated_at: optionalTime }),
})
const openEvent = open.extend({ repository: repositoryShape })

export const forgejo: WebhookProvider<HostEvent> = {
  name: 'forgejo',
  verify(request, secrets) {
    const [, hex] = /^sha256=(.+)$/.exec(request.headers['x-hub-signature-256'] ?? '') ?? []
    return verifyHmacHex(headerOf(request, 'signature') ?? hex, secrets, request.body)
  },
  deliveryIdOf: request => parseDeliveryId(headerOf(request, 'delivery')),
  eventNameOf(request, payload) {
    const name = `${headerOf(request, 'event')}.${actionOf(payload)}`
    if (actionIn(name) !== 'closed' && open.safeParse(payload).success)
      return OPEN_ACTIONS.has(actionIn(name)) ? OPEN_PULL + name : null
    return typeOf(name) && merged.safeParse(payload).success ? name : null
  },
  parse(name, payload) {
    if (name.startsWith(OPEN_PULL)) return parseOpenPull(name.slice(OPEN_PULL.length), payload)
    const type = typeOf(name)
    if (type === undefined) return null
    const event = parsePayload(pullEvent, payload)
    const repo = parseRepository(event.repository)
    const pull = mergedPullFromJson(event.pull_request, { host: hostOf(event.pull_request), repo: repo.name })
    return pull && { type, repo, installationId: null, pull }
  },
}

function parseOpenPull(name: string, payload: unknown): HostEvent | null {
  const isOpening = OPEN_ACTIONS.get(actionIn(name))
  if (isOpening === undefined) return null
  const { repository, pull_request } = parsePayload(openEvent, payload)
  const { number, updated_at } = pull_request
  const place = { repo: parseRepository(repository), installationId: null, ...happenedAt(updated_at) }
  return { type: 'proposed', number, isOpening, ...place }
}

function typeOf(name: string): 'merged' | 'edited' | undefined {
  const action = actionIn(name)
  return Object.hasOwn(TYPES, action) ? TYPES[action] : undefined
}

/** Newer versions report labels and pushes as `pull_request_label` and `pull_request_sync`, with the same payload. */
const actionIn = (name: string): string => /^pull_request(?:_label|_sync)?\.(\w+)$/.exec(name)?.[1] ?? ''
