import { createHash } from 'node:crypto'
import type { Reader, Tx } from '#platform/db/schema.ts'

/**
 * What is recognised after it was erased: an address that a domain does not let in, an author who is not
 * named, a feed that is gone, and a page's name that is taken.
 */
type ErasedKind = 'address' | 'author' | 'feed' | 'name'

/**
 * The hash of something that was erased. It reveals nothing to readers and differs between accounts, but
 * somebody who guesses the value can check the guess.
 */
export const hashOfErased = (kind: ErasedKind, accountId: string | null, text: string): string =>
  createHash('sha256')
    .update(
      JSON.stringify([kind, accountId, text.trim().normalize('NFC').toLowerCase().replace(/\s+/g, ' ')]),
    )
    .digest('hex')

/** Stores the hash of something that is erased. */
export async function keepErased(
  tx: Tx,
  kind: ErasedKind,
  accountId: string | null,
  text: string,
  words: number | null = null,
): Promise<void> {
  await tx
    .insertInto('erased')
    .values({ hash: hashOfErased(kind, accountId, text), account_id: accountId, words })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** Whether this value was erased. */
export const wasErased = async (
  db: Reader,
  kind: ErasedKind,
  accountId: string | null,
  text: string,
): Promise<boolean> =>
  (await db
    .selectFrom('erased')
    .select('hash')
    .where('hash', '=', hashOfErased(kind, accountId, text))
    .executeTakeFirst()) !== undefined
