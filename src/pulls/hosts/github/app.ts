import createJwt from 'universal-github-app-jwt'
import { z } from 'zod'
import type { Clock, Instant } from '#platform/clock.ts'
import { mapConcurrently } from '#platform/concurrency.ts'
import { bearer, openHostClient, REQUESTS_AT_ONCE, type RestClient } from '#pulls/hosts/rest/client.ts'
import type { CodeHostOptions, TokenSource } from '../code-host.ts'
import type {
  AdministeredInstallation,
  AppCredentials,
  AppManifest,
  HostApp,
  HostAppOptions,
  Installation,
  ManifestOptions,
} from '../host-app.ts'
import { HostFailure } from '../host-failure.ts'
import { timestamp } from '../shared-schemas.ts'
import { gitHubHostOf, gitHubPageOf } from './site.ts'

/** The page of an app. On GitHub Enterprise Server it has another path. */
function gitHubAppPageOf(apiUrl: string, slug: string): string {
  const page = gitHubPageOf(apiUrl)
  const isCloud = /(?:^|\.)(?:github\.com|ghe\.com)$/.test(new URL(page).hostname)
  return `${page}/${isCloud ? 'apps' : 'github-apps'}/${encodeURIComponent(slug)}`
}

/** Limits for one person. Further repositories can be connected by name. */
const REPOSITORIES_READ = 1_000
const INSTALLATIONS_READ = 100
const LIST_PAGE = 100

const installation = z.object({
  id: z.int(),
  account: z.object({ login: z.string().optional(), slug: z.string().optional() }).nullable(),
  suspended_at: z.string().nullish(),
})

const ownInstallation = installation.extend({
  permissions: z.object({ pull_requests: z.string().optional(), issues: z.string().optional() }),
})

const repository = z.object({
  id: z.int(),
  full_name: z.string(),
  permissions: z.object({ admin: z.boolean() }).optional(),
})

/** The schemas of lists, which GitHub wraps in an object. */
const installationList = z.object({ installations: z.array(installation) }).transform(it => it.installations)
const repositoryList = z.object({ repositories: z.array(repository) }).transform(it => it.repositories)

export function openGitHubApp(options: HostAppOptions): HostApp {
  const asApp = clientWith(options, () => jwtOf(options))
  const tokenOf = installationTokens(options.clock, async id => {
    const { token, expires_at } = await asApp.post(
      `/app/installations/${encodeURIComponent(id)}/access_tokens`,
      z.object({ token: z.string(), expires_at: timestamp }),
    )
    return { token, expiresAt: expires_at }
  })
  return {
    host: gitHubHostOf(options.apiUrl),
    tokenOf,
    async installation(id) {
      const given = await asApp.get(`/app/installations/${encodeURIComponent(id)}`, ownInstallation)
      const { pull_requests, issues } = given.permissions
      return { ...installationFrom(given), mayComment: [pull_requests, issues].includes('write') }
    },
    uninstall: id => asApp.change('DELETE', `/app/installations/${encodeURIComponent(id)}`),
    authorizeUrl: (state, redirectUri) => authorizeUrl(options, state, redirectUri),
    installUrl: state =>
      `${gitHubAppPageOf(options.apiUrl, options.slug)}/installations/new${state === undefined ? '' : `?state=${encodeURIComponent(state)}`}`,
    async administeredInstallations(code, redirectUri) {
      const token = await exchangeCode(options, code, redirectUri)
      return installationsAdministeredBy(clientWith(options, async () => token))
    },
  }
}

const jwtOf = async ({ appId, privateKey, clock }: { appId: string; privateKey: string; clock: Clock }) =>
  (await createJwt({ id: appId, privateKey, now: Math.floor(clock.now() / 1000) })).token

const clientWith = (options: Omit<CodeHostOptions, 'token'>, token: TokenSource | null): RestClient =>
  openHostClient({ ...options, token }, bearer, gitHubHostOf(options.apiUrl)).rest

const installationFrom = (given: z.infer<typeof installation>): Installation => ({
  id: String(given.id),
  account: given.account?.login ?? given.account?.slug ?? '',
  isSuspended: typeof given.suspended_at === 'string',
})

function authorizeUrl({ apiUrl, clientId }: HostAppOptions, state: string, redirectUri: string): string {
  const url = new URL(`${gitHubPageOf(apiUrl)}/login/oauth/authorize`)
  url.search = new URLSearchParams({ client_id: clientId, state, redirect_uri: redirectUri }).toString()
  return url.href
}

/** Exchanges the OAuth code for a user access token. GitHub answers a bad code with status 200 and no token. */
async function exchangeCode(options: HostAppOptions, code: string, redirectUri: string): Promise<string> {
  const { apiUrl, clientId, clientSecret } = options
  const host = gitHubHostOf(apiUrl)
  const pages = openHostClient({ ...options, apiUrl: gitHubPageOf(apiUrl), token: null }, bearer, host).rest
  const { access_token } = await pages.post(
    '/login/oauth/access_token',
    z.object({ access_token: z.string().optional() }),
    { client_id: clientId, client_secret: clientSecret, code, redirect_uri: redirectUri },
  )
  if (access_token === undefined) throw new HostFailure('unauthorized', host)
  return access_token
}

async function installationsAdministeredBy(asPerson: RestClient): Promise<AdministeredInstallation[]> {
  const list = { per_page: LIST_PAGE }
  const seen = await asPerson.getAll('/user/installations', installationList, INSTALLATIONS_READ, list)
  const proven = await mapConcurrently(seen, REQUESTS_AT_ONCE, async one => {
    const path = `/user/installations/${one.id}/repositories`
    const found = await asPerson.getAll(path, repositoryList, REPOSITORIES_READ, list)
    const own = found.filter(({ permissions }) => permissions?.admin === true)
    const repositories = own.map(({ id, full_name: name }) => ({ name, id: String(id) }))
    return { ...installationFrom(one), repositories }
  })
  return proven.filter(one => one.repositories.length > 0)
}

interface InstallationToken {
  token: string
  expiresAt: Instant
}

/** A token is renewed this long before it expires, so that a job which starts with it can finish. */
const RENEW_BEFORE_MS = 5 * 60_000

/** Caches one token per installation until shortly before it expires. Concurrent callers share one request for a new token. */
function installationTokens(
  clock: Clock,
  create: (installationId: string) => Promise<InstallationToken>,
): (installationId: string) => TokenSource {
  const cache = new Map<string, Promise<InstallationToken>>()
  const renew = (id: string) => {
    const fresh = create(id)
    cache.set(id, fresh)
    fresh.catch(() => cache.get(id) === fresh && cache.delete(id))
    return fresh
  }
  return id => async refused => {
    const cached = cache.get(id)
    const known = await cached
    const isGood = known && known.token !== refused && known.expiresAt - RENEW_BEFORE_MS > clock.now()
    if (isGood) return known.token
    // If several callers find the token expired, the first one renews it.
    const current = cache.get(id)
    const fresh = await (current === undefined || current === cached ? renew(id) : current)
    return fresh.token
  }
}

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
  options: Omit<CodeHostOptions, 'token'>,
  code: string,
): Promise<AppCredentials> {
  const rest = clientWith(options, null)
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
