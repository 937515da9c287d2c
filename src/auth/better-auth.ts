import type { BetterAuthPlugin } from 'better-auth'
import { createAuthEndpoint, createAuthMiddleware } from 'better-auth/api'
import { deleteSessionCookie, setSessionCookie } from 'better-auth/cookies'
import { betterAuth } from 'better-auth/minimal'
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import { z } from 'zod'
import { type Person, proveAddress } from '#accounts/people.ts'
import { AppError, messageOf } from '#platform/errors.ts'
import { clip, safeLine } from '#platform/text.ts'
import { databaseAdapter } from './database-adapter.ts'
import { gitHubProvider } from './github.ts'
import type { SignInContext } from './sign-in-context.ts'
import { AUTH_PATH, CLIENT_HEADER, secondFactorAddress } from './sign-in-links.ts'

const DAY_S = 86_400
/** The longest log message of the library that is kept, in characters; its messages quote requests. */
const LONGEST_MESSAGE = 200

/** Makes a sign-in wait for the second factor and returns its cookie; null for a person without one. */
type Suspend = (person: Pick<Person, 'id' | 'email'>) => Promise<string | null>

/** The sign-in library, for sessions, their cookies, and GitHub. Passwords and links are checked by our own code. */
export function createAuth(context: SignInContext, suspend: Suspend) {
  const { db, ids, log, baseUrl, secret } = context
  const { origin, pathname, protocol } = new URL(baseUrl)
  return betterAuth({
    appName: 'Tidings',
    baseURL: `${baseUrl}${AUTH_PATH}`,
    secret,
    trustedOrigins: [origin],
    database: databaseAdapter(db, ids),
    telemetry: { enabled: false },
    // The library is given no log level: with one, it also writes to the console.
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
      // The state is kept in a cookie, since in the database every GitHub sign-in that is begun would create a row.
      storeStateStrategy: 'cookie',
    },
    databaseHooks: { account: { create: { before: async account => ({ data: withoutTokens(account) }) } } },
    // `sign-in-limits.ts` limits attempts before a request gets here.
    rateLimit: { enabled: false },
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
    plugins: [beginning, suspending(baseUrl, suspend), ...ways(context)],
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
  // The library does not sign in with GitHub a person whose address is unproven, so the address is proven first.
  const proven = (email: string) => db.write(tx => proveAddress(tx, clock, email.toLowerCase()))
  return github === null ? [] : [genericOAuth({ config: [gitHubProvider(github, fetch, proven)] })]
}

const BEGIN = '/begin'

/** Server-only endpoint with which our code starts a session like the library does. */
const beginning = {
  id: 'tidings-beginning',
  endpoints: {
    beginSession: createAuthEndpoint(
      BEGIN,
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

/**
 * Ends a session that the library itself started, as it does for GitHub, before anybody gets its cookie, if the person has a second factor.
 * Anybody who can read mail to an address can register at GitHub with it, so GitHub does not replace a second factor.
 */
const suspending = (baseUrl: string, suspend: Suspend) =>
  ({
    id: 'tidings-suspending',
    hooks: {
      after: [
        {
          matcher: ({ path }) => path !== BEGIN,
          handler: createAuthMiddleware(async ctx => {
            const began = ctx.context.newSession
            const cookie = began && (await suspend(began.user))
            if (!began || !cookie) return
            await ctx.context.internalAdapter.deleteSession(began.session.token)
            ctx.context.setNewSession(null)
            const next = ctx.context.responseHeaders?.get('Location') ?? null
            deleteSessionCookie(ctx, true)
            ctx.setHeader('Set-Cookie', cookie)
            throw ctx.redirect(secondFactorAddress(baseUrl, next))
          }),
        },
      ],
    },
  }) satisfies BetterAuthPlugin
