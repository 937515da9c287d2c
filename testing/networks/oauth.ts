import { createHash, randomUUID } from 'node:crypto'
import type { NetworkAnswer, NetworkRequest } from './server.ts'

/** The operator's application on a local server of a network. */
export interface Application {
  id: string
  secret: string
}

export const anApplication = (): Application => ({ id: randomUUID(), secret: randomUUID() })

/** Codes that people bring back from the page where they agreed: each works once, with the verifier of its challenge. */
export class AuthorizationCodes {
  readonly #codes = new Map<string, { client: string; scope: string; challenge: string; redirect: string }>()

  /** A person agrees on the page at this address. Returns the address that they are redirected to. */
  agree(address: string): URL {
    const asked = new URL(address).searchParams
    const of = (name: string) => asked.get(name) ?? ''
    const code = randomUUID()
    this.#codes.set(code, {
      client: of('client_id'),
      scope: of('scope'),
      challenge: of('code_challenge'),
      redirect: of('redirect_uri'),
    })
    const back = new URL(of('redirect_uri'))
    back.search = String(new URLSearchParams({ code, state: of('state') }))
    return back
  }

  /** Exchanges a code. Returns its scopes; null if the exchange is refused. */
  exchange(form: URLSearchParams): string | null {
    const grant = this.#codes.get(form.get('code') ?? '')
    this.#codes.delete(form.get('code') ?? '')
    const verifier = createHash('sha256').update(form.get('code_verifier') ?? '')
    const isProven = !grant?.challenge || grant.challenge === verifier.digest('base64url')
    const isSame = grant?.client === form.get('client_id') && grant?.redirect === form.get('redirect_uri')
    return grant && isProven && isSame ? grant.scope : null
  }
}

export const formIn = ({ body }: NetworkRequest): URLSearchParams => new URLSearchParams(body.toString())

export const bearerOf = ({ headers }: NetworkRequest): string =>
  headers.get('authorization')?.replace('Bearer ', '') ?? ''

/** The answer that refuses a grant, as RFC 6749 describes it. */
export const grantRefusal = (error: string, description: string): NetworkAnswer => ({
  status: error === 'invalid_client' ? 401 : 400,
  json: { error, error_description: description },
})
