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

const merged = z.object({ pull_request: z.object({ merged: z.literal(true) }) })

export const forgejo: WebhookProvider<HostEvent> = {
  name: 'forgejo',
  verify(request, secrets) {
    const [, hex] = /^sha256=(.+)$/.exec(request.headers['x-hub-signature-256'] ?? '') ?? []
    return verifyHmacHex(headerOf(request, 'signature') ?? hex, secrets, request.body)
  },
  deliveryIdOf: request => parseDeliveryId(headerOf(request, 'delivery')),
  eventNameOf(request, payload) {
    const name = `${headerOf(request, 'event')}.${actionOf(payload)}`
    return typeOf(name) && merged.safeParse(payload).success ? name : null
  },
  parse(name, payload) {
    const type = typeOf(name)
    if (type === undefined) return null
    const event = parsePayload(pullEvent, payload)
    const repo = parseRepository(event.repository)
    const pull = mergedPullFromJson(event.pull_request, { host: hostOf(event.pull_request), repo: repo.name })
    return pull && { type, repo, installationId: null, pull }
  },
}

/** Newer versions report labels as `pull_request_label`, with the same payload. */
function typeOf(name: string): 'merged' | 'edited' | undefined {
  const [, action = ''] = /^pull_request(?:_label)?\.(\w+)$/.exec(name) ?? []
  return Object.hasOwn(TYPES, action) ? TYPES[action] : undefined
}
