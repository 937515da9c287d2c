import sharp from 'sharp'
import { networks } from '#app/registry.ts'
import { networkContext } from '#app/social.ts'
import { systemClock } from '#platform/clock.ts'
import { openEnvironment } from '#platform/environment.ts'
import type {
  Connection,
  Network,
  NetworkClient,
  NetworkContext,
  OutgoingPost,
  PostPicture,
} from '#social/network.ts'
import { type NetworkName, networkSettingsFrom } from '#social/settings.ts'
import { environmentOf, LOCAL_NETWORKS, type LocalNetwork } from './local.ts'
import type { NetworkServer } from './server.ts'

/** A network with a connected account, and access to what its local server holds. */
export interface Bench extends Omit<LocalNetwork, 'request'> {
  network: Network
  context: NetworkContext
  connection: Connection
  client: NetworkClient
}

export const openBench = async (name: NetworkName): Promise<Bench> => {
  const { server, request, ...rest } = await LOCAL_NETWORKS[name]()
  return aBench(name, server, request, rest)
}

/** The limits on answers; the times are longer than any answer takes on a busy machine. */
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

/** The context in which the code for a network uses this server. */
export const contextOf = (server: NetworkServer, limits = LIMITS): NetworkContext =>
  networkContext(
    {
      networks: networkSettingsFrom(openEnvironment(environmentOf(server), () => '')),
      privateHosts: [new URL(server.origin).host],
    },
    systemClock,
    limits,
  )

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

export async function aPicture(alt: string): Promise<PostPicture> {
  const create = { width: 60, height: 40, channels: 3 as const, background: '#336699' }
  return {
    bytes: await sharp({ create }).png().toBuffer(),
    mediaType: 'image/png',
    width: 60,
    height: 40,
    alt,
  }
}
