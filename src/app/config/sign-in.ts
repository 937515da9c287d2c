import type { GitHubSignInSettings } from '#accounts/auth/github.ts'
import { baseUrlFrom, type Environment, optionalText, variable } from '#platform/environment.ts'
import { parseTrustedProxies } from '#web/client-address.ts'

const GITHUB = 'https://github.com'

export const SIGN_IN_VARIABLES = {
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

/** Reads the settings of sign-in with GitHub. Throws when only some of them are set. */
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
