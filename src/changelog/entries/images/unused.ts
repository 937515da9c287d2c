import { sql } from 'kysely'
import type { Instant } from '#platform/clock.ts'
import type { Tx } from '#platform/db/schema.ts'

/** How long an image that no entry shows is kept: an edit may yet be taken back. */
const KEPT_MS = 30 * 86_400_000

/** Marks images that no entry shows any more, whatever its state, and deletes those that were marked long ago. */
export async function pruneImages(tx: Tx, now: Instant): Promise<void> {
  await tx
    .updateTable('image')
    .set({ unused_since: now })
    .where('unused_since', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('entry').select('entry.id').where(isShown))),
    )
    .execute()
  await tx
    .updateTable('image')
    .set({ unused_since: null })
    .where('unused_since', 'is not', null)
    .where(({ exists, selectFrom }) => exists(selectFrom('entry').select('entry.id').where(isShown)))
    .execute()
  await tx
    .deleteFrom('image')
    .where('unused_since', '<', now - KEPT_MS)
    .execute()
}

const isShown = sql<boolean>`entry.image = image.sha256 and entry.account_id = image.account_id`
