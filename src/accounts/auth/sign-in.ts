import type { BetterAuthPlugin } from 'better-auth'
import { createAuthEndpoint, isAPIError } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { betterAuth } from 'better-auth/minimal'
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import { magicLink } from 'better-auth/plugins/magic-link'
import { z } from 'zod'
import { type Person, proveAddress } from '#accounts/people.ts'
import type { Billing } from '#accounts/plan.ts'
import type { Clock, Instant } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { AppError, messageOf } from '#platform/errors.ts'
import type { Ids } from '#platform/ids.ts'
import type { Log } from '#platform/log.ts'
import type { MailContent } from '#platform/mail/mail.ts'
import { hashOfSecret, type Secrets } from '#platform/secrets.ts'
import { clip, safeLine } from '#platform/text.ts'
import { databaseAdapter } from './database-adapter.ts'
import { type GitHubSignInSettings, gitHubProvider } from './github.ts'
import { linkByMail } from './mailed-links.ts'
import { pendingSignIn } from './oidc/pending.ts'
import type { OidcProvider } from './oidc/provider.ts'
import { OidcSignIn } from './oidc/sign-in.ts'
import {
  changePassword,
  hashPassword,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
  type PasswordChange,
  type PasswordOwner,
  passwordStatus,
} from './passwords.ts'
import { createKnownDevices, limitSignIn } from './sign-in-limits.ts'
import { AUTH_PATH, CLIENT_HEADER } from './sign-in-links.ts'

const DAY_S = 86_400
/** Limit for the library's log messages, which quote requests, in characters. */
const LONGEST_MESSAGE = 200

export interface SignInContext {
  db: Database
  clock: Clock
  ids: Ids
  log: Log
  /** The public address, without a slash at its end. */
  baseUrl: string
  /** Signs cookies. Changing it ends all sessions. */
  secret: string
  /** Encrypts what a browser keeps while its person is at an OpenID Connect provider. */
  secrets: Pick<Secrets, 'seal' | 'open'>
  /** Null when signing in with OpenID Connect is not configured. */
  oidc: OidcProvider | null
  /** Whether plan limits apply when an invitation is accepted. */
  billing: Billing
  /** Null when signing in with GitHub is not configured. */
  github: GitHubSignInSettings | null
  /** Guarded client for GitHub. */
  fetch: typeof globalThis.fetch
  send(to: string, mail: MailContent): Promise<unknown>
}

/** The signed-in person, and cookies that extend the session when it is due. */
interface SignedIn {
  person: Person
  sessionId: string
  cookies: string[]
}

/** A request to one of the library's routes. */
interface Asked {
  method: string
  url: string
  headers: Headers
  /** Null where there is none. */
  body: string | null
}

/** Sign-in, sessions and the cookies that carry them. */
export interface SignIn {
  /** Answers the library's open routes. */
  handle(asked: Asked): Promise<Response>
  signedIn(headers: Headers): Promise<SignedIn | null>
  /** Starts a session with the secret of a sign-in link and gives its cookies. Throws `not_found` for a used or expired one. */
  useLink(secret: string, headers: Headers): Promise<string[]>
  /** Starts a session for a person whose identity was just verified, and gives its cookies. */
  begin(person: Pick<Person, 'id'>, headers: Headers): Promise<string[]>
  /** Hashes a password. Throws `invalid_parameter` when it is too short or too long. */
  hashPassword(password: string): Promise<string>
  passwordState(self: PasswordOwner): ReturnType<typeof passwordStatus>
  /** Changes the password and ends all other sessions; see `passwords.ts`. */
  changePassword(self: PasswordOwner, given: PasswordChange): Promise<void>
}

/** The library's routes that are reachable. All others are closed, above all sign-up. */
const OPEN = [
  'POST /sign-in/email',
  'POST /sign-in/magic-link',
  'POST /sign-in/social',
  'GET /callback/github',
  'POST /sign-out',
]

export function openSignIn(context: SignInContext): SignIn {
  const auth = createAuth(context)
  const devices = createKnownDevices(context.secret, context.baseUrl)
  const guarded = limitSignIn(context, devices)
  const beginSession = async ({ id }: Pick<Person, 'id'>, headers: Headers) => {
    const asked = auth.api.beginSession({ body: { id }, headers, returnHeaders: true })
    const answer = await asked.catch(requireWorking)
    return { token: answer.response.token, cookies: answer.headers.getSetCookie() }
  }
  const oidc = openOidc(context, async (person, headers) => {
    const { token, cookies } = await beginSession(person, headers)
    await noteSession(context, token, { by_sign_on: 1 })
    return cookies
  })
  return {
    async handle(asked) {
      const { method, url, headers, body } = asked
      const { pathname, search } = new URL(url)
      const path = pathname.slice(AUTH_PATH.length)
      const route = `${method} ${path}`
      const own = oidc?.routes.get(route)
      if (!own && !OPEN.includes(route)) throw new AppError('not_found', 'Nothing was found at this address.')
      // The library needs the public URL; a proxy may have stripped its path.
      const request = new Request(`${context.baseUrl}${pathname}${search}`, { method, headers, body })
      const answer = () => (own ? own(asked) : auth.handler(request))
      const response = await guarded({ path, body, headers, answer })
      // The library reports success even when it could not end the session.
      if (path === '/sign-out' && (await this.signedIn(headers))) throw notWorking()
      return response
    },
    async signedIn(headers) {
      const asked = auth.api.getSession({ headers, returnHeaders: true })
      const { response, headers: set } = await asked.catch(requireWorking)
      if (!response) return null
      const { id, name, email } = response.user
      return { person: { id, name, email }, sessionId: response.session.id, cookies: set.getSetCookie() }
    },
    async useLink(secret, headers) {
      const answer = await auth.api
        .magicLinkVerify({ query: { token: secret }, headers, returnHeaders: true })
        // The library reports an invalid link as a redirect to an error page.
        .catch(error => (isAPIError(error) && error.statusCode === 302 ? null : requireWorking(error)))
      if (!answer)
        throw new AppError('not_found', 'This link was already used or has expired. Request a new one.')
      const { token, user } = answer.response
      await noteSession(context, token, { linked_at: context.clock.now() })
      return [...answer.headers.getSetCookie(), devices.cookieFor(user.email)]
    },
    begin: async (person, headers) => (await beginSession(person, headers)).cookies,
    hashPassword,
    passwordState: self => passwordStatus(context, self),
    changePassword: (self, given) => changePassword(context, self, given),
  }
}

