import { z } from 'zod'
import type { Entry } from '#changelog/entries/entry.ts'
import type { EntryContext, EntryEffects } from '#changelog/entries/entry-effects.ts'
import { languagesOf } from '#changelog/translations/translations.ts'
import { DAY_MS } from '#platform/clock.ts'
import type { Tx } from '#platform/db/schema.ts'
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
    await enqueue(tx, context, translateJob, {
      accountId: entry.accountId,
      payload: { entryId: entry.id, language },
    })
}
