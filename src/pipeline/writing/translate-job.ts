import { z } from 'zod'
import type { Entry } from '#changelog/entries/entry.ts'
import type { EntryContext, EntryEffects } from '#changelog/entries/entry-effects.ts'
import { languagesOf, translationsOf } from '#changelog/translations/translations.ts'
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

/**
 * Enqueues the translations of a published entry. An entry with a date of more than a day ago gets no new ones, because an import may
 * bring thousands of them; those that it has are renewed.
 */
async function enqueueTranslations(tx: Tx, context: EntryContext, entry: Entry): Promise<void> {
  if (entry.state !== 'published') return
  const languages = await languagesOf(tx, entry.accountId)
  if (languages.length === 0) return
  const isNew = entry.publishedAt >= context.clock.now() - DAY_MS
  const known = await translationsOf(tx, entry)
  for (const language of languages.filter(language => isNew || known.get(language)?.isMachine))
    await enqueue(tx, context, translateJob, {
      accountId: entry.accountId,
      payload: { entryId: entry.id, language },
    })
}
