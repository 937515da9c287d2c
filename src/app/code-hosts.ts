import type { Billing } from '#accounts/plan.ts'
import type { GitHubAppContext } from '#pipeline/github-app/context.ts'
import { appConnectionKey } from '#pipeline/webhooks/installation-events.ts'
import { ANSWER_WITHIN_MS, type WebhookAddress, type WebhookConnection } from '#pipeline/webhooks/receive.ts'
import { batchLoader } from '#platform/batch-loader.ts'
import { memoizeOnce } from '#platform/cache.ts'
import { openOutbound } from '#platform/http/guarded-client.ts'
import { listApps, type StoredApp } from '#pulls/connections/apps.ts'
import {
  credentialsOf,
  findSourcesWithSecrets,
  type Source,
  type SourceWithSecret,
} from '#pulls/connections/sources.ts'
import { CODE_HOSTS, type CodeHost, type TokenSource } from '#pulls/hosts/code-host.ts'
import type { HostApp } from '#pulls/hosts/host-app.ts'
import type { Config } from './config/config.ts'
import {
  convertGitHubManifest,
  gitHubManifest,
  isServiceProvider,
  openCodeHost,
  openGitHubApp,
  type ServiceProvider,
} from './registry.ts'
import type { Service } from './service.ts'

/** A page of a backfill with its files is the largest answer. */
const HOST_MANNERS = { timeoutMs: 60_000, idleMs: 30_000, maxBytes: 64 * 1024 * 1024 }

/** Who may send callbacks to an address, and what proves them. */
export function connectionsAt(service: Service): (address: WebhookAddress) => Promise<WebhookConnection[]> {
  const find = findingSources(service)
  return async ({ provider, connectionId }) =>
    connectionId === null
      ? connectionsOfService(service, provider)
      : connectionOfSource(provider, await find(connectionId))
}

/** Sources that are looked up at once. */
const MOST_AT_ONCE = 64

/** Many callbacks come in at once, and most of them from few sources. */
const findingSources = ({ db, secrets }: Service): ((id: string) => Promise<SourceWithSecret | null>) =>
  batchLoader(
    async ids => {
      const found = await findSourcesWithSecrets(db.read, await secrets(), [...new Set(ids)])
      return ids.map(id => found.get(id) ?? null)
    },
    { most: MOST_AT_ONCE, timeoutMs: ANSWER_WITHIN_MS },
  )

async function connectionsOfService(service: Service, provider: string): Promise<WebhookConnection[]> {
  if (isServiceProvider(provider)) return configured(provider, SECRETS[provider](service.config))
  if (provider !== 'github') return []
  const apps = await listApps(service.db.read, service.secrets)
  return apps.map(app => ({ key: appConnectionKey(app.id), accountId: null, secrets: [app.webhookSecret] }))
}

const SECRETS: Record<ServiceProvider, (config: Config) => readonly string[]> = {
  stripe: ({ stripe }) => stripe?.webhookSecrets ?? [],
  email: ({ mailWebhookSecrets }) => mailWebhookSecrets,
}

const configured = (key: string, secrets: readonly string[]): WebhookConnection[] =>
  secrets.length === 0 ? [] : [{ key, accountId: null, secrets }]

function connectionOfSource(provider: string, found: SourceWithSecret | null): WebhookConnection[] {
  if (!found || found.source.provider !== provider || found.secret === null) return []
  return [{ key: found.source.id, accountId: found.source.accountId, secrets: [found.secret] }]
}

/** The way to code hosts: to those on the public internet, and to those that the operator allowed. */
const wayOut = ({ config }: Service): typeof globalThis.fetch =>
  openOutbound({ allow: config.privateHosts, ...HOST_MANNERS }).fetch

/** Gives clients of sources' hosts, each with the credentials that the source has; null for one that has none. */
export function openCodeHostClients(service: Service): (source: Source) => Promise<CodeHost | null> {
  const { db, clock, retryTiming } = service
  const fetch = wayOut(service)
  const appAt = keptApps(service, fetch)
  return async source => {
    const token = await tokenOf(source)
    return token && openCodeHost(source.provider, { apiUrl: source.apiUrl, token, fetch, clock, retryTiming })
  }

  async function tokenOf(source: Source): Promise<TokenSource | null> {
    if (source.installationId !== null) {
      const found = await appAt(source.apiUrl)
      return found?.app.tokenOf(source.installationId) ?? null
    }
    if (!source.hasToken) return null
    const { token } = await credentialsOf(db.read, await service.secrets(), source)
    return token === null ? null : async () => token
  }
}

/** What apps are registered with, and repositories connected through them. */
export function openGitHubAppContext(service: Service): GitHubAppContext {
  const { db, clock, ids, baseUrl, config, secrets } = service
  const fetch = wayOut(service)
  return {
    db,
    clock,
    ids,
    baseUrl,
    billing: billingOf(config),
    secrets,
    manifest: gitHubManifest,
    convert: (apiUrl, code) => convertGitHubManifest({ apiUrl, fetch, clock }, code),
    appAt: keptApps(service, fetch),
  }
}

/** Without a payment provider every account has everything. */
export const billingOf = ({ stripe }: Pick<Config, 'stripe'>): Billing => (stripe ? 'paid' : 'none')

/** One client of each app for as long as the process runs: it keeps the tokens of its installations. */
function keptApps(
  { db, clock, retryTiming, secrets }: Service,
  fetch: typeof globalThis.fetch,
): (apiUrl: string) => Promise<{ id: string; app: HostApp } | null> {
  const kept = new Map<string, () => Promise<HostApp>>()
  const open = ({ id, ...app }: StoredApp) => {
    const known = kept.get(id) ?? memoizeOnce(() => openGitHubApp({ ...app, fetch, clock, retryTiming }))
    kept.set(id, known)
    return known()
  }
  return async apiUrl => {
    const found = (await listApps(db.read, secrets)).find(one => one.apiUrl === apiUrl)
    return found ? { id: found.id, app: await open(found) } : null
  }
}

export const isCodeHost = (name: string): name is (typeof CODE_HOSTS)[number] =>
  CODE_HOSTS.some(one => one === name)
