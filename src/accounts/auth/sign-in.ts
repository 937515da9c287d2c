import type { BetterAuthPlugin } from 'better-auth'
import { createAuthEndpoint, isAPIError } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { betterAuth } from 'better-auth/minimal'
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import { magicLink } from 'better-auth/plugins/magic-link'
import { z } from 'zod'
import { type Person, personByEmail } from '#accounts/people.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { AppError, messageOf } from '#platform/errors.ts'
import type { Ids } from '#platform/ids.ts'
import type { Log } from '#platform/log.ts'
import type { MailContent } from '#platform/mail/mail.ts'
import { signInLetter } from '#platform/mail/templates.ts'
import { hashOfSecret, newSecretText } from '#platform/secrets.ts'
import { clip, safeLine } from '#platform/text.ts'
import { databaseAdapter } from './database-adapter.ts'
import { type GitHubSignInSettings, gitHubProvider } from './github.ts'
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
import { AUTH_PATH, CLIENT_HEADER, LINK_MINUTES, signInAddress } from './sign-in-links.ts'

const DAY_S = 86_400
/** Of what the library logs: it quotes what strangers send. */
const LONGEST_MESSAGE = 200

export interface SignInContext {
  db: Database
  clock: Clock
  ids: Ids
  log: Log
  /** The public address, without a slash at its end. */
  baseUrl: string
  /** Signs cookies. Another one ends all sessions. */
  secret: string
  /** Null: nobody signs in with GitHub. */
  github: GitHubSignInSettings | null
  /** The guarded way out, for GitHub. */
  fetch: typeof globalThis.fetch
  send(to: string, letter: MailContent): Promise<unknown>
}

/** Somebody who is signed in, and the cookies that prolong it where that is due. */
interface SignedIn {
  person: Person
  sessionId: string
  cookies: string[]
}

/** A request for one of the library's addresses. */
interface Asked {
  method: string
  url: string
  headers: Headers
  /** Null where there is none. */
  body: string | null
}

/** Sign-in, sessions and the cookies that carry them. */
export interface SignIn {
  /** Answers the library's own addresses that are open. */
  handle(asked: Asked): Promise<Response>
  signedIn(headers: Headers): Promise<SignedIn | null>
  /** Begins a session with the secret of a sign-in link; gives its cookies. `not_found` for one that is spent or too old. */
  useLink(secret: string, headers: Headers): Promise<string[]>
  /** Begins a session for somebody who has just proven who they are; gives its cookies. */
  begin(person: Pick<Person, 'id'>, headers: Headers): Promise<string[]>
  /** The slow hash of a password; `invalid_parameter` for one that is too short or too long. */
  hashPassword(password: string): Promise<string>
  passwordState(self: PasswordOwner): ReturnType<typeof passwordStatus>
  /** Another password, and the end of all other sessions; see `own-password.ts` for what it refuses. */
  changePassword(self: PasswordOwner, given: PasswordChange): Promise<void>
}

/** All of the library that strangers may reach; the rest is closed, sign-up first. */
const OPEN = [
  'POST /sign-in/email',
  'POST /sign-in/magic-link',
  'POST /sign-in/social',
  'GET /callback/github',
  'POST /sign-out',
]

export function openSignIn(means: SignInContext): SignIn {
  const auth = createAuth(means)
  const devices = createKnownDevices(means.secret, means.baseUrl)
  const guarded = limitSignIn(means, devices)
  return {
    async handle({ method, url, headers, body }) {
      const { pathname, search } = new URL(url)
      const path = pathname.slice(AUTH_PATH.length)
      if (!OPEN.includes(`${method} ${path}`))
        throw new AppError('not_found', 'There is nothing at this address.')
      // As the library has to see it: under the public address, which a proxy may have shortened.
      const request = new Request(`${means.baseUrl}${pathname}${search}`, { method, headers, body })
      const response = await guarded({ path, body, headers, answer: () => auth.handler(request) })
      // The library reports success for a sign-out even where it could not end the session.
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
        // It answers a browser, with a redirect to where the error is told.
        .catch(error => (isAPIError(error) && error.statusCode === 302 ? null : requireWorking(error)))
      if (!answer)
        throw new AppError('not_found', 'This link was used already or is too old. Ask for another.')
      const { token, user } = answer.response
      await noteLink(means, token)
      return [...answer.headers.getSetCookie(), devices.cookieFor(user.email)]
    },
    async begin({ id }, headers) {
      const asked = auth.api.beginSession({ body: { id }, headers, returnHeaders: true })
      const answer = await asked.catch(requireWorking)
      return answer.headers.getSetCookie()
    },
    hashPassword,
    passwordState: self => passwordStatus(means, self),
    changePassword: (self, given) => changePassword(means, self, given),
  }
}

