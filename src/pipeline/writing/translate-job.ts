import { z } from 'zod'
import type { Entry } from '#changelog/entries/entry.ts'
import type { EntryContext, EntryEffects } from '#changelog/entries/entry-effects.ts'
import { languagesOf } from '#changelog/translations/translations.ts'
import { DAY_MS } from '#platform/clock.ts'
import type { Tx } from '#platform/db/schema.ts'
import { defineJob } from '#platform/jobs/job.ts'
import { enqueue } from '#platform/jobs/queue.ts'

/** Translates one entry into one language, if the account's writer can and no person has done it. */
export const translateJob = defineJob({
  name: 'translate-entry',
  payload: z.object({ entryId: z.string(), language: z.string() }),
  attempts: 3,
  priority: 'backfill',
})

/** Translates an entry when it is published, and renews its machine translations when it is edited afterwards. */
export const translationEffects: EntryEffects = {
  published: enqueueTranslations,
  edited: enqueueTranslations,
}

/** Enqueues the translations of an entry. Skips entries with an older date, because an import may bring thousands of them. */
async function enqueueTranslations(tx: Tx, context: EntryContext, entry: Entry): Promise<void> {
  if (entry.state !== 'published' || entry.publishedAt < context.clock.now() - DAY_MS) return
  for (const language of await languagesOf(tx, entry.accountId))
    await enqueue(tx, context, translateJob, {
      accountId: entry.accountId,
      payload: { entryId: entry.id, language },
    })
}
