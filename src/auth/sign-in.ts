import { isAPIError } from 'better-auth/api'
import { z } from 'zod'
import { signInMail } from '#accounts/mail/templates.ts'
import { emailFrom, type Person, personByEmail } from '#accounts/people.ts'
import type { Instant } from '#platform/clock.ts'
import { AppError, messageOf } from '#platform/errors.ts'
import { hashOfSecret } from '#platform/secrets.ts'
import { createAuth } from './better-auth.ts'
import { OidcSignIn } from './oidc/sign-in.ts'
import {
  changePassword,
  hashPassword,
  MAX_PASSWORD_LENGTH,
  type PasswordChange,
  type PasswordOwner,
  passwordStatus,
  personByPassword,
} from './passwords.ts'
import type { UnfinishedSignIn } from './second-factor/second-factor.ts'
import { SecondFactor } from './second-factor/second-factor.ts'
import type { SignInContext } from './sign-in-context.ts'
import { createKnownDevices, limitSignIn } from './sign-in-limits.ts'
import {
  AUTH_PATH,
  createSignInLink,
  LINK_MINUTES,
  redeemSignInLink,
  signInAddress,
} from './sign-in-links.ts'

/** The outcome of a correct password or link: a session, or waiting for the second factor, each with its cookies. */
interface Admission {
  needsSecondFactor: boolean
  cookies: string[]
}

/** A request to one of the routes of signing in. */
interface Asked {
  method: string
  url: string
  headers: Headers
  /** Null where there is none. */
  body: string | null
}

/** Sign-in, sessions and the cookies that carry them. */
export interface SignIn {
  /** Answers the open routes. */
  handle(asked: Asked): Promise<Response>
  /** The signed-in person, and cookies that extend the session when it is due. */
  signedIn(headers: Headers): Promise<{ person: Person; sessionId: string; cookies: string[] } | null>
  /** Signs in with the secret of a sign-in link. Throws `not_found` for a used or expired one. */
  useLink(secret: string, headers: Headers): Promise<Admission>
  /** Starts a session for a person whose identity was just verified, and gives its cookies. */
  begin(person: Pick<Person, 'id'>, headers: Headers): Promise<string[]>
  /** Starts the session of a sign-in that waited for this code, and returns its cookies. */
  finish(code: string, headers: Headers): Promise<string[]>
  secondFactor: SecondFactor
  /** Hashes a password. Throws `invalid_parameter` when it is too short or too long. */
  hashPassword(password: string): Promise<string>
  passwordState(self: PasswordOwner): ReturnType<typeof passwordStatus>
  /** Changes the password and ends all other sessions; see `passwords.ts`. */
  changePassword(self: PasswordOwner, given: PasswordChange): Promise<void>
}

/** The library's routes that are reachable. All others are closed, above all sign-up. */
const OPEN = ['POST /sign-in/social', 'GET /callback/github', 'POST /sign-out']

