import type { Agent } from '@atproto/api'
import { z } from 'zod'
import { AppError } from '#platform/errors.ts'
import {
  type Connection,
  type ConnectRequest,
  type Credentials,
  type NetworkContext,
  NetworkFailure,
  type Profile,
} from '#social/network.ts'
import { instanceOrigin, quoted } from '../requests.ts'
import { agentFor, BLUESKY_LIMITS, callAgent } from './agent.ts'
import { locateAccount } from './identity.ts'

/** The scope of an access token that was made with the account's own password. It grants more than posting needs. */
const FULL_ACCESS = 'com.atproto.access'

/** Signs in with an app password, at the given server or else at the one that the handle's identity names. */
export async function connectWithAppPassword(
  context: NetworkContext,
  { instance, handle, secret }: ConnectRequest,
): Promise<Connection> {
  if (handle === null)
    throw new AppError(
      'invalid_parameter',
      'Bluesky needs the handle of the account, such as acme.bsky.social.',
    )
  const place =
    instance === null
      ? await locateAccount(context, handle)
      : { service: instanceOrigin(instance, context.isAllowedHost), identifier: handle.replace(/^@/, '') }
  const session = await signIn(context, place.service, place.identifier, secret)
  const agent = await agentFor(context, place.service, { did: session.did, token: session.accessJwt })
  return {
    instance: place.service,
    profile: await profileOf(agent, place.service, session),
    limits: BLUESKY_LIMITS,
    credentials: credentialsFrom(session, secret),
  }
}

interface Session {
  did: string
  handle: string
  accessJwt: string
  refreshJwt: string
}

async function signIn(
  context: NetworkContext,
  service: string,
  identifier: string,
  password: string,
): Promise<Session> {
  const agent = await agentFor(context, service)
  const { data } = await callAgent(context, () =>
    agent.com.atproto.server.createSession({ identifier, password }),
  )
  if (claimsOf(data.accessJwt).scope === FULL_ACCESS)
    throw new AppError(
      'invalid_parameter',
      'This is the password of the account itself. Make an app password in its settings, under Privacy and security, and give that one.',
    )
  return data
}

/** Refreshes the session. If that is refused, signs in again with the app password. */
export async function refreshSession(
  context: NetworkContext,
  { instance, profile, credentials }: Connection,
): Promise<Credentials> {
  const { refresh = '', password = '' } = credentials.tokens
  const agent = await agentFor(context, instance, { token: refresh })
  try {
    const { data } = await callAgent(context, () => agent.com.atproto.server.refreshSession())
    if (data.did !== profile.id)
      throw new NetworkFailure('unauthorized', 'The server signs in another account than the connected one.')
    return credentialsFrom(data, password)
  } catch (error) {
    if (!(error instanceof NetworkFailure) || error.reason !== 'unauthorized') throw error
    return credentialsFrom(await signIn(context, instance, profile.id, password), password)
  }
}

/** Ends the session. The app password stays valid until a person deletes it on the network. */
export async function deleteSession(
  context: NetworkContext,
  { instance, credentials }: Connection,
): Promise<void> {
  const agent = await agentFor(context, instance, { token: credentials.tokens.refresh ?? '' })
  await callAgent(context, () => agent.com.atproto.server.deleteSession())
}

const credentialsFrom = ({ accessJwt, refreshJwt }: Session, password: string): Credentials => ({
  expiresAt: claimsOf(accessJwt).exp === undefined ? null : (claimsOf(accessJwt).exp ?? 0) * 1_000,
  tokens: { access: accessJwt, refresh: refreshJwt, password },
})

const claimsSchema = z.object({ exp: z.number().optional(), scope: z.string().optional() })

/** The claims of a token, which are not verified here: only the server checks tokens. */
function claimsOf(token: string): z.infer<typeof claimsSchema> {
  try {
    return claimsSchema.parse(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()))
  } catch {
    return {}
  }
}

const profileSchema = z.object({
  displayName: z.string().optional(),
  avatar: z.object({ ref: z.unknown() }).optional(),
})

/** Reads the profile from the account's own repository, which every server has. */
export async function profileOf(
  agent: Agent,
  service: string,
  { did, handle }: { did: string; handle: string },
): Promise<Profile> {
  const record = await agent.com.atproto.repo
    .getRecord({ repo: did, collection: 'app.bsky.actor.profile', rkey: 'self' })
    .then(({ data }) => profileSchema.safeParse(data.value).data)
    // The profile record is optional (app.bsky.actor.profile).
    .catch(() => undefined)
  const picture = record?.avatar === undefined ? null : String(record.avatar.ref)
  const query = new URLSearchParams({ did, cid: picture ?? '' })
  return {
    id: did,
    handle: `@${quoted(handle)}`,
    name: quoted(record?.displayName, handle),
    avatarUrl: picture === null ? null : `${service}/xrpc/com.atproto.sync.getBlob?${query}`,
    url: `https://bsky.app/profile/${did}`,
  }
}
