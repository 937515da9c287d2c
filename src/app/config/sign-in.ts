import type { GitHubSignInSettings } from '#accounts/auth/github.ts'
import { parseTrustedProxies } from '#web/client-address.ts'
import { baseUrlFrom, type Environment, optionalText, variable } from './environment.ts'

const GITHUB = 'https://github.com'

export const SIGN_IN_VARIABLES = {
  TIDINGS_GITHUB_CLIENT_ID: optionalText({
    about:
      'An OAuth app at GitHub that people may sign in with; its callback is /app/auth/callback/github below the public address.',
    example: 'Iv1.…',
  }),
  TIDINGS_GITHUB_CLIENT_SECRET: optionalText({ about: 'The secret of that app.', example: '…' }),
  TIDINGS_GITHUB_URL: variable({
    about: 'Where that app is registered, for an Enterprise Server.',
    example: GITHUB,
    fallback: GITHUB,
    read: baseUrlFrom,
  }),
  TIDINGS_TRUSTED_PROXIES: variable<string[]>({
    about:
      'Addresses of proxies in front, with commas, as single addresses or with a /prefix. Only they are believed about who asks (X-Forwarded-For).',
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

/** Sign-in with GitHub is configured whole or not at all. */
export function gitHubSignInFrom({ get, faults }: Environment): GitHubSignInSettings | null {
  const before = faults.length
  const clientId = get('TIDINGS_GITHUB_CLIENT_ID', SIGN_IN_VARIABLES.TIDINGS_GITHUB_CLIENT_ID)
  const clientSecret = get('TIDINGS_GITHUB_CLIENT_SECRET', SIGN_IN_VARIABLES.TIDINGS_GITHUB_CLIENT_SECRET)
  const url = get('TIDINGS_GITHUB_URL', SIGN_IN_VARIABLES.TIDINGS_GITHUB_URL)
  if (faults.length > before) return null
  if (clientId !== null && clientSecret !== null) return { clientId, clientSecret, url }
  if (clientId !== null) faults.push('TIDINGS_GITHUB_CLIENT_SECRET: needed with TIDINGS_GITHUB_CLIENT_ID')
  if (clientSecret !== null) faults.push('TIDINGS_GITHUB_CLIENT_ID: needed with TIDINGS_GITHUB_CLIENT_SECRET')
  return null
}

export const trustedProxiesFrom = ({ get }: Environment): string[] =>
  get('TIDINGS_TRUSTED_PROXIES', SIGN_IN_VARIABLES.TIDINGS_TRUSTED_PROXIES)
