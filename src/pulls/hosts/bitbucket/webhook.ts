import { z } from 'zod'
import { clip, safeLine } from '#platform/text.ts'
import { parseDeliveryId, parsePayload, type WebhookProvider } from '#platform/webhooks/provider.ts'
import { verifyHmacHex } from '#platform/webhooks/signatures.ts'
import { type HostEvent, happenedAt, OPEN_PULL } from '#pulls/hosts/host-event.ts'
import { mergedPullFrom } from '#pulls/hosts/host-pull.ts'
import { firstKnown, optionalTime } from '#pulls/hosts/shared-schemas.ts'
import { hostPullFrom, pullSchema, repositorySchema } from './schemas.ts'

const pullEvent = z.object({
  repository: repositorySchema,
  pullrequest: pullSchema.extend({ updated_on: optionalTime }),
})

const stateShape = z.object({ pullrequest: z.object({ state: z.string() }) })

const MERGED = 'pullrequest:fulfilled'
/** The events of open pull requests, and whether the author may be asked then. An update does not say whether a draft became ready. */
const OPEN_EVENTS = new Map([
  ['pullrequest:created', true],
  ['pullrequest:updated', false],
])

export const bitbucket: WebhookProvider<HostEvent> = {
  name: 'bitbucket',
  verify({ headers, body }, secrets) {
    const [, hex] = /^sha256=(.+)$/.exec(headers['x-hub-signature'] ?? '') ?? []
    return verifyHmacHex(hex, secrets, body)
  },
  deliveryIdOf: ({ headers }) => parseDeliveryId(headers['x-request-uuid']),
  eventNameOf({ headers }, payload) {
    const name = headers['x-event-key'] ?? ''
    const state = stateShape.safeParse(payload).data?.pullrequest.state
    if (state === 'OPEN') return OPEN_EVENTS.has(name) ? OPEN_PULL + name : null
    return name === MERGED && state === 'MERGED' ? name : null
  },
  parse(name, payload) {
    const isOpening = OPEN_EVENTS.get(name.slice(OPEN_PULL.length))
    if (isOpening === undefined && name !== MERGED) return null
    const { repository, pullrequest: pull } = parsePayload(pullEvent, payload)
    const repo = {
      name: clip(safeLine(repository.full_name), 500),
      id: repository.uuid,
      ...(repository.mainbranch && { defaultBranch: repository.mainbranch.name }),
      ...(repository.is_private && { isPrivate: true as const }),
    }
    const place = { repo, installationId: null }
    if (isOpening !== undefined)
      return { type: 'proposed', number: pull.id, isOpening, ...place, ...happenedAt(pull.updated_on) }
    const host = URL.parse(pull.links.html.href)?.host ?? ''
    // The hash of the merge commit is truncated here, so only the API has it.
    const changedAt = firstKnown(pull.updated_on)
    const landed = { commit: null, at: changedAt }
    return {
      type: 'merged',
      pull: mergedPullFrom(
        hostPullFrom({ ...pull, updated_on: changedAt }, { host, repo: repo.name }, landed),
      ),
      ...place,
    }
  },
}
