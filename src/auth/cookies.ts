import { z } from 'zod'
import { MINUTE_MS } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import type { SignInContext } from './sign-in-context.ts'

/** A cookie of our own, besides those of the sign-in library. Scripts cannot read it. */
export interface OwnCookie {
  /** A `Set-Cookie` value. With 0 seconds it removes the cookie. */
  set(value: string, seconds: number): string
  /** The value in the request's `Cookie` header; empty when there is none. */
  find(headers: Headers): string
}

/** Describes a cookie that is sent to this path below the public address, and over TLS only if that has it. */
export function ownCookie(baseUrl: string, plainName: string, below: string): OwnCookie {
  const { pathname, protocol } = new URL(baseUrl)
  const isSecure = protocol === 'https:'
  const name = isSecure ? `__Secure-${plainName}` : plainName
  const path = `${pathname.replace(/\/$/, '')}${below}`
  return {
    set(value, seconds) {
      const parts = [`${name}=${value}`, `Max-Age=${seconds}`, `Path=${path}`, 'HttpOnly', 'SameSite=Lax']
      return [...parts, ...(isSecure ? ['Secure'] : [])].join('; ')
    },
    find(headers) {
      const pairs = (headers.get('Cookie') ?? '').split(/; */)
      return pairs.find(pair => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? ''
    },
  }
}

/** Keeps one value in the browser for some minutes. It is encrypted, so that only this browser has it and nobody can forge it. */
export interface SealedCookie<T> {
  /** A `Set-Cookie` value that keeps the value. */
  keep(value: T): string
  /** A `Set-Cookie` value that removes it. */
  forget: string
  /** The content of the request's cookie; null when there is none, or it is too old or forged. */
  find(headers: Headers): T | null
}

/** Describes such a cookie by its name, the path below the public address that it is sent to, and its content. */
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
