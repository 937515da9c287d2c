import type { ConnectRequest } from '#social/network.ts'
import { plainText } from '#social/networks/linkedin.ts'
import { type NetworkName, SOCIAL_VARIABLES } from '#social/settings.ts'
import { aBlueskyServer } from './bluesky.ts'
import { aLinkedInServer } from './linkedin.ts'
import { aMastodonServer } from './mastodon.ts'
import type { Application } from './oauth.ts'
import type { NetworkRequest, NetworkServer } from './server.ts'
import { anXServer } from './x.ts'

/** A local server of a network, and how a test uses it. */
export interface LocalNetwork extends AsyncDisposable {
  server: NetworkServer
  /** The credentials that connect an account. */
  request: ConnectRequest
  /** The texts of all posts on the server. */
  texts(): string[]
  /** Revokes the access of the account. */
  revoke(): void
  isPublish(request: NetworkRequest): boolean
  /** Sets the server's clock forward; only on servers that forget something with time. */
  passTime?(milliseconds: number): void
}

/** Starts a local server of each network. A `forgetful` server accepts a post that it already has. */
export const LOCAL_NETWORKS: Record<NetworkName, (forgetful?: boolean) => Promise<LocalNetwork>> = {
  async bluesky() {
    const server = await aBlueskyServer()
    const secret = server.anAppPassword()
    return {
      server,
      request: { instance: null, handle: server.handle, secret },
      texts: () => [...server.records.values()].map(({ text }) => text),
      revoke() {
        server.revoke(secret)
        server.expireSessions()
      },
      isPublish: ({ url }) => url.pathname.endsWith('createRecord'),
      [Symbol.asyncDispose]: () => server.close(),
    }
  },
  async mastodon(forgetful = false) {
    const server = await aMastodonServer({ forgetful })
    const secret = server.aToken()
    return {
      server,
      request: { instance: server.origin, handle: null, secret },
      texts: () => server.statuses.map(({ text }) => text),
      revoke: () => server.revoke(secret),
      isPublish: ({ method, url }) => method === 'POST' && url.pathname === '/api/v1/statuses',
      passTime: milliseconds => server.setClock(() => Date.now() + milliseconds),
      [Symbol.asyncDispose]: () => server.close(),
    }
  },
  async x(forgetful = false) {
    const server = await anXServer({ forgetful })
    return {
      server,
      request: { instance: null, handle: null, secret: server.aRefreshToken() },
      texts: () => server.posts.map(({ text }) => text),
      revoke: () => server.revoke(),
      isPublish: ({ method, url }) => method === 'POST' && url.pathname === '/2/tweets',
      [Symbol.asyncDispose]: () => server.close(),
    }
  },
  async linkedin(forgetful = false) {
    const server = await aLinkedInServer({ forgetful })
    const secret = server.aToken()
    return {
      server,
      request: { instance: null, handle: 'company/acme', secret },
      texts: () => server.posts.map(({ commentary }) => plainText(commentary)),
      revoke: () => server.revoke(secret),
      isPublish: ({ method, url }) => method === 'POST' && url.pathname === '/rest/posts',
      [Symbol.asyncDispose]: () => server.close(),
    }
  },
}

/** The environment variables that point every network to this server and its application. */
export const environmentOf = ({
  origin,
  application,
}: Pick<NetworkServer, 'origin'> & { application?: Application }): Record<string, string> => ({
  TIDINGS_TEST_X: origin,
  TIDINGS_TEST_LINKEDIN: origin,
  ...Object.fromEntries(
    Object.keys(SOCIAL_VARIABLES).flatMap(name => {
      if (name.endsWith('_URL')) return [[name, origin]]
      if (name.endsWith('_CLIENT_ID') && application) return [[name, application.id]]
      if (name.endsWith('_CLIENT_SECRET') && application) return [[name, application.secret]]
      return []
    }),
  ),
})
