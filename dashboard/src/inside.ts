import { redirect } from '@tanstack/react-router'
import { isSignedOut } from './api.ts'
import { type Me, meQuery, queryClient } from './queries.ts'

/** Who is signed in; whoever is not is led to the sign-in page, and back here afterwards. */
export async function requireMe(next: string): Promise<Me> {
  try {
    return await queryClient.ensureQueryData(meQuery)
  } catch (error) {
    if (isSignedOut(error)) throw redirect({ to: '/sign-in', search: { next } })
    throw error
  }
}

/** After signing in or out nothing is as it was known before. */
export async function begin(next: string, go: (href: string) => Promise<void>): Promise<void> {
  queryClient.removeQueries()
  await go(next)
}

const NEXT = 'tidings-next'
const NEXT_HOLDS_MS = 15 * 60_000

/** Keeps where somebody wanted to go who has to look into their mail first. */
export function keepNext(next: string): void {
  localStorage.setItem(NEXT, JSON.stringify({ next, until: Date.now() + NEXT_HOLDS_MS }))
}

/** Where they wanted to go; told once, and only while their link holds. */
export function keptNext(): string {
  const kept = JSON.parse(localStorage.getItem(NEXT) ?? '{}')
  localStorage.removeItem(NEXT)
  return kept.until > Date.now() ? pageFrom(kept.next) : '/'
}

/** Only pages of ours are led back to; an address from outside is not. */
export const pageFrom = (text: unknown): string =>
  typeof text === 'string' && /^\/(?![/\\])/.test(text) ? text : '/'
