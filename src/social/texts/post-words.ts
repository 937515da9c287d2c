import { hash } from 'node:crypto'
import type { Entry } from '#changelog/entries/entry.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'

/** The writer's words for a post, without markup. Sentences that do not fit a network are left out from the end. */
export interface PostWords {
  lead: string
  sentences: readonly string[]
}

type EntryWords = Pick<Entry, 'title' | 'body' | 'language'>

/** What the writer answered. */
export interface PostAnswer {
  /** Null if its words could not be used, so that a post has the entry's own. */
  words: PostWords | null
}

/**
 * Writes a post from an entry's own words. Returns null if the account has no writer or the writer does not answer now. Makes network calls,
 * so call it before a transaction.
 */
export type WritePost = (accountId: string, entry: EntryWords) => Promise<PostAnswer | null>

/** The writer's answer about an entry as it reads now; null if the writer has not been asked. */
export async function postAnswerFor(
  db: Reader,
  entryId: string,
  words: EntryWords,
): Promise<PostAnswer | null> {
  const row = await db
    .selectFrom('post_words')
    .select('words')
    .where('entry_id', '=', entryId)
    .where('source_hash', '=', hashOf(words))
    .executeTakeFirst()
  return row ? { words: JSON.parse(row.words) } : null
}

/** Stores the writer's answer for an entry, in place of the answer for earlier words. */
export async function keepPostAnswer(
  tx: Tx,
  entryId: string,
  source: EntryWords,
  { words }: PostAnswer,
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
