import { createHash, createPublicKey, randomUUID, verify } from 'node:crypto'
import type { Json } from '#testing/http.ts'
import { AuthorizationCodes, formIn, grantRefusal } from './oauth.ts'
import type { NetworkAnswer, NetworkRequest } from './server.ts'

// The authorization server of a PDS (atproto.com/specs/oauth). As specified, it refuses requests without a proof, with a proof of
// another key, without the current nonce or from unknown clients, and refresh tokens that were used before.

const SCOPES = ['atproto', 'repo:app.bsky.feed.post?action=create&action=delete', 'blob:image/*']

interface Session {
  client: string
  scope: string
  /** The thumbprint of the session's DPoP key. */
  key: string
  access: string
  refresh: string
  isRevoked: boolean
}

export class BlueskyAuthorizationServer {
  readonly #did: string
  readonly #origin: () => string
  readonly #codes = new AuthorizationCodes()
  readonly #pushed = new Map<string, URLSearchParams>()
  readonly #keys = new Map<string, string>()
  readonly #clients = new Map<string, Json>()
  readonly #sessions: Session[] = []
  readonly #used = new Set<string>()
  readonly #nonce = randomUUID()

  constructor(did: string, origin: () => string) {
    this.#did = did
    this.#origin = origin
  }

  /** Adds the metadata of a client, which a real server fetches from the client's id. */
  knowClient(metadata: Json): void {
    this.#clients.set(metadata.client_id, metadata)
  }