export function openSignIn(context: SignInContext): SignIn {
  const { db, clock, baseUrl } = context
  const devices = createKnownDevices(context)
  const secondFactor = new SecondFactor(context, devices)
  const auth = createAuth(context, person => secondFactor.suspend({ person, byLink: false }))
  const guarded = limitSignIn(context, devices)
  const beginSession = async ({ id }: Pick<Person, 'id'>, headers: Headers) => {
    const asked = auth.api.beginSession({ body: { id }, headers, returnHeaders: true })
    const answer = await asked.catch(requireWorking)
    return { token: answer.response.token, cookies: answer.headers.getSetCookie() }
  }
  /** Starts a session, and makes the browser known for the address. */
  const beginKnown = async ({ person, byLink }: UnfinishedSignIn, headers: Headers) => {
    const { token, cookies } = await beginSession(person, headers)
    if (byLink) await noteSession(context, token, { linked_at: clock.now() })
    return [...cookies, devices.cookieFor(person.email)]
  }
  const admit: Admit = async (signIn, headers) => {
    const waiting = await secondFactor.suspend(signIn)
    if (waiting !== null) return { needsSecondFactor: true, cookies: [waiting] }
    return { needsSecondFactor: false, cookies: await beginKnown(signIn, headers) }
  }
  const oidc = openOidc(context, async (person, headers) => {
    const { token, cookies } = await beginSession(person, headers)
    await noteSession(context, token, { by_sign_on: 1 })
    return cookies
  })
  const own = new Map([...ownRoutes(context, admit), ...(oidc?.routes ?? [])])
  return {
    secondFactor,
    async handle(asked) {
      const { method, url, headers, body } = asked
      const { pathname, search } = new URL(url)
      const path = pathname.slice(AUTH_PATH.length)
      const route = `${method} ${path}`
      const handler = own.get(route)
      if (!handler && !OPEN.includes(route))
        throw new AppError('not_found', 'Nothing was found at this address.')
      // The library needs the public URL; a proxy may have stripped its path.
      const request = new Request(`${baseUrl}${pathname}${search}`, { method, headers, body })
      const answer = () => (handler ? handler(asked) : auth.handler(request))
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
    async useLink(link, headers) {
      const person = await db.write(tx => redeemSignInLink(tx, clock, link))
      return admit({ person, byLink: true }, headers)
    },
    begin: async (person, headers) => (await beginSession(person, headers)).cookies,
    finish: async (code, headers) => beginKnown(await secondFactor.finish(headers, code), headers),
    hashPassword,
    passwordState: self => passwordStatus(context, self),
    changePassword: (self, given) => changePassword(context, self, given),
  }
}

type Admit = (signIn: UnfinishedSignIn, headers: Headers) => Promise<Admission>

/** The handlers of the routes for passwords and links by mail. */
const ownRoutes = (context: SignInContext, admit: Admit): [string, (asked: Asked) => Promise<Response>][] => [
  [
    'POST /sign-in/email',
    async ({ body, headers }) => {
      const person = await personByPassword(context.db.read, fieldsOf(BY_PASSWORD, body))
      if (!person) return new Response(null, { status: 401 })
      const { needsSecondFactor, cookies } = await admit({ person, byLink: false }, headers)
      return Response.json({ needsSecondFactor }, { headers: cookies.map(one => ['Set-Cookie', one]) })
    },
  ],
  [
    'POST /sign-in/magic-link',
    async ({ body }) => {
      mailLink(context, fieldsOf(BY_LINK, body).email)
      return Response.json({ accepted: true })
    },
  ],
]

const email = z.string().transform(emailFrom)
const BY_PASSWORD = z.object({ email, password: z.string().max(MAX_PASSWORD_LENGTH) })
const BY_LINK = z.object({ email })

/** Parses the body. Throws `invalid_parameter`. */
function fieldsOf<T>(fields: z.ZodType<T>, body: string | null): T {
  try {
    return fields.parse(JSON.parse(body ?? ''))
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError('invalid_parameter', 'Enter an email address and a password.', { cause })
  }
}

function openOidc(context: SignInContext, begin: SignIn['begin']): OidcSignIn | null {
  const { oidc: provider } = context
  return provider && new OidcSignIn(context, provider, begin)
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

/** Mails a sign-in link to the person with this address, if there is one. Not awaited: the response time would reveal which addresses are known. */
function mailLink(context: SignInContext, email: string): void {
  void sendLink(context, email).catch(error =>
    context.log.warn('a sign-in link could not be sent', { error: messageOf(error) }),
  )
}

async function sendLink(context: SignInContext, email: string): Promise<void> {
  const { db, baseUrl, send } = context
  const person = await personByEmail(db.read, email)
  if (!person) return
  const secret = await db.write(tx => createSignInLink(tx, context, person.email, LINK_MINUTES))
  await send(person.email, signInMail({ link: signInAddress(baseUrl, secret), minutes: LINK_MINUTES }))
}
