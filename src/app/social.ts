import { parseAllowedHosts } from '#platform/http/address.ts'
import { openOutbound } from '#platform/http/guarded-client.ts'
import type { SocialContext } from '#social/context.ts'
import type { NetworkContext } from '#social/network.ts'
import { networks } from './registry.ts'
import type { Service } from './service.ts'

/** The largest request is an image, the largest response a page of statuses. */
const REQUEST_LIMITS = { timeoutMs: 30_000, idleMs: 20_000, maxBytes: 8 * 1024 * 1024, maxRedirects: 3 }

/** What connecting and posting need; `actor` is who acts. */
export const openSocial = (service: Service, actor: string): SocialContext => {
  const { db, clock, ids, log, baseUrl, secrets } = service
  return { db, clock, ids, log, baseUrl, secrets, actor, networks, network: networkContext(service) }
}

/** Reaches networks on the public internet, and private ones that the operator allowed. */
function networkContext({ config, clock }: Pick<Service, 'config' | 'clock'>): NetworkContext {
  const { blueskyUrl, plcUrl, x, linkedin } = config.networks
  const configured = [blueskyUrl, plcUrl, x.apiUrl, linkedin.apiUrl, linkedin.siteUrl].map(
    address => new URL(address).host,
  )
  const allow = [...config.privateHosts, ...configured]
  const isAllowed = parseAllowedHosts(config.privateHosts)
  return {
    fetch: openOutbound({ allow, ...REQUEST_LIMITS }).fetch,
    clock,
    settings: config.networks,
    isAllowedHost: url => isAllowed(url.hostname, Number(url.port) || (url.protocol === 'https:' ? 443 : 80)),
  }
}
