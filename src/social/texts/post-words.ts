import { hash } from 'node:crypto'
import type { Entry } from '#changelog/entries/entry.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'

/** The writer's words for a post, without markup. Sentences that do not fit a network are left out from the end. */
export interface PostWords {
  lead: string
  sentences: readonly string[]
}

type EntryWords = Pick<Entry, 'title' | 'body' | 'language'>

/**
 * Writes a post from an entry's own words. Returns null if the writer's words could not be used, undefined if
 * the account has no writer or the writer does not answer now. Makes network calls, so call it before a transaction.
 */
export type WritePost = (accountId: string, entry: EntryWords) => Promise<PostWords | null | undefined>

/** The writer's words for an entry as it reads now; null if they could not be used, undefined if the writer has not been asked. */
export async function writtenFor(
  db: Reader,
  entryId: string,
  words: EntryWords,
): Promise<PostWords | null | undefined> {
  const row = await db
    .selectFrom('post_words')
    .select('words')
    .where('entry_id', '=', entryId)
    .where('source_hash', '=', hashOf(words))
    .executeTakeFirst()
  return row && JSON.parse(row.words)
}

/** Stores the writer's answer for an entry, in place of the answer for earlier words. */
export async function keepWritten(
  tx: Tx,
  entryId: string,
  source: EntryWords,
  words: PostWords | null,
): Promise<void> {
  const values = { source_hash: hashOf(source), words: JSON.stringify(words) }
  await tx
    .insertInto('post_words')
    .values({ entry_id: entryId, ...values })
    .onConflict(conflict => conflict.column('entry_id').doUpdateSet(values))
    .execute()
}

const hashOf = ({ title, body, language }: EntryWords): string =>
  hash('sha256', JSON.stringify([title, body, language]))
