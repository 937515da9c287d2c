import { z } from 'zod'
import { AppError } from '#platform/errors.ts'
import type { NetworkContext } from '#social/network.ts'
import { instanceOrigin, quoted } from '../requests.ts'
import { agentFor, callAgent } from './agent.ts'

/** The syntax of handles (atproto.com/specs/handle), which also excludes look-alikes from other scripts. */
const HANDLE = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/i

const documentSchema = z.object({
  id: z.string(),
  service: z.array(z.object({ id: z.string(), type: z.string(), serviceEndpoint: z.unknown() })).optional(),
})

/** Parses a handle, with or without a leading @. Throws `invalid_parameter`. */
export function handleFrom(text: string): string {
  const handle = text.trim().replace(/^@/, '').toLowerCase()
  if (HANDLE.test(handle)) return handle
  throw new AppError('invalid_parameter', `A handle looks like acme.bsky.social; got ${quoted(text)}.`)
}

/** The server of the account with this handle, found through the account's identity (atproto.com/specs/did). Throws `invalid_parameter`. */
export async function locateAccount(
  context: NetworkContext,
  text: string,
): Promise<{ service: string; identifier: string }> {
  const handle = handleFrom(text)
  const agent = await agentFor(context, context.settings.bluesky.serverUrl)
  const { data } = await callAgent(context, () => agent.com.atproto.identity.resolveHandle({ handle }))
  const document = await documentOf(context, data.did)
  const server = document?.service?.find(
    ({ id, type }) => id.endsWith('#atproto_pds') && type === 'AtprotoPersonalDataServer',
  )
  if (document?.id !== data.did || typeof server?.serviceEndpoint !== 'string')
    throw new AppError('invalid_parameter', `The identity of ${handle} names no server. Give the server too.`)
  return { service: namedServer(context, handle, server.serviceEndpoint), identifier: data.did }
}

/** Validates the server that an identity names. It must not be on a private network, unless a person or the configuration names it too. */
function namedServer({ isAllowedHost, settings }: NetworkContext, handle: string, endpoint: string): string {
  const origin = instanceOrigin(endpoint, isAllowedHost)
  if (!isAllowedHost(new URL(origin)) || origin === new URL(settings.bluesky.serverUrl).origin) return origin
  throw new AppError(
    'invalid_parameter',
    `The identity of ${handle} names a server on a private network. Give the server too.`,
  )
}

/** The DID document; undefined if it cannot be read or its method is one that the AT Protocol does not use. */
async function documentOf({ fetch, fetchFrom, settings }: NetworkContext, did: string) {
  const { plcUrl } = settings.bluesky
  if (/^did:plc:[a-z2-7]{24}$/.test(did)) return readDocument(fetchFrom(plcUrl), `${plcUrl}/${did}`)
  const host = /^did:web:([a-z0-9.-]+)$/i.exec(did)?.[1]
  return host === undefined ? undefined : readDocument(fetch, `https://${host}/.well-known/did.json`)
}

async function readDocument(fetch: typeof globalThis.fetch, address: string) {
  const response = await fetch(address, { headers: { accept: 'application/did+ld+json, application/json' } })
  if (!response.ok) return undefined
  return documentSchema.safeParse(await response.json().catch(() => null)).data
}
