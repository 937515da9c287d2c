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

/** Forgejo and Gitea send every header under both names, and GitHub's beside them. */
const headerOf = ({ headers }: WebhookRequest, name: string): string | undefined =>
  headers[`x-forgejo-${name}`] ?? headers[`x-gitea-${name}`] ?? headers[`x-github-${name}`]

const merged = z.object({ pull_request: z.object({ merged: z.literal(true) }) })

export const forgejo: WebhookProvider<HostEvent> = {
  name: 'forgejo',
  verify(callback, secrets) {
    const [, hex] = /^sha256=(.+)$/.exec(callback.headers['x-hub-signature-256'] ?? '') ?? []
    return verifyHmacHex(headerOf(callback, 'signature') ?? hex, secrets, callback.body)
  },
  deliveryIdOf: callback => parseDeliveryId(headerOf(callback, 'delivery')),
  eventNameOf(callback, payload) {
    const name = `${headerOf(callback, 'event')}.${actionOf(payload)}`
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

/** Labels have an event of their own in newer versions, with the same payload. */
function typeOf(name: string): 'merged' | 'edited' | undefined {
  const [, action = ''] = /^pull_request(?:_label)?\.(\w+)$/.exec(name) ?? []
  return Object.hasOwn(TYPES, action) ? TYPES[action] : undefined
}
