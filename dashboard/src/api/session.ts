import { redirect } from '@tanstack/react-router'
import { isSignedOut } from './error.ts'
import { type Me, meQuery, queryClient } from './queries.ts'
import { renewal } from './renewal.ts'

/** Who is signed in. Redirects to the sign-in page when nobody is, which leads back to `next`. */
export async function requireMe(next: string): Promise<Me> {
  try {
    return await queryClient.ensureQueryData(meQuery)
  } catch (error) {
    if (isSignedOut(error)) throw redirect({ to: '/sign-in', search: { next } })
    throw error
  }
}

/** Forgets everything that was loaded, because another person may be signed in now. */
export function forgetSession(): void {
  renewal.setPerson(null)
  queryClient.removeQueries()
}

const NEXT = 'tidings-next'
const NEXT_KEPT_MS = 15 * 60_000

/** Stores the page that a person wanted, while they look for the link in their mail. */
export function keepNext(next: string): void {
  localStorage.setItem(NEXT, JSON.stringify({ next, until: Date.now() + NEXT_KEPT_MS }))
}

/** The page that was stored, for as long as a sign-in link is valid. Clears it. */
export function takeNext(): string {
  const kept = JSON.parse(localStorage.getItem(NEXT) ?? '{}')
  localStorage.removeItem(NEXT)
  return kept.until > Date.now() ? ownPath(kept.next) : '/'
}

/** The text, if it is a path of ours; otherwise `/`. An address of another site is never followed. */
export const ownPath = (text: unknown): string =>
  typeof text === 'string' && /^\/(?![/\\])/.test(text) ? text : '/'
