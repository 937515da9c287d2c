import { NETWORKS } from '#social/settings.ts'
import { PASSKEY_ROUTES } from './passkey-routes.ts'
import type { RouteRule } from './rule.ts'

const SECRET = { secret: 'nobody-was-ever-given-this-secret' }
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'
const ANYBODY: RouteRule = { access: 'anybody' }
const HOLDER: RouteRule = { access: 'holder' }
const GITHUB_APP: RouteRule = { access: 'person', query: 'state=x&code=x&choice=x', answer: 404 }
const GITHUB_APP_PAGES = ['register', 'registered', 'proven', 'choice'].map(
  page => [`GET /app/api/github-app/${page}`, GITHUB_APP] as const,
)
const MCP: RouteRule = {
  access: 'mcp',
  method: 'POST',
  headers: { Accept: 'application/json, text/event-stream' },
  body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_highlights', arguments: {} } },
}

const UNKNOWN_KEY = '0123456789abcdef'

const IMAGE_ROUTES: Record<string, RouteRule> = {
  'PUT /app/api/accounts/:account/entries/:entry/image': {
    access: 'writer',
    query: '?seen=2&alt=x',
    body: {},
  },
  'POST /app/api/accounts/:account/entries/:entry/pictures/look': {
    access: 'writer',
    body: { key: UNKNOWN_KEY },
    answer: 404,
  },
  'POST /app/api/accounts/:account/entries/:entry/pictures/use': {
    access: 'writer',
    body: { key: UNKNOWN_KEY, seen: 2, alt: 'A chart' },
    answer: 404,
  },
  'POST /app/api/accounts/:account/images': { access: 'writer', body: {}, answer: 400 },
  'GET /app/api/accounts/:account/images/:sha256': { access: 'viewer' },
}

/** The routes in the order in which a writer is connected and removed. */
const WRITER_ROUTES: Record<string, RouteRule> = {
  'GET /app/api/accounts/:account/writer': { access: 'viewer' },
  'GET /app/api/accounts/:account/writer/local': { access: 'owner' },
  'POST /app/api/accounts/:account/writer/models': {
    access: 'owner',
    body: { provider: 'openai' },
    answer: 400,
  },
  'POST /app/api/accounts/:account/writer/try': { access: 'owner', body: {}, answer: 404 },
  'GET /app/api/accounts/:account/rewording': { access: 'viewer' },
}

const TRANSLATION_ROUTES: Record<string, RouteRule> = {
  'GET /app/api/accounts/:account/languages': { access: 'viewer' },
  'GET /app/api/accounts/:account/entries/:entry/translations': { access: 'viewer' },
}

