import { recordEvent } from '#accounts/events.ts'
import { entryById } from '#changelog/entries/store.ts'
import type { Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import type { SocialContext } from '#social/context.ts'
import { publicWords } from '#social/texts/link.ts'
import { keepPostAnswer, postAnswerFor } from '#social/texts/post-words.ts'
import { refreshPlanned } from './plan.ts'

/** Asks the writer to word the entry's posts. Returns a function that stores the words and updates waiting posts that no person wrote. */
export async function writePostTexts(
  context: SocialContext,
  entryId: string,
): Promise<(tx: Tx) => Promise<void>> {
  const { db } = context
  const entry = await entryById(db.read, entryId).catch(nullIfGone)
  if (entry === null) return async () => {}
  const source = { ...(await publicWords(db.read, entry)), language: entry.language }
  const isKnown = (await postAnswerFor(db.read, entryId, source)) !== null
  const answer = isKnown ? null : await context.write(entry.accountId, source)
  return async tx => {
    if (answer === null) return
    await keepPostAnswer(tx, entryId, source, answer)
    if (answer.words === null) return
    await refreshPlanned(tx, context, await entryById(tx, entryId))
    await recordEvent(tx, entry.accountId, 'entries', [entryId])
  }
}

/** Null if the entry is gone: an unchanged draft is deleted when its pull requests become internal. */
function nullIfGone(error: unknown): null {
  if (error instanceof AppError && error.code === 'not_found') return null
  throw error
}
