import { memoizeOnce } from '#platform/cache.ts'
import type { Clock } from '#platform/clock.ts'
import { type IsAllowed, parseAllowedHosts, portOf } from '#platform/http/address.ts'
import { type OutboundOptions, openOutbound } from '#platform/http/guarded-client.ts'
import { POST_TIMING, REQUEST_MS, type SocialContext } from '#social/context.ts'
import type { NetworkContext } from '#social/network.ts'
import { addressesIn, type NetworkSettings } from '#social/settings.ts'
import type { WritePost } from '#social/texts/post-words.ts'
import { modelsInBackground } from './background.ts'
import { whoHasWriter } from './language-models.ts'
import { memoizedMailTransport } from './mail.ts'
import { networks } from './registry.ts'
import type { Service } from './service.ts'

/** The largest request is an image, the largest response a page of statuses. */
const REQUEST_LIMITS = { timeoutMs: REQUEST_MS, idleMs: 20_000, maxBytes: 8 * 1024 * 1024, maxRedirects: 3 }

/** Opens what connecting and posting need; `actor` is the person who acts. */
export const openSocial = (service: Service, actor: string): SocialContext => {
  const { config, db, clock, ids, log, baseUrl, secrets } = service
  const network = networkContext(config, clock)
  const hasWriter = whoHasWriter(config)
  return {
    db,
    clock,
    ids,
    log,
    baseUrl,
    secrets,
    actor,
    networks,
    network,
    hasWriter,
    write: postWriter(service),
    timing: POST_TIMING,
    transport: memoizedMailTransport(service),
  }
}

/** Words posts with the language model of the account. Its code is loaded with the first post. */
function postWriter(service: Service): WritePost {
  const models = memoizeOnce(() => modelsInBackground(service))
  return async (accountId, entry) => {
    const { writePost } = await import('#pipeline/judging/write-post.ts')
    return writePost(await models(), accountId, entry)
  }
}

/**
 * The context of network code. The configured servers and the allowed private hosts may be private, but only
 * for requests that are meant for them.
 */
export function networkContext(
  { networks: settings, privateHosts }: { networks: NetworkSettings; privateHosts: readonly string[] },
  clock: Clock,
  limits: Omit<OutboundOptions, 'allow'> = REQUEST_LIMITS,
): NetworkContext {
  const configured = addressesIn(settings).map(address => new URL(address).host)
  const isAllowed = onHost(parseAllowedHosts(privateHosts))
  const mayBePrivate = onHost(parseAllowedHosts([...privateHosts, ...configured]))
  const { fetch } = openOutbound({ ...limits, allow: [] })
  const clients = new Map<string, typeof fetch>()
  return {
    fetch,
    fetchFrom(server) {
      const url = new URL(server)
      if (!mayBePrivate(url)) return fetch
      const host = `${url.hostname}:${portOf(url)}`
      const client = clients.get(host) ?? openOutbound({ ...limits, allow: [host] }).fetch
      clients.set(host, client)
      return client
    },
    clock,
    settings,
    isAllowedHost: isAllowed,
  }
}

const onHost =
  (isAllowed: IsAllowed) =>
  (url: URL): boolean =>
    isAllowed(url.hostname, portOf(url))
