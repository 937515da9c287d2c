import { appConnectionKey, installationIn } from '#pipeline/webhooks/host-events.ts'
import type { WebhookEvent } from '#pipeline/webhooks/process.ts'
import {
  ANSWER_WITHIN_MS,
  openWebhookReceiver,
  type WebhookAddress,
  type WebhookConnection,
  type WebhookReceiver,
} from '#pipeline/webhooks/receive.ts'
import { batchLoader } from '#platform/batch-loader.ts'
import type { WebhookProvider } from '#platform/webhooks/provider.ts'
import { listApps } from '#pulls/connections/apps.ts'
import { ownerOfInstallation } from '#pulls/connections/installations.ts'
import { appsWithReviews } from '#pulls/connections/reviews.ts'
import { findSourcesWithSecrets, type SourceWithSecret } from '#pulls/connections/sources.ts'
import { hostNamed } from '#pulls/hosts/hosts.ts'
import type { Config } from './config/config.ts'
import { isServiceProvider, type ServiceProvider, serviceWebhookProviders } from './registry.ts'
import type { Service } from './service.ts'

/** The webhook provider with this name; null if there is none. */
export function webhookProvider(name: string): Promise<WebhookProvider<WebhookEvent>> | null {
  return isServiceProvider(name) ? serviceWebhookProviders[name]() : (hostNamed(name)?.webhook() ?? null)
}

export const openWebhooks = (service: Service): WebhookReceiver =>
  openWebhookReceiver({ ...service, provider: webhookProvider, connectionsAt: connectionsAt(service) })

/** Finds the connections that may post to an address, with the secrets that prove them. */
function connectionsAt(service: Service): (address: WebhookAddress) => Promise<WebhookConnection[]> {
  const findSource = batchedSourceLoader(service)
  return async ({ provider, connectionId }) =>
    connectionId === null
      ? connectionsOfService(service, provider)
      : connectionOfSource(provider, await findSource(connectionId))
}

const SOURCES_PER_QUERY = 64

/** Reads the sources of webhooks that arrive together in one query. */
const batchedSourceLoader = ({ db, secrets }: Service): ((id: string) => Promise<SourceWithSecret | null>) =>
  batchLoader(
    async ids => {
      const found = await findSourcesWithSecrets(db.read, await secrets(), [...new Set(ids)])
      return ids.map(id => found.get(id) ?? null)
    },
    { most: SOURCES_PER_QUERY, timeoutMs: ANSWER_WITHIN_MS },
  )

/** The connections of the whole installation: its payment and mail providers, and its GitHub apps. */
async function connectionsOfService(service: Service, provider: string): Promise<WebhookConnection[]> {
  if (isServiceProvider(provider)) {
    const secrets = configuredSecrets[provider](service.config)
    return secrets.length === 0
      ? []
      : [{ key: provider, accountOf: async () => null, secrets, hasReviews: false }]
  }
  if (provider !== 'github') return []
  const apps = await listApps(service.db.read, service.secrets)
  const reviewed = await appsWithReviews(service.db.read)
  return apps.map(({ id, apiUrl, webhookSecret }) => ({
    key: appConnectionKey(id),
    accountOf: async payload => {
      const installationId = installationIn(payload)
      return installationId === null
        ? null
        : ownerOfInstallation(service.db.read, { appId: id, installationId })
    },
    secrets: [webhookSecret],
    hasReviews: reviewed.has(apiUrl),
  }))
}

const configuredSecrets: Record<ServiceProvider, (config: Config) => readonly string[]> = {
  stripe: ({ stripe }) => stripe?.webhookSecrets ?? [],
  email: ({ mailWebhookSecrets }) => mailWebhookSecrets,
}

function connectionOfSource(provider: string, found: SourceWithSecret | null): WebhookConnection[] {
  if (!found || found.source.provider !== provider || found.secret === null) return []
  const { id, accountId, reviews } = found.source
  return [
    { key: id, accountOf: async () => accountId, secrets: [found.secret], hasReviews: reviews === 'on' },
  ]
}
