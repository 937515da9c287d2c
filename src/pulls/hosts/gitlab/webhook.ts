import { z } from 'zod'
import { isSameSecret } from '#platform/secrets.ts'
import { clip, safeLine } from '#platform/text.ts'
import { parseDeliveryId, parsePayload, type WebhookProvider } from '#platform/webhooks/provider.ts'
import { anySecretMatches, verifyStandardWebhook } from '#platform/webhooks/signatures.ts'
import { type EventRepository, type HostEvent, happenedAt, OPEN_PULL } from '#pulls/hosts/host-event.ts'
import { mergedPullFrom } from '#pulls/hosts/host-pull.ts'
import {
  firstKnown,
  headBranchOf,
  optional,
  optionalList,
  optionalTime,
} from '#pulls/hosts/shared-schemas.ts'
import type { MergedPull } from '#pulls/pull-request.ts'

const labels = optionalList(z.object({ title: z.string() }))

const project = z.object({
  id: z.int(),
  path_with_namespace: z.string().regex(/^[^\s/]+(?:\/[^\s/]+)+$/),
  web_url: z.string(),
  default_branch: optional(z.string()),
  description: optional(z.string()),
  visibility_level: optional(z.int()),
})

/** The `visibility_level` of a public project. */
const PUBLIC = 20

const repositoryOf = ({
  path_with_namespace,
  id,
  default_branch,
  description,
  visibility_level,
}: z.infer<typeof project>): EventRepository => ({
  name: clip(safeLine(path_with_namespace), 500),
  id: String(id),
  ...(default_branch && { defaultBranch: default_branch }),
  ...(description && { about: description }),
  ...(typeof visibility_level === 'number' && visibility_level !== PUBLIC && { isPrivate: true }),
})

const mergeEvent = z.object({
  user: optional(z.object({ id: z.int(), username: z.string() })),
  project,
  labels,
  object_attributes: z.object({
    iid: z.int().min(1),
    title: z.string(),
    description: optional(z.string()),
    author_id: optional(z.int()),
    target_branch: z.string(),
    source_branch: optional(z.string()),
    source_project_id: optional(z.int()),
    target_project_id: optional(z.int()),
    merge_commit_sha: optional(z.string()),
    last_commit: optional(z.object({ id: z.string() })),
    labels,
    merged_at: optionalTime,
    updated_at: optionalTime,
    url: optional(z.string()),
  }),
})

type MergeEvent = z.infer<typeof mergeEvent>

const TYPES: Record<string, 'merged' | 'edited'> = { merge: 'merged', update: 'edited' }

const OPEN_ACTIONS = ['open', 'reopen', 'update']

const requestShape = z.object({
  object_kind: z.literal('merge_request'),
  object_attributes: z.object({ state: z.enum(['merged', 'opened']), action: z.string() }),
})

/** An event of an open merge request. `changes.draft` is there if it became a draft, or became ready. */
const openEvent = z.object({
  project,
  object_attributes: z.object({ iid: z.int().min(1), action: z.string(), updated_at: optionalTime }),
  changes: z.object({ draft: z.object({ current: z.boolean().nullish() }).nullish() }).nullish(),
})

const openRequestOf = ({ project, object_attributes, changes }: z.infer<typeof openEvent>): HostEvent => ({
  type: 'proposed',
  number: object_attributes.iid,
  isOpening: object_attributes.action !== 'update' || changes?.draft?.current === false,
  repo: repositoryOf(project),
  installationId: null,
  ...happenedAt(object_attributes.updated_at),
})

export const gitlab: WebhookProvider<HostEvent> = {
  name: 'gitlab',
  verify(request, secrets, now) {
    const { 'webhook-signature': signature, 'x-gitlab-token': token } = request.headers
    if (signature !== undefined) return verifyStandardWebhook(request, secrets, now)
    return token !== undefined && anySecretMatches(secrets, secret => isSameSecret(secret, token))
  },
  /** Deliveries that one event triggers in a chain share the event's UUID, but each has its own idempotency key. */
  deliveryIdOf({ headers }) {
    const uuid = headers['x-gitlab-event-uuid']
    const key = headers['idempotency-key']
    return parseDeliveryId(uuid !== undefined && key !== undefined ? `${uuid}/${key}` : (uuid ?? key))
  },
  eventNameOf(_, payload) {
    const result = requestShape.safeParse(payload)
    if (!result.success) return null
    const { action, state } = result.data.object_attributes
    if (state === 'opened')
      return OPEN_ACTIONS.includes(action) ? `${OPEN_PULL}merge_request.${action}` : null
    return Object.hasOwn(TYPES, action) ? `merge_request.${action}` : null
  },
  parse(name, payload) {
    if (name.startsWith(OPEN_PULL)) return openRequestOf(parsePayload(openEvent, payload))
    const action = name.replace(/^merge_request\./, '')
    const type = Object.hasOwn(TYPES, action) ? TYPES[action] : undefined
    if (type === undefined) return null
    const event = parsePayload(mergeEvent, payload)
    const repo = repositoryOf(event.project)
    return { type, repo, installationId: null, pull: pullOf(event, repo.name) }
  },
}

function pullOf(
  { user, project, labels, object_attributes: attributes }: MergeEvent,
  repo: string,
): MergedPull {
  const { merged_at: mergedAt, updated_at: changedAt } = attributes
  return mergedPullFrom({
    host: URL.parse(project.web_url)?.host ?? '',
    repo,
    number: attributes.iid,
    title: attributes.title,
    body: attributes.description ?? null,
    // The user in the payload is the one who acted, who often is not the author.
    author: user && user.id === attributes.author_id ? { name: user.username, isBot: false } : null,
    labels: (labels ?? attributes.labels ?? []).map(({ title }) => title),
    baseBranch: attributes.target_branch,
    headBranch: headBranchOf(attributes),
    mergeCommit: attributes.merge_commit_sha ?? attributes.last_commit?.id ?? null,
    // Older versions send no `merged_at`. When the merge is reported, the last change is the merge.
    mergedAt: firstKnown(mergedAt, changedAt),
    ...(changedAt !== null && Number.isFinite(changedAt) && { changedAt }),
    url: attributes.url ?? `${project.web_url}/-/merge_requests/${attributes.iid}`,
  })
}
