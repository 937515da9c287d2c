import type { Billing } from '#accounts/plan.ts'
import { UPLOAD_LIMIT } from '#changelog/entries/images/picture.ts'
import type { FetchPullPicture } from '#changelog/entries/images/pull-pictures.ts'
import type { GitHubApps } from '#pipeline/github-app/context.ts'
import { memoizeOnce } from '#platform/cache.ts'
import { systemClock } from '#platform/clock.ts'
import { openOutbound } from '#platform/http/guarded-client.ts'
import { listApps, type StoredApp } from '#pulls/connections/apps.ts'
import { credentialsOf, listSources, type Source } from '#pulls/connections/sources.ts'
import type { CodeHost, CodeHostOptions, RetryTiming, TokenSource } from '#pulls/hosts/code-host.ts'
import type { HostApp } from '#pulls/hosts/host-app.ts'
import { type CodeHostName, HOSTS } from '#pulls/hosts/hosts.ts'
import type { PullConversation } from '#pulls/hosts/pull-conversation.ts'
import { fetchPicture } from '#pulls/pictures/fetch-picture.ts'
import type { Config } from './config/config.ts'
import type { Service, ServiceBase } from './service.ts'

/** The largest response is a page of a backfill with its files. */
const REQUEST_LIMITS = { timeoutMs: 60_000, idleMs: 30_000, maxBytes: 64 * 1024 * 1024 }

/** The `fetch` for code hosts: those on the public internet, and private ones that the operator allowed. */
const codeHostFetch = ({ config }: Pick<Service, 'config'>): typeof globalThis.fetch =>
  openOutbound({ allow: config.privateHosts, ...REQUEST_LIMITS }).fetch

type ClientOf<Client> = (source: Source) => Promise<Client | null>

/** Opens a client of a source's host with the source's credentials; null for a source without credentials. */
export const openCodeHostClients = (service: ServiceBase): ClientOf<CodeHost> =>
  openClients(service, ({ provider }) => HOSTS[provider].client())

/** Opens the conversations of a source's pull requests; null for a source without credentials. */
export const openConversations = (service: ServiceBase): ClientOf<PullConversation> =>
  openClients(service, ({ provider }) => HOSTS[provider].conversation())

function openClients<Client>(
  service: ServiceBase,
  opener: (source: Source) => Promise<(options: CodeHostOptions) => Client>,
): ClientOf<Client> {
  const { clock, retryTiming } = service
  const fetch = codeHostFetch(service)
  const tokenOf = openTokenSources(service)
  return async source => {
    const token = await tokenOf(source)
    if (!token) return null
    const open = await opener(source)
    return open({ apiUrl: source.apiUrl, token, fetch, clock, retryTiming })
  }
}

/** Gives the API token of a source: its own, or the token of its app's installation. Null for a source without either. */
function openTokenSources(service: ServiceBase): (source: Source) => Promise<TokenSource | null> {
  const appAt = memoizedApps(service, codeHostFetch(service))
  return async source => {
    if (source.installationId !== null) {
      const found = await appAt(source.apiUrl)
      return found?.app.tokenOf(source.installationId) ?? null
    }
    if (!source.hasToken) return null
    const { token } = await credentialsOf(service.db.read, await service.secrets(), source)
    return token === null ? null : async () => token
  }
}

/** The context of registering GitHub apps and connecting repositories through them. */
export function openGitHubApps(service: Service): GitHubApps {
  const { db, clock, ids, baseUrl, config, secrets } = service
  const fetch = codeHostFetch(service)
  return {
    db,
    clock,
    ids,
    baseUrl,
    billing: billingOf(config),
    secrets,
    manifest: HOSTS.github.app.manifest,
    convert: (apiUrl, code) => HOSTS.github.app.convert({ apiUrl, fetch, clock }, code),
    appAt: memoizedApps(service, fetch),
  }
}

/** Whether plans and their limits apply: only if a payment provider is configured. */
export const billingOf = ({ stripe }: Pick<Config, 'stripe'>): Billing => (stripe ? 'paid' : 'none')

/** Opens one client per app and process, since it caches the tokens of the app's installations. */
function memoizedApps(
  { db, clock, retryTiming, secrets }: ServiceBase,
  fetch: typeof globalThis.fetch,
): (apiUrl: string) => Promise<{ id: string; app: HostApp } | null> {
  const opened = new Map<string, () => Promise<HostApp>>()
  const open = ({ id, ...app }: StoredApp) => {
    const openApp =
      opened.get(id) ?? memoizeOnce(() => HOSTS.github.app.open({ ...app, fetch, clock, retryTiming }))
    opened.set(id, openApp)
    return openApp()
  }
  return async apiUrl => {
    const found = (await listApps(db.read, secrets)).find(app => app.apiUrl === apiUrl)
    return found ? { id: found.id, app: await open(found) } : null
  }
}

/** The limits of a request for a picture, except for that of its size. */
const PICTURE_TIMES = { timeoutMs: 20_000, idleMs: 10_000, maxRedirects: 3 }

/**
 * Fetches pictures that pull requests link to. Strangers choose these addresses, so the only private host
 * that can be reached is the pull request's own, if the operator allows it.
 */
export function openPullPictures(service: ServiceBase): FetchPullPicture {
  const tokenOf = openTokenSources(service)
  const { privateHosts } = service.config
  return async (accountId, { host, repo }, address) => {
    const source = (await listSources(service.db.read, { accountId })).find(
      one => one.host === host && one.repo === repo,
    )
    const connection = source ? { ...source, token: await tokenOf(source) } : null
    const isOwnHost = source !== undefined && new URL(address).host === host
    const allow = isOwnHost ? privateHosts.filter(name => name.toLowerCase() === host) : []
    const outbound = openOutbound({ allow, maxBytes: UPLOAD_LIMIT, ...PICTURE_TIMES })
    try {
      return await fetchPicture(address, connection, outbound.fetch)
    } finally {
      await outbound.close()
    }
  }
}

/** Retry times for pipelines, which wait longer for a host than a server: a server can retry later. */
const RETRY_TIMING: RetryTiming = { longestWaitMs: 30_000, secondMs: 1_000 }

/**
 * Opens the conversations of pull requests at an address that the pipeline itself names, so it may be
 * private. Without a token, access is anonymous.
 */
export async function openConversationAt(
  provider: CodeHostName,
  apiUrl: string,
  token: string | null,
): Promise<PullConversation> {
  const { fetch } = openOutbound({ allow: [new URL(apiUrl).host], ...REQUEST_LIMITS })
  const open = await HOSTS[provider].conversation()
  return open({
    apiUrl,
    token: token === null ? null : async () => token,
    fetch,
    clock: systemClock,
    retryTiming: RETRY_TIMING,
  })
}
