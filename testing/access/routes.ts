import type { Audience } from '#accounts/auth/tokens.ts'
import type { Role } from '#accounts/members.ts'
import type { OtherAccount } from './other-account.ts'

/**
 * Who gets past: anybody; whoever holds the address or the one-time secret that the request names; a provider with its proof; a
 * program with a token; whoever is signed in; or members of the account in the path, from this role up.
 */
export type Access = 'anybody' | 'holder' | 'provider' | Audience | 'person' | Role

export interface RouteRule {
  access: Access
  /** What is sent, where something must be; with ids in it, those of the neighbour. */
  body?: object | ((neighbour: OtherAccount) => object)
  /** What stands behind the question mark, where something must. */
  query?: string
  /** For a route that answers several methods. */
  method?: string
  headers?: Record<string, string>
  /** What whoever gets past is answered, where that is not a success. */
  answer?: number
  /** What of the account that is named may be read before anybody has shown who they are, and why. */
  reads?: string
}

const SECRET = { secret: 'nobody-was-ever-given-this-secret' }
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'
const ANYBODY: RouteRule = { access: 'anybody' }
const HOLDER: RouteRule = { access: 'holder' }

/** Every route that the app serves, as the app itself names it. Feeds are served before it and named here by hand. */
export const ROUTES: Record<string, RouteRule> = {
  'GET /': ANYBODY,
  'GET /docs': ANYBODY,
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
  'GET /mcp/server-card': ANYBODY,
  'GET /images/:name': ANYBODY,
  'GET /social/bluesky/return': HOLDER,
  'GET /social/mastodon/return': HOLDER,
  'GET /social/x/return': HOLDER,
  'GET /social/linkedin/return': HOLDER,
  'GET /c/*': {
    ...HOLDER,
    answer: 404,
    reads: 'the page that the address names, to find that there is none',
  },
  'GET /api/v1/highlights': { access: 'api' },
  'OPTIONS /api/v1/highlights': ANYBODY,
  'ALL /mcp': {
    access: 'mcp',
    method: 'POST',
    headers: { Accept: 'application/json, text/event-stream' },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_highlights', arguments: {} } },
  },
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
  'GET /app/github/register/:token': HOLDER,
  'GET /app/github/registered': HOLDER,
  'GET /app/github/connect/:token': HOLDER,
  'GET /app/github/proven': HOLDER,
  'GET /app/github/repositories': HOLDER,
  'POST /app/github/repositories': HOLDER,
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
  'DELETE /app/api/me/sessions/:session': { access: 'person', answer: 404 },
  'POST /app/api/accounts/:account/open': { access: 'viewer', body: {} },
  'GET /app/api/accounts/:account/members': { access: 'viewer' },
  'POST /app/api/accounts/:account/invitations': {
    access: 'owner',
    body: { email: 'somebody@example.com', role: 'viewer' },
  },
  'POST /app/api/accounts/:account/invitations/:invitation/resend': { access: 'owner' },
  'DELETE /app/api/accounts/:account/invitations/:invitation': { access: 'owner' },
  'PATCH /app/api/accounts/:account/members/:member': { access: 'owner', body: { role: 'viewer' } },
  'DELETE /app/api/accounts/:account/members/:member': { access: 'owner' },
  'GET /app/api/accounts/:account/clients': { access: 'viewer' },
  'DELETE /app/api/accounts/:account/clients/:client': { access: 'viewer' },
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
  'POST /app/api/accounts/:account/bulk': {
    access: 'writer',
    body: { transition: 'dismiss', items: [{ id: UNKNOWN_ID, seen: 1 }] },
  },
  'GET /app/api/accounts/:account/undo': { access: 'viewer' },
  'POST /app/api/accounts/:account/undo': { access: 'writer', body: { change: UNKNOWN_ID } },
  'GET /app/api/accounts/:account/entries': { access: 'viewer' },
  'GET /app/api/accounts/:account/entries/:entry': { access: 'viewer' },
  'PATCH /app/api/accounts/:account/entries/:entry': {
    access: 'writer',
    body: ({ set }) => ({ seen: 2, setId: set.id }),
  },
  'POST /app/api/accounts/:account/entries/:entry/back': { access: 'writer', body: { seen: 2, to: 1 } },
  // What is on its way to readers takes a publisher, as the move and the state have it.
  'POST /app/api/accounts/:account/entries/:entry/moves': {
    access: 'writer',
    body: ({ set }) => ({ move: 'publish', seen: 2, set: set.id }),
  },
  'POST /app/api/accounts/:account/entries/:entry/regenerate': { access: 'writer', body: { seen: 2 } },
  'POST /app/api/accounts/:account/entries/:entry/proposal': {
    access: 'writer',
    body: { seen: 2, take: false },
  },
  'POST /app/api/accounts/:account/entries/:entry/preview': {
    access: 'viewer',
    body: { title: 'Dark mode', body: '' },
  },
  'POST /app/api/accounts/:account/entries/:entry/ungroup': { access: 'writer', body: { seen: 2 } },
  'PUT /app/api/accounts/:account/entries/:entry/image': {
    access: 'writer',
    query: '?seen=2&alt=x',
    body: {},
  },
  'PATCH /app/api/accounts/:account/entries/:entry/image': {
    access: 'writer',
    body: { seen: 2, alt: 'x' },
  },
  'DELETE /app/api/accounts/:account/entries/:entry/image': { access: 'writer', query: '?seen=2' },
  'GET /app/api/accounts/:account/images/:sha256': { access: 'viewer' },
  'GET /app/api/accounts/:account/proposals': { access: 'viewer' },
  'POST /app/api/accounts/:account/proposals/decline': {
    access: 'writer',
    body: ({ entry }) => ({ topics: ['acme/app#1'], entryIds: [entry, entry] }),
  },
  'POST /app/api/accounts/:account/groups': {
    access: 'writer',
    body: ({ entry }) => ({ entryIds: [entry] }),
  },
  'POST /app/api/accounts/:account/round-ups': {
    access: 'writer',
    body: ({ repository }) => ({ tag: 'v1', repositoryId: repository }),
  },
  'GET /app/api/accounts/:account/pulls': { access: 'viewer' },
  'GET /app/api/accounts/:account/places': { access: 'viewer' },
  'GET /app/api/accounts/:account/pulls/:pull': { access: 'viewer' },
  'POST /app/api/accounts/:account/pulls/:pull/classification': {
    access: 'writer',
    body: { kind: 'fix' },
  },
  'GET /app/api/accounts/:account/pulls/:pull/also-would': { access: 'viewer' },
  'POST /app/api/accounts/:account/pulls/:pull/promotion': { access: 'writer', body: { promoted: true } },
  'PUT /app/api/accounts/:account/past': { access: 'publisher', query: '?form=changelog', body: {} },
  'GET /app/api/accounts/:account/activity': { access: 'viewer' },
  'GET /app/api/accounts/:account/queue': { access: 'viewer' },
  'POST /app/api/accounts/:account/queue': {
    access: 'publisher',
    body: ({ entry }) => ({ entry, at: 'next', seen: 1 }),
  },
  'PATCH /app/api/accounts/:account/queue/:entry': {
    access: 'publisher',
    body: { at: 'next', seen: 1 },
  },
  'POST /app/api/accounts/:account/queue/:entry/move': {
    access: 'publisher',
    body: { before: null, seen: 1 },
  },
  'POST /app/api/accounts/:account/queue/:entry/take-out': { access: 'publisher', body: { seen: 1 } },
  'POST /app/api/accounts/:account/queue-pauses': {
    access: 'publisher',
    body: ({ set }) => ({ line: set.id }),
  },
  'DELETE /app/api/accounts/:account/queue-pauses/:line': { access: 'publisher' },
  'POST /app/api/accounts/:account/slots': {
    access: 'owner',
    body: ({ set }) => ({ set: set.id, day: 'monday', time: '11:00' }),
  },
  'DELETE /app/api/accounts/:account/slots/:slot': { access: 'owner' },
  'PATCH /app/api/accounts/:account/schedule': { access: 'owner', body: { timeZone: 'Europe/Paris' } },
  'GET /app/api/accounts/:account/settings': { access: 'viewer' },
  'PATCH /app/api/accounts/:account/settings': { access: 'owner', body: { name: 'Acme' } },
  'GET /app/api/accounts/:account/voice': { access: 'viewer' },
  'PATCH /app/api/accounts/:account/voice': { access: 'owner', body: { product: 'Reports' } },
  'GET /app/api/accounts/:account/feeds': { access: 'viewer' },
  'PUT /app/api/accounts/:account/feeds/origins': { access: 'owner', body: { origins: null } },
  'POST /app/api/accounts/:account/feeds/rotate': { access: 'owner', body: { name: 'Not its name' } },
  'GET /app/api/accounts/:account/sets': { access: 'viewer' },
  'GET /app/api/accounts/:account/insights': { access: 'viewer' },
  'GET /app/api/accounts/:account/plan': { access: 'owner' },
  'POST /app/api/accounts/:account/plan/checkout': { access: 'owner' },
  'POST /app/api/accounts/:account/plan/portal': { access: 'owner' },
  'GET /app/api/accounts/:account/summary': { access: 'viewer' },
  'PUT /app/api/accounts/:account/summary': { access: 'viewer', body: { isSubscribed: true } },
  'GET /app/api/accounts/:account/sources': { access: 'viewer' },
  'POST /app/api/accounts/:account/sources': {
    access: 'owner',
    body: { provider: 'github', repo: 'acme/website' },
  },
  'POST /app/api/accounts/:account/sources/github-app': { access: 'owner', body: {} },
  'PUT /app/api/accounts/:account/sources/:source/token': { access: 'owner', body: { token: 'secret' } },
  'DELETE /app/api/accounts/:account/sources/:source': { access: 'owner' },
  'POST /app/api/accounts/:account/sources/:source/backfill': { access: 'owner', body: {} },
  'GET /app/api/accounts/:account/git-directories': { access: 'owner' },
  'GET /app/api/accounts/:account/imports': { access: 'viewer' },
  'POST /app/api/accounts/:account/imports': { access: 'owner', body: { directory: '/nowhere' } },
  'POST /app/api/accounts/:account/imports/:import/cancel': { access: 'owner' },
  'GET /app/api/accounts/:account/repositories': { access: 'viewer' },
  'PATCH /app/api/accounts/:account/repositories/:repository': {
    access: 'owner',
    body: ({ set }) => ({ setRules: [{ glob: 'src/**', setId: set.id }] }),
  },
  'GET /app/api/accounts/:account/deliveries': { access: 'viewer' },
  'GET /app/api/accounts/:account/deliveries/:delivery': { access: 'viewer' },
  'POST /app/api/accounts/:account/deliveries/:delivery/replay': { access: 'owner', body: {} },
  'GET /app/api/accounts/:account/failures': { access: 'viewer' },
  'POST /app/api/accounts/:account/failures/retry': { access: 'owner', body: { jobs: [UNKNOWN_ID] } },
  'GET /app/api/accounts/:account/page': { access: 'viewer' },
  'PATCH /app/api/accounts/:account/page': { access: 'owner', body: { title: 'News' } },
  'GET /app/api/accounts/:account/policy': { access: 'viewer' },
  'PUT /app/api/accounts/:account/policy': {
    access: 'owner',
    body: { mode: 'review', leastMagnitude: 'minor', leastConfidence: 'high', kinds: ['fix'] },
  },
  'POST /app/api/accounts/:account/policy/try': {
    access: 'viewer',
    body: { leastMagnitude: 'minor', leastConfidence: 'high', kinds: ['fix'] },
  },
  'GET /app/api/accounts/:account/tokens': { access: 'owner' },
  'POST /app/api/accounts/:account/tokens': {
    access: 'owner',
    body: { name: 'Sales', audience: 'api', days: 30 },
  },
  'DELETE /app/api/accounts/:account/tokens/:token': { access: 'owner' },
  'GET /app/api/accounts/:account/social': { access: 'viewer' },
  'POST /app/api/accounts/:account/social': {
    access: 'owner',
    // Nothing is asked of this server, whose name is none.
    body: ({ set }) => ({ network: 'mastodon', instance: '', handle: null, secret: 'x', setId: set.id }),
    answer: 400,
  },
  'POST /app/api/accounts/:account/social-authorizations': {
    access: 'owner',
    body: ({ set }) => ({ network: 'mastodon', instance: '', handle: null, setId: set.id }),
    answer: 400,
  },
  'PATCH /app/api/accounts/:account/social/:socialAccount': {
    access: 'owner',
    body: { visibility: 'unlisted' },
  },
  'POST /app/api/accounts/:account/social/:socialAccount/verify': { access: 'publisher' },
  'POST /app/api/accounts/:account/social/:socialAccount/reconnect': {
    access: 'owner',
    body: { secret: 'x' },
  },
  'DELETE /app/api/accounts/:account/social/:socialAccount': { access: 'owner' },
  'PUT /app/api/accounts/:account/post-delay': { access: 'owner', body: { delayMs: 60_000 } },
  'POST /app/api/accounts/:account/sets': { access: 'owner', body: { name: 'Phones' } },
  'PATCH /app/api/accounts/:account/sets/:set': { access: 'owner', body: { name: 'Phones' } },
  'DELETE /app/api/accounts/:account/sets/:set': { access: 'owner' },
  'GET /app/api/accounts/:account/posts': { access: 'viewer' },
  'POST /app/api/accounts/:account/posts/:post/resolve': {
    access: 'publisher',
    body: { url: null },
  },
  'POST /app/api/accounts/:account/posts/:post/:action': { access: 'publisher' },
  'GET /app/api/accounts/:account/entries/:entry/posts': { access: 'viewer' },
  'PUT /app/api/accounts/:account/entries/:entry/posts/:socialAccount/text': {
    access: 'writer',
    body: { text: 'Reports can be exported' },
  },
  'POST /app/api/accounts/:account/entries/:entry/posts/:socialAccount': { access: 'publisher' },
  // Last: it ends the session that asks.
  'POST /app/api/me/sign-out-everywhere': { access: 'person', body: {} },
}

