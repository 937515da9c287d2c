import type { Jwk, NodeSavedSession } from '@atproto/oauth-client-node'
import { z } from 'zod'
import { type Connection, type Credentials, type NetworkContext, NetworkFailure } from '#social/network.ts'
import type { FetchHandler } from './agent.ts'
import { callClient, type OwnClient, openClient, SCOPES, ValueStore } from './oauth-client.ts'

/** The parts of a session besides its tokens, and the client that it belongs to. */
const restSchema = z.object({
  client: z.object({ returnUrl: z.string(), key: z.custom<Jwk>().nullable() }),
  session: z.custom<Omit<NodeSavedSession, 'tokenSet'>>(),
  tokenSet: z.custom<Omit<NodeSavedSession['tokenSet'], 'access_token' | 'refresh_token'>>(),
})

/** The credentials of a session. Throws `unauthorized` if the session may not post. */
export function sessionCredentials(
  client: OwnClient,
  { tokenSet, ...session }: NodeSavedSession,
): Credentials {
  const { access_token: access, refresh_token: refresh, ...rest } = tokenSet
  const granted = rest.scope.split(' ')
  const missing = SCOPES.filter(scope => !granted.includes(scope))
  if (missing.length > 0)
    throw new NetworkFailure('unauthorized', `The server did not grant ${missing.join(', ')}.`)
  return {
    expiresAt: rest.expires_at === undefined ? null : Date.parse(rest.expires_at),
    tokens: {
      access,
      ...(refresh !== undefined && { refresh }),
      oauth: JSON.stringify({ client, session, tokenSet: rest }),
    },
  }
}

/** The session with its tokens, in the form of the client library. */
function sessionOf({ credentials: { tokens } }: Connection): {
  client: OwnClient
  session: NodeSavedSession
} {
  const { client, session, tokenSet } = restSchema.parse(JSON.parse(tokens.oauth ?? ''))
  const { access = '', refresh = '' } = tokens
  return {
    client,
    session: { ...session, tokenSet: { ...tokenSet, access_token: access, refresh_token: refresh } },
  }
}

/** Ends the session on its server. The library drops the server's answer, so a refusal goes unnoticed. */
export async function revokeOAuthSession(context: NetworkContext, connection: Connection): Promise<void> {
  const { client, session } = sessionOf(connection)
  const sessions = new ValueStore<NodeSavedSession>({ [connection.profile.id]: session })
  await callClient(context, 'unreachable', async () =>
    (await openClient(context, client, connection.instance, { sessions })).revoke(connection.profile.id),
  )
}

/** Exchanges the refresh token, which works once, for new tokens. */
export async function refreshOAuthSession(
  context: NetworkContext,
  connection: Connection,
): Promise<Credentials> {
  const { profile } = connection
  const { client, session: before } = sessionOf(connection)
  const { access_token: access } = before.tokenSet
  const sessions = new ValueStore<NodeSavedSession>({ [profile.id]: before })
  return callClient(context, 'unreachable', async () => {
    const opened = await openClient(context, client, connection.instance, { sessions })
    const isRenewed = () => (sessions.get(profile.id)?.tokenSet.access_token ?? access) !== access
    await opened.restore(profile.id, true).catch(error => {
      // An error that occurs after the exchange must not lose the new tokens.
      if (!isRenewed()) throw error
    })
    return sessionCredentials(client, sessions.get(profile.id) ?? before)
  })
}

/**
 * Sends requests to the account's server with its access token. The client gets neither the refresh token nor the expiry, so it cannot
 * refresh the session outside of the social account's lock; the server refuses an expired token.
 */
export async function oauthFetchHandler(
  context: NetworkContext,
  connection: Connection,
): Promise<FetchHandler> {
  const { profile } = connection
  const { client, session } = sessionOf(connection)
  const { expires_at: _, refresh_token: __, ...lasting } = session.tokenSet
  const saved = { ...session, tokenSet: lasting }
  const sessions = new ValueStore<NodeSavedSession>({ [profile.id]: saved })
  return callClient(context, 'unreachable', async () => {
    const opened = await openClient(context, client, connection.instance, { sessions })
    const restored = await opened.restore(profile.id, false)
    return (path, init) => restored.fetchHandler(path, init)
  })
}
