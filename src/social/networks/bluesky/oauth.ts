import type { NodeSavedSession, NodeSavedState } from '@atproto/oauth-client-node'
import { AppError } from '#platform/errors.ts'
import type { NetworkOAuth } from '#social/network.ts'
import { notConnected } from '../plain-words.ts'
import { instanceOrigin } from '../requests.ts'
import { agentWith, BLUESKY_LIMITS, BLUESKY_WORDS, callAgent } from './agent.ts'
import { handleFrom } from './identity.ts'
import {
  callClient,
  type OwnClient,
  openClient,
  ownClient,
  requireSecure,
  ValueStore,
} from './oauth-client.ts'
import { sessionCredentials } from './oauth-session.ts'
import { profileOf } from './session.ts'

/**
 * Connects on the sign-in page of the account's own server, which its handle leads to. Without a handle, on
 * that of the given server or of the network.
 */
export const blueskyOAuth: NetworkOAuth = {
  async start(context, { instance, handle, returnUrl, findApp }) {
    const client = await ownClient(returnUrl, findApp)
    const server =
      instance === null ? context.settings.bluesky.serverUrl : instanceOrigin(instance, context.isAllowedHost)
    const states = new ValueStore<NodeSavedState>()
    const url = await callClient(context, 'rejected', async () =>
      (await openClient(context, client, server, { states })).authorize(
        handle === null ? server : handleFrom(handle),
      ),
    )
    requireSecure(url, context.isAllowedHost)
    const [state, saved] = states.first() ?? ['']
    return {
      url: url.href,
      state,
      kept: { server, saved: JSON.stringify(saved), client: JSON.stringify(client) },
    }
  },

  async finish(context, { parameters, kept }) {
    const { server = context.settings.bluesky.serverUrl, saved = '', client = '' } = kept
    if (parameters.get('code') === null) throw notConnected('your server', BLUESKY_WORDS, parameters)
    const own: OwnClient = JSON.parse(client)
    const states = new ValueStore<NodeSavedState>({ [parameters.get('state') ?? '']: JSON.parse(saved) })
    const sessions = new ValueStore<NodeSavedSession>()
    const session = await callClient(context, 'rejected', async () => {
      const opened = await openClient(context, own, server, { states, sessions })
      return (await opened.callback(parameters)).session
    })
    const stored = sessions.get(session.did)
    if (!stored) throw new Error('The session was not stored.')
    const service = new URL(stored.tokenSet.aud).origin
    const agent = await agentWith((path, init) => session.fetchHandler(path, init), session.did)
    const { data } = await callAgent(context, () => agent.com.atproto.server.getSession())
    return {
      instance: service,
      profile: await profileOf(agent, service, data),
      limits: BLUESKY_LIMITS,
      credentials: sessionCredentials(own, stored),
    }
  },

  async clientMetadata(context, { returnUrl, findApp }) {
    if (new URL(returnUrl).protocol !== 'https:')
      throw new AppError('not_found', 'Without an https address, servers know Tidings without a document.')
    const client = await ownClient(returnUrl, findApp)
    return (await openClient(context, client, context.settings.bluesky.serverUrl)).clientMetadata
  },
}
