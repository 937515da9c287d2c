import type { AppManifest, ManifestWish } from '#pulls/hosts/host-app.ts'
import { gitHubPageOf } from './addresses.ts'

/** What an app of ours may do, and all of it is reading. */
const PERMISSIONS = { contents: 'read', issues: 'read', metadata: 'read', pull_requests: 'read' }
/** Besides these every app hears of its installations. */
const EVENTS = ['pull_request', 'repository']

/** The registration of an app in two clicks: the person's browser posts it, GitHub asks them once, and sends a code back. */
export function manifestFor({ apiUrl, baseUrl, organisation, ...wish }: ManifestWish): AppManifest {
  const owner = organisation === null ? '' : `/organizations/${encodeURIComponent(organisation)}`
  const manifest = {
    name: wish.name,
    url: baseUrl,
    description: 'Reads merged pull requests and drafts what customers should know of them.',
    hook_attributes: { url: `${baseUrl}/api/callbacks/github`, active: true },
    redirect_url: `${baseUrl}${wish.registeredPath}`,
    callback_urls: [`${baseUrl}${wish.provenPath}`],
    request_oauth_on_install: true,
    public: false,
    default_permissions: PERMISSIONS,
    default_events: EVENTS,
  }
  return {
    address: `${gitHubPageOf(apiUrl)}${owner}/settings/apps/new?state=${encodeURIComponent(wish.state)}`,
    manifest: JSON.stringify(manifest),
  }
}
