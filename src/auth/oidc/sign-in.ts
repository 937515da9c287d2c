import { z } from 'zod'
import type { MembershipContext } from '#accounts/members.ts'
import type { Person } from '#accounts/people.ts'
import { AUTH_PATH } from '#auth/sign-in-links.ts'
import { HOUR_MS } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { isUniqueViolation } from '#platform/db/failure.ts'
import { AppError, type ErrorCode, messageOf } from '#platform/errors.ts'
import type { Log } from '#platform/log.ts'
import { clip, safeLine } from '#platform/text.ts'
import { Tickets } from '#platform/tickets.ts'
import { type Admitted, admit, type Refusal } from './admit.ts'
import type { PendingSignIn } from './pending.ts'
import type { Identity, OidcProvider } from './provider.ts'

export interface OidcSignInContext {
  db: Database
  log: Log
  baseUrl: string
  keeper: MembershipContext
  provider: OidcProvider
  pending: PendingSignIn
  /** Starts a session and gives its cookies. */
  begin(person: Person, headers: Headers): Promise<string[]>
}

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

/** Those that arrived, for longer than a sign-in waits for its response. */
const RESPONSES = new Tickets('oidc response')

/** Signing in with OpenID Connect: the browser leaves for the provider, and comes back with its response. */
export class OidcSignIn {
  readonly #context: OidcSignInContext
  /** What answers each route, by its method and its path below that of signing in. */
  readonly routes: ReadonlyMap<string, (asked: Asked) => Promise<Response>>

  constructor(context: OidcSignInContext) {
    this.#context = context
    this.routes = new Map([
      ['POST /sign-in/oidc', asked => this.#leave(asked)],
      ['GET /callback/oidc', asked => this.#comeBack(asked)],
    ])
  }

  get #redirectUri(): string {
    return `${this.#context.baseUrl}${AUTH_PATH}/callback/oidc`
  }

  async #leave({ body }: Asked): Promise<Response> {
    const { provider, pending } = this.#context
    const next = nextIn(body)
    const { url, checks } = await provider.begin(this.#redirectUri)
    return Response.json({ url: url.href }, { headers: { 'Set-Cookie': pending.keep({ checks, next }) } })
  }

  async #comeBack({ url, headers }: Asked): Promise<Response> {
    const { provider, pending, db, keeper, begin } = this.#context
    const kept = pending.find(headers)
    if (!kept) return this.#refuse('oidc_failed', '/', 'this browser began no sign-in, or too long ago')
    try {
      const { state } = kept.checks
      if (!(await db.write(tx => RESPONSES.spend(tx, keeper.clock, state, HOUR_MS))))
        return this.#refuse('oidc_failed', kept.next, 'the response arrived before')
      const identity = await provider.finish(new URL(url).searchParams, this.#redirectUri, kept.checks)
      const admitted = await this.#admit(identity)
      if (typeof admitted === 'string') return this.#refuse(`oidc_${admitted}`, kept.next, REASONS[admitted])
      const { person, isTurnedAway } = admitted
      const page = isTurnedAway ? `/no-seat?${new URLSearchParams({ next: kept.next })}` : kept.next
      return this.#redirect(page, await begin(person, headers))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const reason = messageOf(error.cause ?? error)
      return this.#refuse(FAILURES[error.code] ?? 'oidc_failed', kept.next, reason)
    }
  }

  /** Of two who come for the first time at once, a unique key lets one be made; the other is then found. */
  async #admit(identity: Identity): Promise<Admitted | Refusal> {
    const { db, keeper } = this.#context
    const once = () => db.write(tx => admit(tx, keeper, identity))
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

  /** Each response is used once, so the pending sign-in ends whatever came of it. */
  #redirect(page: string, cookies: readonly string[]): Response {
    const { baseUrl, pending } = this.#context
    const headers = new Headers({ Location: new URL(`${baseUrl}/app${page}`).href })
    for (const cookie of [...cookies, pending.forget]) headers.append('Set-Cookie', cookie)
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
