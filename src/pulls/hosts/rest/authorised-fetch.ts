import type { TokenSource } from '#pulls/hosts/code-host.ts'

/**
 * The guarded fetch with a token on each request. When the host refuses the token, its source is asked for a newer one, once: those of
 * an installation last an hour, and end earlier when a person says so.
 */
export function authorised(
  fetch: typeof globalThis.fetch,
  token: TokenSource | null,
  headerOf: (token: string) => readonly [name: string, value: string],
): typeof globalThis.fetch {
  if (token === null) return fetch
  return async (input, init) => {
    const send = (secret: string) => {
      const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined))
      headers.set(...headerOf(secret))
      return fetch(input, { ...init, headers })
    }
    const first = await token()
    const response = await send(first)
    if (response.status !== 401) return response
    const second = await token(first)
    if (second === first) return response
    await response.body?.cancel()
    return send(second)
  }
}