function openOidc(context: SignInContext, begin: SignIn['begin']): OidcSignIn | null {
  const { db, clock, ids, log, baseUrl, billing, oidc: provider, secrets } = context
  if (provider === null) return null
  const pending = pendingSignIn({ secrets, clock, baseUrl })
  const keeper = { clock, ids, billing, actor: 'sign-in' }
  return new OidcSignIn({ db, log, baseUrl, keeper, provider, pending, begin })
}

/** The library answers 500 when the database fails. Turns that into `unavailable`. */
function requireWorking(error: unknown): never {
  if (!isAPIError(error) || error.statusCode < 500) throw error
  throw notWorking(error)
}

const notWorking = (cause?: unknown) =>
  new AppError('unavailable', 'Signing in and out is not available right now. Try again later.', { cause })

/** Records how a session began, before its cookie is given away. */
const noteSession = ({ db }: SignInContext, token: string, how: { linked_at: Instant } | { by_sign_on: 1 }) =>
  db.write(tx => tx.updateTable('session').set(how).where('token', '=', hashOfSecret(token)).execute())

function createAuth(context: SignInContext) {
  const { db, ids, log, baseUrl, secret } = context
  const { origin, pathname, protocol } = new URL(baseUrl)
  return betterAuth({
    appName: 'Tidings',
    baseURL: `${baseUrl}${AUTH_PATH}`,
    secret,
    trustedOrigins: [origin],
    database: databaseAdapter(db, ids),
    telemetry: { enabled: false },
    // No level: with one, the library also writes to the console.
    logger: {
      log: (level, message, ...details) =>
        log[level === 'error' ? 'warn' : 'debug']('sign-in', {
          said: clip(safeLine(message), LONGEST_MESSAGE),
          ...reasonIn(details),
        }),
    },
    user: { modelName: 'person' },
    session: {
      modelName: 'session',
      fields: { userId: 'personId' },
      expiresIn: 30 * DAY_S,
      updateAge: DAY_S,
      // A session in a cookie would outlive its revocation.
      cookieCache: { enabled: false },
    },
    account: {
      modelName: 'credential',
      fields: { userId: 'personId', providerId: 'provider', accountId: 'subject' },
      updateAccountOnSignIn: false,
      // In the database, every started GitHub sign-in would create a row.
      storeStateStrategy: 'cookie',
    },
    verification: { modelName: 'verification' },
    databaseHooks: { account: { create: { before: async account => ({ data: withoutTokens(account) }) } } },
    // `sign-in-limits.ts` limits attempts before a request gets here.
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
    },
    advanced: {
      cookiePrefix: 'tidings',
      useSecureCookies: protocol === 'https:',
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: pathname },
      ipAddress: { ipAddressHeaders: [CLIENT_HEADER] },
      // Explicit, because both are off by default when NODE_ENV is "test".
      disableCSRFCheck: false,
      disableOriginCheck: false,
    },
    onAPIError: { errorURL: `${baseUrl}/app/sign-in` },
    plugins: [magicLink(linkByMail(context)), beginning, ...ways(context)],
  })
}

function reasonIn(details: readonly unknown[]): { error?: string } {
  const error = details.find(detail => detail instanceof Error)
  return error ? { error: clip(safeLine(messageOf(error)), LONGEST_MESSAGE) } : {}
}

/** GitHub's tokens are not stored: nothing uses them. */
const withoutTokens = <T extends object>(account: T) => ({
  ...account,
  accessToken: undefined,
  refreshToken: undefined,
  idToken: undefined,
  accessTokenExpiresAt: undefined,
  refreshTokenExpiresAt: undefined,
  scope: undefined,
})

const ways = ({ db, clock, github, fetch }: SignInContext) => {
  // The library does not sign in with GitHub as somebody whose address is unproven.
  const proven = (email: string) => db.write(tx => proveAddress(tx, clock, email.toLowerCase()))
  return github === null ? [] : [genericOAuth({ config: [gitHubProvider(github, fetch, proven)] })]
}

/** Server-only endpoint with which our code starts a session like the library does. */
const beginning = {
  id: 'tidings-beginning',
  endpoints: {
    beginSession: createAuthEndpoint(
      '/begin',
      { method: 'POST', body: z.object({ id: z.string() }), metadata: { SERVER_ONLY: true } },
      async ctx => {
        const user = await ctx.context.internalAdapter.findUserById(ctx.body.id)
        if (!user) throw new AppError('not_found', 'There is no such person.')
        const session = await ctx.context.internalAdapter.createSession(user.id)
        await setSessionCookie(ctx, { session, user })
        return ctx.json({ token: session.token })
      },
    ),
  },
} satisfies BetterAuthPlugin
