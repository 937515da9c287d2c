import type { GenericOAuthConfig } from 'better-auth/plugins/generic-oauth'
import { z } from 'zod'
import { AppError } from '#platform/errors.ts'

/** The GitHub OAuth app for signing in. */
export interface GitHubSignInSettings {
  clientId: string
  clientSecret: string
  /** `https://github.com`, or the address of an Enterprise Server. */
  url: string
}

const TOKEN = z.object({ access_token: z.string().min(1) })
const PROFILE = z.object({ id: z.number(), name: z.string().nullish(), login: z.string() })
const ADDRESSES = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

/**
 * Signs in with GitHub the person whose address is the verified primary one there. Creates no person, and drops the access token after the
 * profile is read. Calls `proven` with each address that GitHub has verified.
 */
export function gitHubProvider(
  { clientId, clientSecret, url }: GitHubSignInSettings,
  fetch: typeof globalThis.fetch,
  proven: (email: string) => Promise<unknown>,
): GenericOAuthConfig<'github'> {
  const api = url === 'https://github.com' ? 'https://api.github.com' : `${url}/api/v3`
  const ask = async (path: string, token: string): Promise<unknown> => {
    const headers = { Authorization: `Bearer ${token}`, Accept: 'application/vnd.github+json' }
    return answerOf(await fetch(`${api}${path}`, { headers }))
  }
  return {
    providerId: 'github',
    name: 'GitHub',
    clientId,
    clientSecret,
    authorizationUrl: `${url}/login/oauth/authorize`,
    tokenUrl: `${url}/login/oauth/access_token`,
    scopes: ['read:user', 'user:email'],
    pkce: true,
    disableSignUp: true,
    async getToken({ code, redirectURI, codeVerifier }) {
      const body = new URLSearchParams({
        client_id: clientId,
        client_secret: clientSecret,
        code,
        redirect_uri: redirectURI,
        ...(codeVerifier && { code_verifier: codeVerifier }),
      })
      const response = await fetch(`${url}/login/oauth/access_token`, {
        method: 'POST',
        headers: { Accept: 'application/json' },
        body,
      })
      return { accessToken: TOKEN.parse(await answerOf(response)).access_token }
    },
    async getUserInfo({ accessToken = '' }) {
      const profile = PROFILE.parse(await ask('/user', accessToken))
      const primary = ADDRESSES.parse(await ask('/user/emails', accessToken)).find(one => one.primary)
      if (primary?.verified) await proven(primary.email)
      return {
        id: String(profile.id),
        name: profile.name ?? profile.login,
        email: primary?.email ?? null,
        emailVerified: primary?.verified ?? false,
      }
    },
  }
}

async function answerOf(response: Response): Promise<unknown> {
  if (response.ok) return response.json()
  throw new AppError('unavailable', `GitHub answered ${response.status}.`)
}
