import type { Clock } from '#platform/clock.ts'
import type { Tx } from '#platform/db/schema.ts'
import type { Ids } from '#platform/ids.ts'
import { hashOfSecret, newSecretText } from '#platform/secrets.ts'

// Apart from what loads the library: the start needs these alone.

/** Where the sign-in library's own addresses are, below the public address. */
export const AUTH_PATH = '/app/auth'
/** The header in which we tell the library who asks; what a client sends under this name is dropped. */
export const CLIENT_HEADER = 'x-tidings-client'

/** Minutes for which a link that somebody asked for by mail holds. */
export const LINK_MINUTES = 15

/** The page that takes a link. The secret stands after the #, which no server is told and no log holds. */
export const signInAddress = (baseUrl: string, secret: string): string =>
  `${baseUrl}/app/sign-in/link#${secret}`

export const setUpAddress = (baseUrl: string, secret: string): string => `${baseUrl}/app/set-up#${secret}`

export const invitationAddress = (baseUrl: string, secret: string): string =>
  `${baseUrl}/app/invitation#${secret}`

/** A link that signs in whoever opens it, once, as the sign-in library stores its own. */
export async function createSignInLink(
  tx: Tx,
  { clock, ids }: { clock: Clock; ids: Ids },
  email: string,
  minutes: number,
): Promise<string> {
  const secret = newSecretText()
  const now = clock.now()
  await tx
    .insertInto('verification')
    .values({
      id: ids.next(),
      identifier: hashOfSecret(secret),
      value: JSON.stringify({ email }),
      expires_at: now + minutes * 60_000,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return secret
}