  /** A person agrees on the page at this address. Returns the address that they are redirected to. */
  agree(address: string): URL {
    const pushed = this.#pushed.get(new URL(address).searchParams.get('request_uri') ?? '')
    if (!pushed) throw new Error('No such request was pushed.')
    const back = this.#codes.agree(`${this.#origin()}/oauth/authorize?${pushed}`)
    this.#keys.set(back.searchParams.get('code') ?? '', pushed.get('dpop_key') ?? '')
    back.searchParams.set('iss', this.#origin())
    return back
  }

  revoke(): void {
    for (const session of this.#sessions) session.isRevoked = true
  }

  /** Ends the access tokens at once, as time does after an hour. */
  expire(): void {
    for (const session of this.#sessions) session.access = ''
  }

  answer(request: NetworkRequest): NetworkAnswer | null {
    const path = `${request.method} ${request.url.pathname}`
    if (path === 'GET /.well-known/oauth-protected-resource')
      return { status: 200, json: { resource: this.#origin(), authorization_servers: [this.#origin()] } }
    if (path === 'GET /.well-known/oauth-authorization-server') return { status: 200, json: this.#metadata() }
    if (path === 'POST /oauth/par') return this.#proven(request, key => this.#push(formIn(request), key))
    if (path === 'POST /oauth/token') return this.#proven(request, key => this.#token(formIn(request), key))
    if (path === 'POST /oauth/revoke') return this.#proven(request, key => this.#end(formIn(request), key))
    return null
  }

  /** The number of sessions that have not been revoked. */
  sessions(): number {
    return this.#sessions.filter(({ isRevoked }) => !isRevoked).length
  }

  /** The answer that refuses a request with a token of this server; null if the token is accepted. */
  refuse(request: NetworkRequest): NetworkAnswer | null {
    const token = (request.headers.get('authorization') ?? '').replace('DPoP ', '')
    const session = this.#sessions.find(({ access, isRevoked }) => access === token && !isRevoked)
    const proof = this.#proofIn(request)
    if (session && proof?.key === session.key && proof.claims.ath === sha256(token))
      return proof.claims.nonce === this.#nonce ? null : this.#challenge('use_dpop_nonce')
    return this.#challenge('invalid_token')
  }

  #challenge(error: string): NetworkAnswer {
    const headers = { 'www-authenticate': `DPoP error="${error}"`, 'dpop-nonce': this.#nonce }
    return { status: 401, json: { error, message: error }, headers }
  }

  #metadata() {
    const origin = this.#origin()
    return {
      issuer: origin,
      authorization_endpoint: `${origin}/oauth/authorize`,
      token_endpoint: `${origin}/oauth/token`,
      revocation_endpoint: `${origin}/oauth/revoke`,
      pushed_authorization_request_endpoint: `${origin}/oauth/par`,
      require_pushed_authorization_requests: true,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
      token_endpoint_auth_signing_alg_values_supported: ['ES256'],
      dpop_signing_alg_values_supported: ['ES256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      scopes_supported: SCOPES,
    }
  }

  #proven(request: NetworkRequest, work: (key: string) => NetworkAnswer): NetworkAnswer {
    const proof = this.#proofIn(request)
    if (!proof) return grantRefusal('invalid_dpop_proof', 'The proof is missing or wrong.')
    if (proof.claims.nonce === this.#nonce) return work(proof.key)
    return {
      ...grantRefusal('use_dpop_nonce', 'A nonce is needed.'),
      headers: { 'dpop-nonce': this.#nonce },
    }
  }

  #proofIn({ headers, method, url }: NetworkRequest): { key: string; claims: Json } | null {
    const token = headers.get('dpop') ?? ''
    const jwk = partOf(token, 0)?.jwk
    const claims = jwk && verified(token, jwk)
    if (!claims || claims.htm !== method || claims.htu !== this.#origin() + url.pathname) return null
    return { key: sha256(JSON.stringify([jwk.crv, jwk.x, jwk.y])), claims }
  }

  #push(form: URLSearchParams, key: string): NetworkAnswer {
    const client = this.#clientOf(form)
    if (!client) return grantRefusal('invalid_client', 'The client is not known, or did not sign.')
    if (!client.redirect_uris.includes(form.get('redirect_uri')))
      return grantRefusal('invalid_request', 'Another redirect_uri than those of the client.')
    if (!form.get('code_challenge') || form.get('code_challenge_method') !== 'S256')
      return grantRefusal('invalid_request', 'PKCE is required.')
    if (
      form
        .get('scope')
        ?.split(' ')
        .some(scope => !SCOPES.includes(scope))
    )
      return grantRefusal('invalid_scope', 'No such scope.')
    const uri = `urn:ietf:params:oauth:request_uri:${randomUUID()}`
    form.set('dpop_key', key)
    this.#pushed.set(uri, form)
    return { status: 201, json: { request_uri: uri, expires_in: 300 } }
  }

  #clientOf(form: URLSearchParams): Json | null {
    const client = this.#clients.get(form.get('client_id') ?? '')
    if (!client || client.token_endpoint_auth_method === 'none') return client ?? null
    const token = form.get('client_assertion') ?? ''
    const jwk = client.jwks.keys.find(({ kid }: Json) => kid === partOf(token, 0)?.kid)
    const claims = jwk && verified(token, jwk)
    return claims?.iss === client.client_id && claims.aud === this.#origin() ? client : null
  }

  #token(form: URLSearchParams, key: string): NetworkAnswer {
    const client = this.#clientOf(form)
    if (!client) return grantRefusal('invalid_client', 'The client is not known, or did not sign.')
    if (form.get('grant_type') === 'refresh_token') return this.#renew(form.get('refresh_token') ?? '', key)
    if (this.#keys.get(form.get('code') ?? '') !== key)
      return grantRefusal('invalid_grant', 'The proof is of another key.')
    const scope = this.#codes.exchange(form)
    if (scope === null) return grantRefusal('invalid_grant', 'The code is of no use.')
    const session = {
      ...{ client: client.client_id, scope, key },
      ...{ access: '', refresh: '', isRevoked: false },
    }
    this.#sessions.push(session)
    return this.#grant(session)
  }

  /** A refresh token works once. Using it again ends the session. */
  #renew(token: string, key: string): NetworkAnswer {
    const session = this.#sessions.find(({ refresh }) => refresh === token)
    if (this.#used.has(token)) this.revoke()
    if (!session || session.isRevoked || session.key !== key)
      return grantRefusal('invalid_grant', 'The session was revoked.')
    this.#used.add(token)
    return this.#grant(session)
  }

  #end(form: URLSearchParams, key: string): NetworkAnswer {
    if (!this.#clientOf(form))
      return grantRefusal('invalid_client', 'The client is not known, or did not sign.')
    const token = form.get('token')
    const session = this.#sessions.find(({ access, refresh }) => access === token || refresh === token)
    if (session?.key === key) session.isRevoked = true
    return { status: 200, json: {} }
  }

  #grant(session: Session): NetworkAnswer {
    session.access = randomUUID()
    session.refresh = randomUUID()
    const { access, refresh, scope } = session
    const json = { access_token: access, token_type: 'DPoP', refresh_token: refresh, scope, sub: this.#did }
    return { status: 200, json: { ...json, expires_in: 3_600 } }
  }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url')

function partOf(token: string, part: number): Json | null {
  try {
    return JSON.parse(Buffer.from(token.split('.')[part] ?? '', 'base64url').toString())
  } catch {
    return null
  }
}

/** The claims of a recent JWT that this key signed with ES256. */
function verified(token: string, jwk: Json): Json | null {
  const [head = '', body = '', signature = ''] = token.split('.')
  const key = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' as const }
  const isSigned = verify('sha256', Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url'))
  const claims = partOf(token, 1)
  return isSigned && claims && Math.abs(Date.now() / 1_000 - claims.iat) < 60 ? claims : null
}
