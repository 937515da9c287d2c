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
import { SecondFactor, type UnfinishedSignIn } from './second-factor/second-factor.ts'
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

/** The library's routes that are reachable. All others are closed, above all sign-up. */
const OPEN = ['POST /sign-in/social', 'GET /callback/github', 'POST /sign-out']

/** Sign-in, sessions and the cookies that carry them. */
export class SignIn {
  readonly secondFactor: SecondFactor
  readonly #context: SignInContext
  readonly #devices: ReturnType<typeof createKnownDevices>
  readonly #auth: ReturnType<typeof createAuth>
  readonly #guarded: ReturnType<typeof limitSignIn>
  readonly #routes: Map<string, (asked: Asked) => Promise<Response>>

  constructor(context: SignInContext) {
    const devices = createKnownDevices(context)
    const secondFactor = new SecondFactor(context, devices)
    this.#context = context
    this.#devices = devices
    this.secondFactor = secondFactor
    this.#auth = createAuth(context, person => secondFactor.suspend({ person, byLink: false }))
    this.#guarded = limitSignIn(context, devices)
    const { oidc: provider } = context
    const oidc = provider && new OidcSignIn(context, provider, (...who) => this.#beginBySignOn(...who))
    const own = ownRoutes(context, (...signIn) => this.#admit(...signIn))
    this.#routes = new Map([...own, ...(oidc?.routes ?? [])])
  }

  /** Answers the open routes. */
  async handle(asked: Asked): Promise<Response> {
    const { method, url, headers, body } = asked
    const { pathname, search } = new URL(url)
    const path = pathname.slice(AUTH_PATH.length)
    const route = `${method} ${path}`
    const handler = this.#routes.get(route)
    if (!handler && !OPEN.includes(route))
      throw new AppError('not_found', 'Nothing was found at this address.')
    // The library needs the public URL; a proxy may have stripped its path.
    const request = new Request(`${this.#context.baseUrl}${pathname}${search}`, { method, headers, body })
    const answer = () => (handler ? handler(asked) : this.#auth.handler(request))
    const response = await this.#guarded({ path, body, headers, answer })
    // The library reports success even when it could not end the session.
    if (path === '/sign-out' && (await this.signedIn(headers))) throw notWorking()
    return response
  }

  /** The signed-in person, and cookies that extend the session when it is due. */
  async signedIn(headers: Headers): Promise<{ person: Person; sessionId: string; cookies: string[] } | null> {
    const asked = this.#auth.api.getSession({ headers, returnHeaders: true })
    const { response, headers: set } = await asked.catch(requireWorking)
    if (!response) return null
    const { id, name, email } = response.user
    return { person: { id, name, email }, sessionId: response.session.id, cookies: set.getSetCookie() }
  }

  /** Signs in with the secret of a sign-in link. Throws `not_found` for a used or expired one. */
  async useLink(secret: string, headers: Headers): Promise<Admission> {
    const { db, clock } = this.#context
    const person = await db.write(tx => redeemSignInLink(tx, clock, secret))
    return this.#admit({ person, byLink: true }, headers)
  }

  /** Starts a session for a person whose identity was just verified, and gives its cookies. */
  async begin(person: Pick<Person, 'id'>, headers: Headers): Promise<string[]> {
    return (await this.#beginSession(person, headers)).cookies
  }

  /** Starts the session of a sign-in that waited for this code, and returns its cookies. */
  async finish(code: string, headers: Headers): Promise<string[]> {
    return this.#beginKnown(await this.secondFactor.finish(headers, code), headers)
  }

  /** Hashes a password. Throws `invalid_parameter` when it is too short or too long. */
  hashPassword(password: string): Promise<string> {
    return hashPassword(password)
  }

  passwordState(self: PasswordOwner): ReturnType<typeof passwordStatus> {
    return passwordStatus(this.#context, self)
  }

  /** Changes the password and ends all other sessions; see `passwords.ts`. */
  changePassword(self: PasswordOwner, given: PasswordChange): Promise<void> {
    return changePassword(this.#context, self, given)
  }

  async #admit(signIn: UnfinishedSignIn, headers: Headers): Promise<Admission> {
    const waiting = await this.secondFactor.suspend(signIn)
    if (waiting !== null) return { needsSecondFactor: true, cookies: [waiting] }
    return { needsSecondFactor: false, cookies: await this.#beginKnown(signIn, headers) }
  }

  /** Starts a session, and makes the browser known for the address. */
  async #beginKnown({ person, byLink }: UnfinishedSignIn, headers: Headers): Promise<string[]> {
    const { token, cookies } = await this.#beginSession(person, headers)
    if (byLink) await noteSession(this.#context, token, { linked_at: this.#context.clock.now() })
    return [...cookies, this.#devices.cookieFor(person.email)]
  }

  async #beginBySignOn(person: Pick<Person, 'id'>, headers: Headers): Promise<string[]> {
    const { token, cookies } = await this.#beginSession(person, headers)
    await noteSession(this.#context, token, { by_sign_on: 1 })
    return cookies
  }

  async #beginSession({ id }: Pick<Person, 'id'>, headers: Headers) {
    const asked = this.#auth.api.beginSession({ body: { id }, headers, returnHeaders: true })
    const answer = await asked.catch(requireWorking)
    return { token: answer.response.token, cookies: answer.headers.getSetCookie() }
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
