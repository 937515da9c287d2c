import { z } from 'zod'
import { DEFAULT_RETRY_TIMING } from '#pulls/hosts/code-host.ts'
import type { AppCredentials, AppManifest, HostAppOptions, ManifestOptions } from '#pulls/hosts/host-app.ts'
import { openRestClient } from '#pulls/hosts/rest/client.ts'
import { gitHubHostOf, gitHubPageOf } from './site.ts'

/** The app's permissions. It only reads, unless it may comment on pull requests. */
const permissionsOf = (mayComment: boolean) => ({
  ...{ contents: 'read', issues: 'read', metadata: 'read' },
  pull_requests: mayComment ? 'write' : 'read',
})
/** The app's webhook events. Events about installations are always sent. */
const EVENTS = ['pull_request', 'repository']

/**
 * The form that registers a GitHub App from a manifest. The person's browser posts it; GitHub asks for confirmation and redirects
 * back with a code. See docs.github.com/apps, "Registering a GitHub App from a manifest".
 */
export function manifestFor({ apiUrl, baseUrl, organisation, ...options }: ManifestOptions): AppManifest {
  const owner = organisation === null ? '' : `/organizations/${encodeURIComponent(organisation)}`
  const manifest = {
    name: options.name,
    url: baseUrl,
    description: 'Reads merged pull requests and drafts what customers should know of them.',
    hook_attributes: { url: `${baseUrl}/api/callbacks/github`, active: true },
    redirect_url: `${baseUrl}${options.registeredPath}`,
    callback_urls: [`${baseUrl}${options.provenPath}`],
    request_oauth_on_install: true,
    public: false,
    default_permissions: permissionsOf(options.mayComment),
    default_events: EVENTS,
  }
  return {
    url: `${gitHubPageOf(apiUrl)}${owner}/settings/apps/new?state=${encodeURIComponent(options.state)}`,
    manifest: JSON.stringify(manifest),
  }
}

const conversion = z.object({
  id: z.int(),
  slug: z.string(),
  pem: z.string(),
  webhook_secret: z.string(),
  client_id: z.string(),
  client_secret: z.string(),
})

/** Exchanges the code of a manifest registration for the app's credentials. A code works once, within an hour. */
export async function convertManifest(
  {
    apiUrl,
    fetch,
    clock,
    retryTiming = DEFAULT_RETRY_TIMING,
  }: Pick<HostAppOptions, 'apiUrl' | 'fetch' | 'clock' | 'retryTiming'>,
  code: string,
): Promise<AppCredentials> {
  const rest = openRestClient({ apiUrl, host: gitHubHostOf(apiUrl), fetch, clock, retryTiming })
  const it = await rest.post(`/app-manifests/${encodeURIComponent(code)}/conversions`, conversion)
  return {
    appId: String(it.id),
    slug: it.slug,
    privateKey: it.pem,
    webhookSecret: it.webhook_secret,
    clientId: it.client_id,
    clientSecret: it.client_secret,
  }
}
