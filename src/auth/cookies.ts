/** A cookie of ours that no script reads, beside those of the sign-in library. */
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
