import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import Provider from 'oidc-provider'
import MemoryAdapter from 'oidc-provider/lib/adapters/memory_adapter.js'
import type { Closable } from './closable.ts'
import { opened } from './http.ts'

/** A person as the provider knows them. */
export interface OidcPerson {
  sub: string
  email: string
  /** Whether the address is verified; if left out, the provider says nothing about it. */
  email_verified?: boolean
  name?: string
}

/** A certified OpenID Connect provider with one client; `be` says which person uses the browser. */
export interface OidcServer extends Closable {
  issuer: string
  /** The environment variables that the operator of Tidings sets. */
  env: Record<string, string>
  be(person: OidcPerson): void
  /** Lets everybody who is asked to sign in decline from now on. */
  decline(): void
  /** Paths that were asked for, oldest first. */
  asked: string[]
  /** Goes from the authorization request through sign-in at the provider. Gives where the provider sends the browser. */
  visit(url: string): Promise<URL>
}

/** The provider's own adapter, which keeps everything in memory. As a subclass it causes no warning. */
class ForgetfulAdapter extends MemoryAdapter {}

/** An adapter that never notes that a code was used. */
class LenientAdapter extends MemoryAdapter {
  async consume() {}
}

const CLIENT = { client_id: 'tidings', client_secret: 'a secret of thirty-two characters' }
const SCOPES = 'openid email profile'

/** Starts a provider that knows Tidings at this address. In an ID token, providers differ in whether they put the address there. */
export async function startOidcServer(
  baseUrl: string,
  { addressInToken = false, announcesIssuer = true, takesCodesTwice = false } = {},
): Promise<OidcServer> {
  const redirectUri = `${baseUrl}/app/auth/callback/oidc`
  const asked: string[] = []
  let person: OidcPerson | null = {
    sub: '1',
    email: 'ada@example.com',
    email_verified: true,
    name: 'Ada Lovelace',
  }
  const server = createServer()
  const { address: issuer, ...rest } = await opened(server)
  const provider = new Provider(issuer, {
    adapter: takesCodesTwice ? LenientAdapter : ForgetfulAdapter,
    clients: [{ ...CLIENT, redirect_uris: [redirectUri] }],
    claims: { email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: !addressInToken,
    cookies: { keys: ['a key'] },
    jwks: { keys: [signingKey()] },
    ttl: { Session: 600, Interaction: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: () => '/person' },
    discovery: announcesIssuer ? {} : { authorization_response_iss_parameter_supported: false },
    findAccount: (_: unknown, sub: string) => ({ accountId: sub, claims: () => ({ ...person, sub }) }),
    async loadExistingGrant(context: { oidc: { session: { accountId: string } } }) {
      const { accountId } = context.oidc.session
      const grant = new provider.Grant({ accountId, clientId: CLIENT.client_id })
      grant.addOIDCScope(SCOPES)
      await grant.save()
      return grant
    },
  })
  const answer = provider.callback()
  server.on('request', (request, response) => {
    asked.push(request.url ?? '')
    if (request.url !== '/person') return answer(request, response)
    const result = person ? { login: { accountId: person.sub } } : { error: 'access_denied' }
    return provider.interactionFinished(request, response, result)
  })
  return {
    ...rest,
    issuer,
    env: {
      TIDINGS_OIDC_ISSUER: issuer,
      TIDINGS_OIDC_CLIENT_ID: CLIENT.client_id,
      TIDINGS_OIDC_CLIENT_SECRET: CLIENT.client_secret,
    },
    asked,
    be: given => {
      person = given
    },
    decline: () => {
      person = null
    },
    visit: url => followed(url, redirectUri),
  }
}

const signingKey = () => ({
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
  use: 'sig',
  alg: 'RS256',
  kid: 'signing',
})

/** Follows redirects with cookies, like a browser, until one leads to `end`. */
async function followed(from: string, end: string): Promise<URL> {
  const jar = new Map<string, string>()
  let url = new URL(from)
  for (let hops = 0; hops < 10; hops++) {
    if (url.href.startsWith(end)) return url
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { Cookie: [...jar.values()].join('; ') },
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      jar.set(pair.split('=')[0] ?? '', pair)
    }
    const location = response.headers.get('Location')
    if (!location) throw new Error(`${url.pathname} answered ${response.status}: ${await response.text()}`)
    url = new URL(location, url)
  }
  throw new Error('The provider redirects without end.')
}
