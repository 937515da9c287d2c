import { createHash, randomUUID } from 'node:crypto'
import type { Json } from '#testing/http.ts'
import type { NetworkAnswer } from './server.ts'

export const refusal = (status: number, error: string): NetworkAnswer => ({ status, json: { error } })

/** The applications and access tokens of a Mastodon server. `issuer` gives the issuer that clients are told (RFC 9207), or null. */
export function mastodonOAuthServer(issuer: () => string | null) {
  /** The scopes of each token. */
  const tokens = new Map<string, string>()
  const apps = new Map<string, { secret: string; redirect: string; scopes: string }>()
  const codes = new Map<string, { client: string; scope: string; challenge: string }>()

  function register({ redirect_uris: redirect, scopes }: Json): NetworkAnswer {
    if (!URL.canParse(redirect))
      return refusal(422, 'Validation failed: Redirect URI must be an absolute URI.')
    const client = { client_id: randomUUID(), client_secret: randomUUID() }
    apps.set(client.client_id, { secret: client.client_secret, redirect, scopes })
    return { status: 200, json: { id: '1', name: 'Tidings', ...client } }
  }

  /** A code works once, for the application and address that it was given to, with the verifier of its challenge. */
  function exchange({
    grant_type: type,
    code,
    client_id: id,
    client_secret: secret,
    redirect_uri: redirect,
    code_verifier: verifier,
  }: Json) {
    const grant = codes.get(code)
    codes.delete(code)
    const app = apps.get(id)
    const challenge = createHash('sha256')
      .update(verifier ?? '')
      .digest('base64url')
    if (!app || app.secret !== secret) return refusal(401, 'invalid_client')
    if (type === 'client_credentials') return { status: 200, json: { access_token: randomUUID() } }
    if (grant?.client !== id || app.redirect !== redirect || grant?.challenge !== challenge)
      return refusal(400, 'invalid_grant')
    const token = randomUUID()
    tokens.set(token, grant.scope)
    return { status: 200, json: { access_token: token, token_type: 'Bearer', scope: grant.scope } }
  }

  function end({ token, client_id: id, client_secret: secret }: Json): NetworkAnswer {
    if (apps.get(id)?.secret !== secret || secret === undefined) return refusal(403, 'unauthorized_client')
    tokens.delete(token)
    return { status: 200, json: {} }
  }

  return {
    tokens,
    register,
    exchange,
    end,
    apps: () => apps.size,
    forget() {
      apps.clear()
      tokens.clear()
    },
    agree(address: string): URL {
      const asked = new URL(address).searchParams
      const [client = '', scope = '', challenge = ''] = ['client_id', 'scope', 'code_challenge'].map(
        name => asked.get(name) ?? '',
      )
      const app = apps.get(client)
      if (!app) throw new Error('Client authentication failed due to unknown client.')
      const back = new URL(app.redirect)
      const code = randomUUID()
      codes.set(code, { client, scope, challenge })
      back.search = String(new URLSearchParams({ code, state: asked.get('state') ?? '' }))
      const name = issuer()
      if (name !== null) back.searchParams.set('iss', name)
      return back
    },
  }
}
