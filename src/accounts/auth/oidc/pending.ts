import { z } from 'zod'
import { ownCookie } from '#accounts/auth/cookies.ts'
import { AUTH_PATH } from '#accounts/auth/sign-in-links.ts'
import { type Clock, MINUTE_MS } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import type { Secrets } from '#platform/secrets.ts'
import { CHECKS } from './provider.ts'

const PENDING = z.object({ checks: CHECKS, next: z.string(), until: z.number() })
/** A sign-in while the person is at the provider: what its response must match, and the page that they wanted. */
export type Pending = z.infer<typeof PENDING>

/** Keeps one pending sign-in in an encrypted cookie of the browser that began it, so that no other browser can finish it. */
export interface PendingSignIn {
  /** A `Set-Cookie` value that keeps it for ten minutes. */
  keep(pending: Omit<Pending, 'until'>): string
  /** A `Set-Cookie` value that removes it. */
  forget: string
  /** That of the request. Null when there is none, or it is too old or forged. */
  find(headers: Headers): Pending | null
}

const MINUTES = 10
const CONTEXT = 'pending sign-in'

export function pendingSignIn(
  secrets: Pick<Secrets, 'seal' | 'open'>,
  clock: Clock,
  baseUrl: string,
): PendingSignIn {
  const cookie = ownCookie(baseUrl, 'tidings.oidc', AUTH_PATH)
  return {
    keep(pending) {
      const until = clock.now() + MINUTES * MINUTE_MS
      return cookie.set(secrets.seal(JSON.stringify({ ...pending, until }), CONTEXT), MINUTES * 60)
    },
    forget: cookie.set('', 0),
    find(headers) {
      const pending = openedWith(secrets, cookie.find(headers))
      return pending && pending.until > clock.now() ? pending : null
    },
  }
}

function openedWith(secrets: Pick<Secrets, 'open'>, sealed: string): Pending | null {
  try {
    return sealed === '' ? null : PENDING.parse(JSON.parse(secrets.open(sealed, CONTEXT)))
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}
