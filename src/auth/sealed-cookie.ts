import { z } from 'zod'
import { MINUTE_MS } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import { ownCookie } from './cookies.ts'
import type { SignInContext } from './sign-in-context.ts'

/** Keeps one value in the browser for some minutes. It is encrypted, so that no other browser has it and nobody can make one. */
export interface SealedCookie<T> {
  /** A `Set-Cookie` value that keeps the value. */
  keep(value: T): string
  /** A `Set-Cookie` value that removes it. */
  forget: string
  /** The content of the request's cookie; null when there is none, or it is too old or forged. */
  find(headers: Headers): T | null
}

/** Describes such a cookie by its name, the path below the public address that it is sent to, and what it holds. */
export function sealedCookie<T>(
  { secrets, clock, baseUrl }: Pick<SignInContext, 'secrets' | 'clock' | 'baseUrl'>,
  { name, path, minutes, holds }: { name: string; path: string; minutes: number; holds: z.ZodType<T> },
): SealedCookie<T> {
  const cookie = ownCookie(baseUrl, name, path)
  const kept = z.object({ value: holds, until: z.number() })
  const opened = (sealed: string) => {
    try {
      return sealed === '' ? null : kept.parse(JSON.parse(secrets.open(sealed, name)))
    } catch (error) {
      if (error instanceof AppError) return null
      throw error
    }
  }
  return {
    keep(value) {
      const until = clock.now() + minutes * MINUTE_MS
      return cookie.set(secrets.seal(JSON.stringify({ value, until }), name), minutes * 60)
    },
    forget: cookie.set('', 0),
    find(headers) {
      const found = opened(cookie.find(headers))
      return found && found.until > clock.now() ? found.value : null
    },
  }
}