/** The library answers 500 where the database fails it, and keeps the reason to its log. */
function requireWorking(error: unknown): never {
  if (!isAPIError(error) || error.statusCode < 500) throw error
  throw notWorking(error)
}

const notWorking = (cause?: unknown) =>
  new AppError('unavailable', 'Signing in and out does not work at the moment.', { cause })

const noteLink = ({ db, clock }: SignInContext, token: string) =>
  db.write(tx =>
    tx
      .updateTable('session')
      .set({ linked_at: clock.now() })
      .where('token', '=', hashOfSecret(token))
      .execute(),
  )

function createAuth(means: SignInContext) {
  const { db, ids, log, baseUrl, secret } = means
  const { origin, pathname, protocol } = new URL(baseUrl)
  return betterAuth({
    appName: 'Tidings',
    baseURL: `${baseUrl}${AUTH_PATH}`,
    secret,
    trustedOrigins: [origin],
    database: databaseAdapter(db, ids),
    telemetry: { enabled: false },
    // Without a level: with one, the library also writes to the console by itself.
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
      // Kept in a cookie, a session would outlive its end.
      cookieCache: { enabled: false },
    },
    account: {
      modelName: 'credential',
      fields: { userId: 'personId', providerId: 'provider', accountId: 'subject' },
      updateAccountOnSignIn: false,
      // In the database, whoever asks to begin at GitHub would leave a row.
      storeStateStrategy: 'cookie',
    },
    verification: { modelName: 'verification' },
    databaseHooks: { account: { create: { before: async account => ({ data: withoutTokens(account) }) } } },
    // Our own guard limits how often anybody tries, before a request comes here.
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
      // Said outright: by default both are off where NODE_ENV is "test".
      disableCSRFCheck: false,
      disableOriginCheck: false,
    },
    onAPIError: { errorURL: `${baseUrl}/app/sign-in` },
    plugins: [magicLink(linkByMail(means)), beginning, ...ways(means)],
  })
}

function reasonIn(details: readonly unknown[]): { error?: string } {
  const error = details.find(detail => detail instanceof Error)
  return error ? { error: clip(safeLine(messageOf(error)), LONGEST_MESSAGE) } : {}
}

/** GitHub's token is not kept: there is nothing that we would ask with it. */
const withoutTokens = <T extends object>(account: T) => ({
  ...account,
  accessToken: undefined,
  refreshToken: undefined,
  idToken: undefined,
  accessTokenExpiresAt: undefined,
  refreshTokenExpiresAt: undefined,
  scope: undefined,
})

const linkByMail = ({ db, log, baseUrl, send }: SignInContext) => ({
  disableSignUp: true,
  expiresIn: LINK_MINUTES * 60,
  generateToken: newSecretText,
  storeToken: { type: 'custom-hasher' as const, hash: async (token: string) => hashOfSecret(token) },
  // Nobody waits for the mail: the time that an answer takes would tell whose address is known.
  async sendMagicLink({ email, token }: { email: string; token: string }) {
    void sendLink(email, token).catch(error =>
      log.warn('a sign-in link could not be sent', { error: messageOf(error) }),
    )
    async function sendLink(to: string, secret: string) {
      const person = await personByEmail(db.read, to.toLowerCase())
      // The library keeps a link for every address that it is asked for.
      if (!person) return forgetLink(db, secret)
      const link = signInAddress(baseUrl, secret)
      await send(person.email, signInLetter({ link, minutes: LINK_MINUTES }))
    }
  },
})

const forgetLink = (db: Database, secret: string) =>
  db.write(async tx => {
    await tx.deleteFrom('verification').where('identifier', '=', hashOfSecret(secret)).execute()
  })

const ways = ({ github, fetch }: SignInContext) =>
  github === null ? [] : [genericOAuth({ config: [gitHubProvider(github, fetch)] })]

/** Lets our own code begin a session as the library does it. Not among the open addresses. */
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
        return ctx.json({ begun: true })
      },
    ),
  },
} satisfies BetterAuthPlugin
