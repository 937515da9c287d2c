import { createHash } from 'node:crypto'
import type { Reader, Tx } from '#platform/db/schema.ts'

/** What is known again after it was erased: whom a domain does not let in, who is not named, which feed is gone, and which page's name is taken. */
type ErasedKind = 'address' | 'author' | 'feed' | 'name'

/**
 * The hash of what was erased. It says nothing to who reads it, and is another one in each account; who guesses what it was can see
 * whether they are right.
 */
export const hashOfErased = (kind: ErasedKind, accountId: string | null, text: string): string =>
  createHash('sha256')
    .update(JSON.stringify([kind, accountId, text.trim().toLowerCase().replace(/\s+/g, ' ')]))
    .digest('hex')

/** Keeps the hash of what is erased. */
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

/** Whether this was erased. */
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
