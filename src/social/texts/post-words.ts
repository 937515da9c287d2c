import { hash } from 'node:crypto'
import type { Entry } from '#changelog/entries/entry.ts'
import type { Clock } from '#platform/clock.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'

/** The words of a post as a writer gives them, without markup: what does not fit a network is left out from the end. */
export interface PostWords {
  lead: string
  sentences: readonly string[]
}

/** What became of a question for the words of a post. */
export interface WrittenPost {
  /** Null where its words could not be used. */
  words: PostWords | null
  /** The language model, with the version of its instructions. */
  by: string
}

/**
 * Writes a post from an entry's own words. Null where the account has no writer or it does not answer now. Makes network calls, so it is
 * called before a transaction.
 */
export type WritePost = (
  accountId: string,
  entry: Pick<Entry, 'title' | 'body' | 'language'>,
) => Promise<WrittenPost | null>

type EntryWords = Pick<Entry, 'title' | 'body' | 'language'>

/** The words that a writer gave for an entry as it reads now: null where they could not be used, undefined where none was asked. */
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

/** Keeps what a writer made of an entry, in place of what it made of earlier words. */
export async function keepWritten(
  tx: Tx,
  clock: Clock,
  entryId: string,
  source: EntryWords,
  { words, by }: WrittenPost,
): Promise<void> {
  const values = {
    source_hash: hashOf(source),
    words: JSON.stringify(words),
    written_by: by,
    written_at: clock.now(),
  }
  await tx
    .insertInto('post_words')
    .values({ entry_id: entryId, ...values })
    .onConflict(conflict => conflict.column('entry_id').doUpdateSet(values))
    .execute()
}

const hashOf = ({ title, body, language }: EntryWords): string =>
  hash('sha256', JSON.stringify([title, body, language]))
