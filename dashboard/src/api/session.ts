import { redirect } from '@tanstack/react-router'
import { base } from './client.ts'
import { isSignedOut } from './error.ts'
import { type Me, meQuery, queryClient } from './queries.ts'
import { renewal } from './renewal.ts'

/** The signed-in person. If nobody is signed in, redirects to the sign-in page, which leads back to `next`. */
export async function requireMe(next: string): Promise<Me> {
  try {
    return await queryClient.ensureQueryData(meQuery)
  } catch (error) {
    if (isSignedOut(error)) throw redirect({ to: '/sign-in', search: { next } })
    throw error
  }
}

/** Clears everything that was loaded, because another person may be signed in now. */
export function forgetSession(): void {
  renewal.person = null
  queryClient.removeQueries()
}

const NEXT = 'tidings-next'
const NEXT_KEPT_MS = 15 * 60_000

/** Stores the page that a person wanted, while they look for the link in their mail. */
export function keepNext(next: string): void {
  localStorage.setItem(NEXT, JSON.stringify({ next, until: Date.now() + NEXT_KEPT_MS }))
}

/** The stored page, if it is not older than a sign-in link is valid. Clears it. */
function takeNext(): string {
  const kept = JSON.parse(localStorage.getItem(NEXT) ?? '{}')
  localStorage.removeItem(NEXT)
  return kept.until > Date.now() ? ownPath(kept.next) : '/'
}

/**
 * Continues once the person is signed in: to `next` with the part after the #, or else to the stored page. The page is loaded anew, so
 * that nothing of somebody else stays in it.
 */
export const goOn = (next: string | undefined): void =>
  location.replace(`${base.replace(/\/$/, '')}${next === undefined ? takeNext() : `${next}${location.hash}`}`)

/** The text if it is a path of the dashboard, otherwise `/`. An address of another site is never followed. */
export const ownPath = (text: unknown): string =>
  typeof text === 'string' && /^\/(?![/\\])/.test(text) ? text : '/'
