import type { Person } from '#accounts/people.ts'
import { type Clock, MINUTE_MS } from '#platform/clock.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { hashOfSecret, newSecretText } from '#platform/secrets.ts'

export const UNFINISHED_MINUTES = 10

/** A sign-in that waits for the second factor. It is in the database, so that what ends a person's sessions ends it too. */
export interface UnfinishedSignIn {
  person: Pick<Person, 'id' | 'email'>
  /** Whether a link by mail began it. */
  byLink: boolean
}

/** Stores it and gives the secret by which its browser goes on. The person has a second factor. */
export async function keepUnfinished(
  tx: Tx,
  clock: Clock,
  { person, byLink }: UnfinishedSignIn,
): Promise<string> {
  const secret = newSecretText()
  await tx
    .insertInto('unfinished_sign_in')
    .values({
      hash: hashOfSecret(secret),
      person_id: person.id,
      by_link: Number(byLink),
      expires_at: clock.now() + UNFINISHED_MINUTES * MINUTE_MS,
    })
    .execute()
  return secret
}

/** Throws `conflict` when it ended or was finished. */
export async function unfinishedBySecret(
  db: Reader,
  clock: Clock,
  secret: string,
): Promise<UnfinishedSignIn> {
  const row = await db
    .selectFrom('unfinished_sign_in')
    .innerJoin('person', 'person.id', 'unfinished_sign_in.person_id')
    .select(['person.id', 'person.email', 'unfinished_sign_in.by_link'])
    .where('unfinished_sign_in.hash', '=', hashOfSecret(secret))
    .where('unfinished_sign_in.expires_at', '>', clock.now())
    .executeTakeFirst()
  if (!row) throw hasEnded()
  const { id, email, by_link } = row
  return { person: { id, email }, byLink: by_link === 1 }
}

/** Ends it. Throws `conflict` when something else did; of two concurrent calls one succeeds. */
export async function endUnfinished(tx: Tx, secret: string): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('unfinished_sign_in')
    .where('hash', '=', hashOfSecret(secret))
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw hasEnded()
}

const hasEnded = () => new AppError('conflict', 'This sign-in has ended. Start it again.')
