import { z } from 'zod'
import { isSameSecret } from '#platform/secrets.ts'
import { clip, safeLine } from '#platform/text.ts'
import {
  parseDeliveryId,
  parsePayload,
  type WebhookProvider,
  type WebhookRequest,
} from '#platform/webhooks/provider.ts'
import { anySecretMatches } from '#platform/webhooks/signatures.ts'
import { type HostEvent, happenedAt, OPEN_PULL } from '#pulls/hosts/host-event.ts'
import { mergedPullFrom } from '#pulls/hosts/host-pull.ts'
import { optional, optionalTime } from '#pulls/hosts/shared-schemas.ts'
import { branchOf, hostPullFrom, pageOf, pullSchema, repositoryName } from './schemas.ts'

const event = z.object({
  resource: pullSchema,
  createdDate: optionalTime,
  resourceContainers: optional(z.object({ collection: z.object({ baseUrl: optional(z.string()) }) })),
})

const nameShape = z.object({
  id: optional(z.string()),
  eventType: z.string(),
  resource: z.object({ status: z.string() }),
})

/** The events that report a completed pull request. Both are sent for it; before completion, they report each attempt to merge it too. */
const COMPLETED = ['git.pullrequest.merged', 'git.pullrequest.updated']
/** The events of open pull requests, and whether the author may be asked then. An update does not say whether a draft became ready. */
const OPEN_EVENTS = new Map([
  ['git.pullrequest.created', true],
  ['git.pullrequest.updated', false],
])

export const azure: WebhookProvider<HostEvent> = {
  name: 'azure',
  /** Service hooks are not signed. They send what was entered for them: the password of basic authentication, or a header. */
  verify(request, secrets) {
    const given = passwordOf(request) ?? request.headers['x-tidings-secret']
    return given !== undefined && anySecretMatches(secrets, secret => isSameSecret(secret, given))
  },
  deliveryIdOf: (_, payload) => parseDeliveryId(nameShape.safeParse(payload).data?.id ?? undefined),
  eventNameOf(_, payload) {
    const { eventType = '', resource } = nameShape.safeParse(payload).data ?? {}
    if (resource?.status === 'active') return OPEN_EVENTS.has(eventType) ? OPEN_PULL + eventType : null
    return resource?.status === 'completed' && COMPLETED.includes(eventType) ? eventType : null
  },
  parse(name, payload) {
    const isOpening = name.startsWith(OPEN_PULL) ? OPEN_EVENTS.get(name.slice(OPEN_PULL.length)) : undefined
    if (isOpening === undefined && !COMPLETED.includes(name)) return null
    const { resource: pull, createdDate: at, resourceContainers } = parsePayload(event, payload)
    const { repository } = pull
    const page = pageOf(repository)
    const collection = resourceContainers?.collection.baseUrl ?? collectionOf(page, repository.project.name)
    const organisation = organisationIn(collection)
    const repo = {
      name: clip(safeLine(repositoryName(organisation, repository)), 500),
      id: repository.id,
      ...(repository.defaultBranch && { defaultBranch: branchOf(repository.defaultBranch) }),
      ...(repository.project.visibility === 'private' && { isPrivate: true as const }),
    }
    const place = { repo, installationId: null }
    if (isOpening !== undefined)
      return { type: 'proposed', number: pull.pullRequestId, isOpening, ...place, ...happenedAt(at) }
    const host = URL.parse(page ?? '')?.host ?? ''
    const merged = hostPullFrom(pull, { host, repo: repo.name, page })
    const changedAt = at !== null && Number.isFinite(at) && { changedAt: at }
    return { type: 'merged', pull: mergedPullFrom({ ...merged, ...changedAt }), ...place }
  },
}

/** The password of basic authentication; undefined without one. */
function passwordOf({ headers }: WebhookRequest): string | undefined {
  const [, encoded] = /^Basic +([\w+/=]+)$/i.exec(headers.authorization ?? '') ?? []
  const pair = encoded && Buffer.from(encoded, 'base64').toString()
  return pair?.includes(':') ? pair.slice(pair.indexOf(':') + 1) : undefined
}

/** The address of the collection, from a repository's page: `…/collection/project/_git/name`, or `…/collection/_git/name` if both have one name. */
function collectionOf(page: string | null, project: string): string | null {
  const above = page?.split('/_git/', 1).join() ?? null
  const end = `/${encodeURIComponent(project)}`
  return above?.endsWith(end) ? above.slice(0, -end.length) : above
}

/**
 * The organisation in an address: `https://dev.azure.com/acme/…`, `https://acme.visualstudio.com/…`, or a
 * collection at the end of a server's address.
 */
function organisationIn(address: string | null): string {
  const url = URL.parse(address ?? '')
  const parts = (url?.pathname ?? '').split('/').filter(part => part !== '')
  const [, old] = /^([\w-]+)\.visualstudio\.com$/.exec(url?.hostname ?? '') ?? []
  const part = url?.hostname === 'dev.azure.com' ? parts[0] : parts.at(-1)
  return old ?? part ?? ''
}
