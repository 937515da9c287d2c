import type { GitHubSignInSettings } from '#auth/github.ts'
import type { OidcSettings } from '#auth/oidc/provider.ts'
import { baseUrlFrom, type Environment, optionalText, variable } from '#platform/environment.ts'
import { clip, safeLine } from '#platform/text.ts'
import { parseTrustedProxies } from '#web/client-address.ts'

const GITHUB = 'https://github.com'

const GITHUB_VARIABLES = {
  TIDINGS_GITHUB_CLIENT_ID: optionalText({
    about:
      'The client ID of a GitHub OAuth app for sign-in. Its callback is /app/auth/callback/github below the public address.',
    example: 'Iv1.…',
  }),
  TIDINGS_GITHUB_CLIENT_SECRET: optionalText({ about: 'The client secret of that app.', example: '…' }),
  TIDINGS_GITHUB_URL: variable({
    about: 'The address of the GitHub Enterprise Server where that app is registered.',
    example: GITHUB,
    fallback: GITHUB,
    read: baseUrlFrom,
  }),
}

const OIDC_VARIABLES = {
  TIDINGS_OIDC_ISSUER: variable<string | null>({
    about:
      'The issuer of an OpenID Connect provider for sign-in, exactly as it names itself. The callback of the client is /app/auth/callback/oidc below the public address.',
    example: 'https://login.example.com/realms/acme',
    fallback: null,
    read: issuerFrom,
  }),
  TIDINGS_OIDC_CLIENT_ID: optionalText({
    about: 'The client ID that the provider gave to Tidings.',
    example: 'tidings',
  }),
  TIDINGS_OIDC_CLIENT_SECRET: optionalText({ about: 'The client secret from the provider.', example: '…' }),
  TIDINGS_OIDC_NAME: variable({
    about: 'The name of the provider on the sign-in button.',
    example: 'Acme',
    fallback: 'single sign-on',
    read: text => clip(safeLine(text), 40),
  }),
  TIDINGS_OIDC_TRUSTED_DOMAINS: variable<readonly string[]>({
    about:
      'Domains, separated by commas, whose email addresses are proven although the provider does not say email_verified, as Entra ID does not.',
    example: 'acme.example',
    fallback: [],
    read: text => text.split(',').map(domainFrom),
  }),
}

export const SIGN_IN_VARIABLES = {
  ...GITHUB_VARIABLES,
  ...OIDC_VARIABLES,
  TIDINGS_TRUSTED_PROXIES: variable<string[]>({
    about:
      'Addresses of trusted proxies, separated by commas, each a single address or a range with /prefix. X-Forwarded-For is believed only from these.',
    example: '127.0.0.1,10.0.0.0/8',
    fallback: [],
    read: addressesFrom,
  }),
}

function addressesFrom(text: string): string[] {
  const list = text.split(',').map(one => one.trim())
  parseTrustedProxies(list)
  return list
}

/** Checks the issuer and keeps its spelling: providers compare the issuer character by character, including a slash at the end. */
function issuerFrom(text: string): string {
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '' && url.username === '')
    return text
  throw new Error('expected an address like https://login.example.com/realms/acme')
}

function domainFrom(text: string): string {
  const domain = text.trim().toLowerCase()
  if (/^[a-z\d-]+(?:\.[a-z\d-]+)+$/.test(domain)) return domain
  throw new Error('expected domains like acme.example, separated by commas')
}

/** Reads the settings of sign-in with OpenID Connect. Reports a fault when only some of them are set. */
export function oidcFrom({ all, faults }: Environment): OidcSettings | null {
  const values = all(OIDC_VARIABLES)
  if (values === null) return null
  const { TIDINGS_OIDC_NAME: name, TIDINGS_OIDC_TRUSTED_DOMAINS: trustedDomains, ...needed } = values
  const { TIDINGS_OIDC_ISSUER: issuer, TIDINGS_OIDC_CLIENT_ID: clientId } = needed
  const { TIDINGS_OIDC_CLIENT_SECRET: clientSecret } = needed
  if (issuer !== null && clientId !== null && clientSecret !== null)
    return { issuer, clientId, clientSecret, name, trustedDomains }
  const missing = Object.entries(needed).filter(([, value]) => value === null)
  if (missing.length < 3)
    for (const [variableName] of missing) faults.push(`${variableName}: needed with the other TIDINGS_OIDC_…`)
  return null
}

/** Reads the settings of sign-in with GitHub. Reports a fault when only some of them are set. */
export function gitHubSignInFrom({ all, faults }: Environment): GitHubSignInSettings | null {
  const values = all(GITHUB_VARIABLES)
  if (values === null) return null
  const { TIDINGS_GITHUB_CLIENT_ID: clientId, TIDINGS_GITHUB_CLIENT_SECRET: clientSecret } = values
  const { TIDINGS_GITHUB_URL: url } = values
  if (clientId !== null && clientSecret !== null) return { clientId, clientSecret, url }
  if (clientId !== null) faults.push('TIDINGS_GITHUB_CLIENT_SECRET: needed with TIDINGS_GITHUB_CLIENT_ID')
  if (clientSecret !== null) faults.push('TIDINGS_GITHUB_CLIENT_ID: needed with TIDINGS_GITHUB_CLIENT_SECRET')
  return null
}