/** What each name in a path stands for when somebody asks with the ids of another account. */
export const OTHER_ACCOUNT_IDS: Record<string, (neighbour: OtherAccount) => string | undefined> = {
  account: ({ account }) => account.publicId,
  invitation: ({ invitation }) => invitation.id,
  member: ({ person }) => person.id,
  token: ({ token }) => token.id,
  session: ({ session }) => session,
  entry: ({ entry }) => entry,
  set: ({ set }) => set.id,
  pull: ({ pull }) => pull,
  sha256: ({ sha256 }) => sha256,
  line: ({ set }) => set.id,
  slot: ({ slot }) => slot.id,
  socialAccount: ({ socialAccount }) => socialAccount.id,
  post: ({ post }) => post,
  action: () => 'hold',
  client: ({ client }) => client,
  source: ({ source }) => source.id,
  connection: ({ source }) => source.id,
  repository: ({ repository }) => repository,
  delivery: ({ delivery }) => delivery,
  import: ({ gitImport }) => gitImport,
  provider: () => 'github',
  name: () => 'nothing.png',
  version: () => '0',
}

export const HOW_TO_ADD = `Each route says in testing/access/lines.ts who may ask it: add a line to LINES, such as
  'GET /app/api/accounts/:account/inbox': { access: 'viewer' },
  'GET /app/api/accounts/:account/counts': { access: 'viewer' },
  'GET /app/api/accounts/:account/entries': { access: 'viewer' },
with a body where one must be sent. A new name in a path (":entry") also stands in NEIGHBOURS_IDS, with the id of a row that
testing/access/neighbour.ts makes.`
