import { z } from 'zod'
import type { Person } from '#accounts/people.ts'
import { type SealedCookie, sealedCookie } from '#auth/cookies.ts'
import type { SignInContext } from '#auth/sign-in-context.ts'
import { AUTH_PATH } from '#auth/sign-in-links.ts'
import { HOUR_MS } from '#platform/clock.ts'
import { isUniqueViolation } from '#platform/db/failure.ts'
import { AppError, type ErrorCode, messageOf } from '#platform/errors.ts'
import { clip, safeLine } from '#platform/text.ts'
import { Tickets } from '#platform/tickets.ts'
import { type Admitted, admit, type Refusal } from './admit.ts'
import { CHECKS, type Identity, type OidcProvider } from './provider.ts'

const PENDING = z.object({ checks: CHECKS, next: z.string() })

/** A pending sign-in, while the person is at the provider: what its response must match, and the page that they wanted. */
type PendingSignIn = SealedCookie<z.infer<typeof PENDING>>

/** Keeps the pending sign-in in the browser that began it, so that no other browser can finish it. */
const pendingSignIn = (context: SignInContext): PendingSignIn =>
  sealedCookie(context, { name: 'tidings.oidc', path: AUTH_PATH, minutes: 10, holds: PENDING })

/** A request, with a body where there is one. */
interface Asked {
  url: string
  headers: Headers
  body: string | null
}

/** Why a sign-in failed, as the address of the sign-in page says it. */
type Failure = `oidc_${Refusal | 'declined' | 'unavailable' | 'failed'}`

/** The page of the dashboard that the person wanted. Its length leaves room for the rest of the cookie. */
const NEXT = z.object({
  next: z
    .string()
    .max(2000)
    .regex(/^\/(?![/\\])/),
})

/** Responses that have arrived, kept for longer than a sign-in waits for its response. */
const RESPONSES = new Tickets('oidc response')

/** Sign-in with OpenID Connect: the browser is sent to the provider, and comes back with its response. */
export class OidcSignIn {
  readonly #context: SignInContext
  readonly #provider: OidcProvider
  readonly #pending: PendingSignIn
  /** Starts a session and returns its cookies. */
  readonly #begin: (person: Person, headers: Headers) => Promise<string[]>
  /** The handler of each route, by method and path below that of signing in. */
  readonly routes: ReadonlyMap<string, (asked: Asked) => Promise<Response>>

  constructor(
    context: SignInContext,
    provider: OidcProvider,
    begin: (person: Person, headers: Headers) => Promise<string[]>,
  ) {
    this.#context = context
    this.#provider = provider
    this.#pending = pendingSignIn(context)
    this.#begin = begin
    this.routes = new Map([
      ['POST /sign-in/oidc', asked => this.#leave(asked)],
      ['GET /callback/oidc', asked => this.#comeBack(asked)],
    ])
  }

  get #redirectUri(): string {
    return `${this.#context.baseUrl}${AUTH_PATH}/callback/oidc`
  }

  async #leave({ body }: Asked): Promise<Response> {
    const next = nextIn(body)
    const { url, checks } = await this.#provider.begin(this.#redirectUri)
    return Response.json(
      { url: url.href },
      { headers: { 'Set-Cookie': this.#pending.keep({ checks, next }) } },
    )
  }

  async #comeBack({ url, headers }: Asked): Promise<Response> {
    const { db, clock } = this.#context
    const kept = this.#pending.find(headers)
    if (!kept) return this.#refuse('oidc_failed', '/', 'this browser began no sign-in, or too long ago')
    try {
      const { state } = kept.checks
      if (!(await db.write(tx => RESPONSES.spend(tx, clock, state, HOUR_MS))))
        return this.#refuse('oidc_failed', kept.next, 'the response arrived before')
      const identity = await this.#provider.finish(new URL(url).searchParams, this.#redirectUri, kept.checks)
      const admitted = await this.#admit(identity)
      if (typeof admitted === 'string') return this.#refuse(`oidc_${admitted}`, kept.next, REASONS[admitted])
      const { person, isTurnedAway } = admitted
      const page = isTurnedAway ? `/no-seat?${new URLSearchParams({ next: kept.next })}` : kept.next
      return this.#redirect(page, await this.#begin(person, headers))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const reason = messageOf(error.cause ?? error)
      return this.#refuse(FAILURES[error.code] ?? 'oidc_failed', kept.next, reason)
    }
  }

  /**
   * Admits a person. If two sign-ins of a newcomer arrive at the same time, a unique key lets one create the
   * person, and the other then finds it.
   */
  async #admit(identity: Identity): Promise<Admitted | Refusal> {
    const { db, clock, ids, billing } = this.#context
    const once = () => db.write(tx => admit(tx, { clock, ids, actor: 'sign-in' }, billing, identity))
    return once().catch(error => {
      const isMade = isUniqueViolation(error) || (error instanceof AppError && error.code === 'conflict')
      if (!isMade) throw error
      return once()
    })
  }

  #refuse(failure: Failure, next: string, reason: string): Response {
    this.#context.log.warn('a sign-in with OpenID Connect was refused', {
      failure,
      reason: clip(safeLine(reason), 200),
    })
    const search = new URLSearchParams({ error: failure, ...(next !== '/' && { next }) })
    return this.#redirect(`/sign-in?${search}`, [])
  }

  /** Redirects to a page. Each response is used once, so the pending sign-in ends whatever the outcome. */
  #redirect(page: string, cookies: readonly string[]): Response {
    const headers = new Headers({ Location: new URL(`${this.#context.baseUrl}/app${page}`).href })
    for (const cookie of [...cookies, this.#pending.forget]) headers.append('Set-Cookie', cookie)
    return new Response(null, { status: 302, headers })
  }
}

const REASONS: Record<Refusal, string> = {
  unverified: 'the provider has not verified the address',
  unknown: 'no member, invitation or domain of an account has the address',
  full: 'the account that the domain joins has no seat left',
}

const FAILURES: Partial<Record<ErrorCode, Failure>> = {
  insufficient_scope: 'oidc_declined',
  unavailable: 'oidc_unavailable',
}

function nextIn(body: string | null): string {
  try {
    return NEXT.parse(JSON.parse(body ?? '')).next
  } catch (cause) {
    throw new AppError('invalid_parameter', 'Name the page to return to, like {"next":"/"}.', { cause })
  }
}