/** Every route that the app serves, as the app itself names it. Feeds are served before it and named here by hand. */
export const ROUTES: Record<string, RouteRule> = {
  'GET /': ANYBODY,
  'GET /docs': ANYBODY,
  'GET /widget.js': ANYBODY,
  'GET /llms.txt': { ...ANYBODY, reads: 'which pages their teams let be listed' },
  'GET /robots.txt': { ...ANYBODY, reads: 'whether teams let pages be listed' },
  'GET /sitemap.xml': { ...ANYBODY, reads: 'which pages their teams let be listed' },
  'GET /docs/highlights': ANYBODY,
  'GET /docs/mcp': ANYBODY,
  'GET /docs/problems': ANYBODY,
  'GET /assets/:version/:name': ANYBODY,
  'GET /openapi.json': ANYBODY,
  'GET /status.json': {
    ...ANYBODY,
    reads: 'some feed, to see whether feeds can be read; nothing of it is answered',
  },
  'GET /.well-known/api-catalog': ANYBODY,
  'GET /.well-known/oauth-protected-resource/mcp': ANYBODY,
  'GET /.well-known/oauth-protected-resource/mcp/': ANYBODY,
  'GET /mcp/server-card': ANYBODY,
  'GET /images/:name': ANYBODY,
  ...Object.fromEntries(
    NETWORKS.flatMap(name => [
      [`GET /social/${name}/client-metadata.json`, { ...ANYBODY, answer: 404 }],
      [`GET /social/${name}/return`, HOLDER],
      [`GET /social/${name}/return/:server`, HOLDER],
    ]),
  ),
  'GET /c/*': {
    ...HOLDER,
    answer: 404,
    reads: 'the page that the address names, to find that there is none',
  },
  'GET /api/v1/highlights': { access: 'api' },
  'OPTIONS /api/v1/highlights': ANYBODY,
  'ALL /mcp': MCP,
  'ALL /mcp/': MCP,
  'GET /.well-known/oauth-authorization-server': ANYBODY,
  'GET /oauth/authorize': ANYBODY,
  'POST /oauth/register': { access: 'anybody', body: { redirect_uris: ['https://example.com/back'] } },
  'POST /oauth/token': { access: 'holder', body: {} },
  'POST /oauth/revoke': { access: 'holder', body: {} },
  'POST /api/callbacks/:provider': { access: 'provider', body: {} },
  'POST /api/callbacks/:provider/:connection': {
    access: 'provider',
    body: {},
    reads: 'the connection in the path, whose secret the proof is checked with',
  },
  'GET /mail/unsubscribe/:token': HOLDER,
  'POST /mail/unsubscribe/:token': HOLDER,
  'GET /app': ANYBODY,
  'GET /app/*': ANYBODY,
  'GET /app/assets/:name': ANYBODY,
  'GET /app/auth/*': ANYBODY,
  'POST /app/auth/*': { access: 'anybody', body: {} },
  'ALL /app/api/*': { access: 'person', answer: 404 },
  'GET /app/api/welcome': ANYBODY,
  'POST /app/api/sign-in/link': { access: 'holder', body: SECRET },
  'POST /app/api/set-up/look': { access: 'holder', body: SECRET },
  'POST /app/api/set-up': {
    access: 'holder',
    body: {
      ...SECRET,
      name: 'Eve',
      email: 'eve@example.com',
      password: 'long enough to do',
      accountName: '',
    },
  },
  'POST /app/api/invitation/look': { access: 'holder', body: SECRET },
  'POST /app/api/invitation/accept': { access: 'holder', body: SECRET },
  'GET /app/api/me': { access: 'person' },
  'PATCH /app/api/me': { access: 'person', body: { name: 'Somebody' } },
  'GET /app/api/me/sign-in': { access: 'person' },
  'POST /app/api/me/password': { access: 'person', body: { password: 'long enough to do', current: null } },
  'POST /app/api/accounts/:account/open': { access: 'viewer', body: {} },
  'GET /app/api/accounts/:account/members': { access: 'viewer' },
  'GET /app/api/accounts/:account/clients': { access: 'viewer' },
  'POST /app/api/consent/look': { access: 'person', body: { request: 'client_id=unknown' }, answer: 400 },
  'POST /app/api/consent/allow': {
    access: 'person',
    body: ({ account }) => ({ request: 'client_id=unknown', account: account.publicId }),
    answer: 400,
  },
  'POST /app/api/consent/deny': { access: 'person', body: { request: 'client_id=unknown' }, answer: 400 },
  'GET /app/api/accounts/:account/export': { access: 'viewer' },
  'GET /app/api/accounts/:account/inbox': { access: 'viewer' },
  'GET /app/api/accounts/:account/counts': { access: 'viewer' },
  'GET /app/api/accounts/:account/events': { access: 'viewer', query: '?live=false' },
  'GET /app/api/accounts/:account/changes': { access: 'viewer' },
  'GET /app/api/accounts/:account/undo': { access: 'viewer' },
  'GET /app/api/accounts/:account/entries': { access: 'viewer' },
  'GET /app/api/accounts/:account/entries/:entry': { access: 'viewer' },
  'POST /app/api/accounts/:account/entries/:entry/preview': {
    access: 'writer',
    body: { title: 'Dark mode', body: '' },
  },
  ...IMAGE_ROUTES,
  ...TRANSLATION_ROUTES,
  'GET /app/api/accounts/:account/proposals': { access: 'viewer' },
  'GET /app/api/accounts/:account/pulls': { access: 'viewer' },
  'GET /app/api/accounts/:account/places': { access: 'viewer' },
  'GET /app/api/accounts/:account/pulls/:pull': { access: 'viewer' },
  'GET /app/api/accounts/:account/pulls/:pull/also-would': { access: 'viewer' },
  'GET /app/api/accounts/:account/activity': { access: 'viewer' },
  'GET /app/api/accounts/:account/activity/filters': { access: 'viewer' },
  'GET /app/api/accounts/:account/edition': { access: 'viewer' },
  'GET /app/api/accounts/:account/queue': { access: 'viewer' },
  'GET /app/api/accounts/:account/settings': { access: 'viewer' },
  'GET /app/api/accounts/:account/voice': { access: 'viewer' },
  'GET /app/api/accounts/:account/feeds': { access: 'viewer' },
  'GET /app/api/accounts/:account/sets': { access: 'viewer' },
  'GET /app/api/accounts/:account/insights': { access: 'viewer' },
  ...WRITER_ROUTES,
  'GET /app/api/accounts/:account/plan': { access: 'owner' },
  'GET /app/api/accounts/:account/summary': { access: 'viewer' },
  'GET /app/api/accounts/:account/sources': { access: 'viewer' },
  'POST /app/api/accounts/:account/sources/github-app': { access: 'owner', body: {} },
  'POST /app/api/accounts/:account/sources/github-app/registration': { access: 'owner', body: {} },
  ...Object.fromEntries(GITHUB_APP_PAGES),
  'POST /app/api/github-app/choice': { ...GITHUB_APP, body: { choice: 'x', repositories: ['5:7'] } },
  'GET /app/api/accounts/:account/start': { access: 'viewer' },
  'GET /app/api/accounts/:account/start/best': { access: 'viewer' },
  'GET /app/api/accounts/:account/start/past': { access: 'viewer' },
  'GET /app/api/accounts/:account/start/changelog': { access: 'writer' },
  'GET /app/api/accounts/:account/git-directories': { access: 'owner' },
  'GET /app/api/accounts/:account/runs': { access: 'viewer' },
  'GET /app/api/accounts/:account/repositories': { access: 'viewer' },
  'GET /app/api/accounts/:account/deliveries': { access: 'viewer' },
  'POST /app/api/accounts/:account/deliveries/:delivery/replay': { access: 'owner', body: {} },
  'GET /app/api/accounts/:account/failures': { access: 'viewer' },
  'POST /app/api/accounts/:account/failures/retry': { access: 'owner', body: { jobs: [UNKNOWN_ID] } },
  'GET /app/api/accounts/:account/page': { access: 'viewer' },
  'GET /app/api/accounts/:account/page/preview': { access: 'viewer' },
  'PUT /app/api/accounts/:account/page/logo': { access: 'owner', answer: 400 },
  'GET /app/api/accounts/:account/policy': { access: 'viewer' },
  'GET /app/api/accounts/:account/tokens': { access: 'owner' },
  'GET /app/api/accounts/:account/social': { access: 'viewer' },
  'GET /app/api/accounts/:account/social/:socialAccount/picture': { access: 'viewer' },
  'GET /app/api/accounts/:account/entries/:entry/card': { access: 'viewer' },
  'GET /app/api/accounts/:account/posts': { access: 'viewer' },
  'GET /app/api/accounts/:account/entries/:entry/posts': { access: 'viewer' },
  ...PASSKEY_ROUTES,
  // This route is last because it ends the session that asks.
  'POST /app/api/me/sign-out-everywhere': { access: 'person', body: {} },
}
