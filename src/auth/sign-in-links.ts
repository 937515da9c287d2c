import { type Person, personByEmail, proveAddress } from '#accounts/people.ts'
import { type Clock, MINUTE_MS } from '#platform/clock.ts'
import type { Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { Tickets } from '#platform/tickets.ts'

/** Path of the sign-in library's routes. This file does not load the library, so that the start can import it. */
export const AUTH_PATH = '/app/auth'
/** Header with the client's address for the sign-in library. A value sent by the client is dropped. */
export const CLIENT_HEADER = 'x-tidings-client'

/** How long a sign-in link is valid, in minutes. */
export const LINK_MINUTES = 15

/** URL of a sign-in link. The secret is in the fragment, which browsers do not send and logs do not contain. */
export const signInAddress = (baseUrl: string, secret: string): string =>
  `${baseUrl}/app/sign-in/link#${secret}`

export const setUpAddress = (baseUrl: string, secret: string): string => `${baseUrl}/app/set-up#${secret}`

export const invitationAddress = (baseUrl: string, secret: string): string =>
  `${baseUrl}/app/invitation#${secret}`

/** The page that asks for the second factor and leads on to `next`, an address of the dashboard. */
export function secondFactorAddress(baseUrl: string, next: string | null): string {
  const home = `${baseUrl}/app`
  const { href } = new URL(next ?? home, baseUrl)
  const search = href.startsWith(`${home}/`)
    ? `?${new URLSearchParams({ next: href.slice(home.length) })}`
    : ''
  return `${home}/sign-in/code${search}`
}

/** The subject is the address that they were sent to. */
const LINKS = new Tickets('sign-in link')

/** Creates a one-time sign-in link and gives its secret. */
export async function createSignInLink(
  tx: Tx,
  { clock }: { clock: Clock },
  email: string,
  minutes: number,
): Promise<string> {
  const link = { subject: email, data: null, lifetimeMs: minutes * MINUTE_MS }
  return (await LINKS.issue(tx, clock, link)).secret
}

/** Uses a sign-in link up. Its secret was sent to the address alone, which proves it. Throws `not_found` for a used or expired one. */
export async function redeemSignInLink(tx: Tx, clock: Clock, secret: string): Promise<Person> {
  const email = (await LINKS.use(tx, clock, secret))?.subject
  if (email) {
    await proveAddress(tx, clock, email)
    const person = await personByEmail(tx, email)
    if (person) return person
  }
  throw new AppError('not_found', 'This link was already used or has expired. Request a new one.')
}
