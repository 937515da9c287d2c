import { z } from 'zod'
import type { Entry } from '#changelog/entries/entry.ts'
import type { EntryContext, EntryEffects } from '#changelog/entries/entry-effects.ts'
import { publishedEntries } from '#changelog/feeds/published.ts'
import { FEED_LIMIT } from '#changelog/limits.ts'
import { languagesOf } from '#changelog/translations/translations.ts'
import { DAY_MS } from '#platform/clock.ts'
import type { Tx } from '#platform/db/schema.ts'
import type { WriteContext } from '#platform/ids.ts'
import { defineJob } from '#platform/jobs/job.ts'
import { enqueue } from '#platform/jobs/queue.ts'

/** Translates one entry into one language, if its account's writer can and no person did. */
export const translateJob = defineJob({
  name: 'translate-entry',
  payload: z.object({ entryId: z.string(), language: z.string() }),
  attempts: 3,
  priority: 'backfill',
})

/** Has an entry translated when it is published, and its machine's translations renewed when a published one is edited. */
export const translationEffects: EntryEffects = {
  published: enqueueTranslations,
  edited: enqueueTranslations,
  async queued() {},
  async unqueued() {},
  async withdrawn() {},
  async dismissed() {},
}

/** Entries with an older date come from an import, by the thousand. */
async function enqueueTranslations(tx: Tx, context: EntryContext, entry: Entry): Promise<void> {
  if (entry.state !== 'published' || entry.publishedAt < context.clock.now() - DAY_MS) return
  for (const language of await languagesOf(tx, entry.accountId))
    await enqueueOne(tx, context, entry, language)
}

const enqueueOne = (
  tx: Tx,
  context: WriteContext,
  { id, accountId }: Pick<Entry, 'id' | 'accountId'>,
  language: string,
): Promise<void> => enqueue(tx, context, translateJob, { accountId, payload: { entryId: id, language } })

/** Has the entries that feeds list translated into languages that the account did not have before. */
export async function enqueueNewest(
  tx: Tx,
  context: WriteContext,
  accountId: string,
  languages: readonly string[],
): Promise<void> {
  if (languages.length === 0) return
  const rows = await publishedEntries(tx, { accountId, setId: null }, 'both').limit(FEED_LIMIT).execute()
  for (const language of languages)
    for (const { id } of rows) await enqueueOne(tx, context, { id, accountId }, language)
}
