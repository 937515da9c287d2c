import sharp from 'sharp'
import { networks } from '#app/registry.ts'
import { networkContext } from '#app/social.ts'
import { systemClock } from '#platform/clock.ts'
import type {
  Connection,
  Network,
  NetworkClient,
  NetworkContext,
  OutgoingPost,
  Picture,
} from '#social/network.ts'
import type { NetworkName, NetworkSettings } from '#social/settings.ts'
import { aBlueskyServer } from './bluesky.ts'
import { aLinkedInServer } from './linkedin.ts'
import { aMastodonServer } from './mastodon.ts'
import type { Application } from './oauth.ts'
import type { NetworkRequest, NetworkServer } from './server.ts'
import { anXServer } from './x.ts'

/** A network with a connected account, and what is on it as its server has it. */
export interface Bench extends AsyncDisposable {
  network: Network
  context: NetworkContext
  server: NetworkServer
  connection: Connection
  client: NetworkClient
  texts(): string[]
  revoke(): void
  isPublish(request: NetworkRequest): boolean
  /** Sets the server's clock forward, where it forgets something with time. */
  passTime?(milliseconds: number): void
}

export const BENCHES: Record<string, () => Promise<Bench>> = {
  async bluesky() {
    const server = await aBlueskyServer()
    const secret = server.anAppPassword()
    return aBench(
      'bluesky',
      server,
      { instance: null, handle: server.handle, secret },
      {
        texts: () => [...server.records.values()].map(({ text }) => text),
        revoke: () => {
          server.revoke(secret)
          server.expireSessions()
        },
        isPublish: ({ url }) => url.pathname.endsWith('createRecord'),
      },
    )
  },
  async mastodon() {
    const server = await aMastodonServer()
    const secret = server.aToken()
    return aBench(
      'mastodon',
      server,
      { instance: server.origin, handle: null, secret },
      {
        texts: () => server.statuses.map(({ text }) => text),
        revoke: () => server.revoke(secret),
        isPublish: ({ method, url }) => method === 'POST' && url.pathname === '/api/v1/statuses',
        passTime: milliseconds => server.setClock(() => Date.now() + milliseconds),
      },
    )
  },
  async x() {
    const server = await anXServer()
    const request = { instance: null, handle: null, secret: server.aRefreshToken() }
    return aBench('x', server, request, {
      texts: () => server.posts.map(({ text }) => text),
      revoke: () => server.revoke(),
      isPublish: ({ method, url }) => method === 'POST' && url.pathname === '/2/tweets',
    })
  },
  async linkedin() {
    const server = await aLinkedInServer()
    const secret = server.aToken()
    const request = { instance: null, handle: 'company/acme', secret }
    return aBench('linkedin', server, request, {
      texts: () => server.posts.map(({ commentary }) => commentary),
      revoke: () => server.revoke(secret),
      isPublish: ({ method, url }) => method === 'POST' && url.pathname === '/rest/posts',
    })
  },
}

/** Longer than any answer takes, however busy the machine is. */
export const LIMITS = { timeoutMs: 60_000, idleMs: 60_000, maxBytes: 1_000_000 }

export async function aBench(
  name: NetworkName,
  server: NetworkServer,
  request: Parameters<Network['connect']>[1],
  rest: Pick<Bench, 'texts' | 'revoke' | 'isPublish' | 'passTime'>,
): Promise<Bench> {
  const network = await networks[name]()
  const context = contextOf(server)
  const connection = await network.connect(context, request)
  const client = network.open(context, connection)
  return {
    network,
    context,
    server,
    connection,
    client,
    ...rest,
    [Symbol.asyncDispose]: () => server.close(),
  }
}

/** What network code works with beside this server. */
export const contextOf = (server: NetworkServer, limits = LIMITS): NetworkContext =>
  networkContext(
    { networks: settingsFor(server), privateHosts: [new URL(server.origin).host] },
    systemClock,
    limits,
  )

function settingsFor(server: NetworkServer & { application?: Application }): NetworkSettings {
  const { origin, application } = server
  const registered = {
    ...{ apiUrl: origin, siteUrl: origin },
    ...{ clientId: application?.id ?? null, clientSecret: application?.secret ?? null },
  }
  return {
    ...{ bluesky: { serverUrl: origin, plcUrl: origin }, mastodon: {}, x: registered },
    linkedin: { ...registered, version: '202610' },
  }
}

export const NEVER = new AbortController().signal
let made = 0

export const aPost = (text: string, more: Partial<OutgoingPost> = {}): OutgoingPost => ({
  key: { id: `00000000-0000-4000-8000-${String(++made).padStart(12, '0')}`, createdAt: Date.now() },
  ...{ text, language: 'en', visibility: 'public', image: null, card: null },
  ...more,
})

export const soughtFor = ({ key, text }: OutgoingPost) => ({
  key,
  text,
  since: key.createdAt,
  known: new Set<string>(),
})

export async function aPicture(alt: string): Promise<Picture> {
  const create = { width: 60, height: 40, channels: 3 as const, background: '#336699' }
  return {
    bytes: await sharp({ create }).png().toBuffer(),
    mediaType: 'image/png',
    width: 60,
    height: 40,
    alt,
  }
}
