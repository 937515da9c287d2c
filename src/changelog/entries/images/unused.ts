import { sql } from 'kysely'
import type { Instant } from '#platform/clock.ts'
import type { Tx } from '#platform/db/schema.ts'

/** How long an image that no entry shows is kept: an edit may yet be taken back. */
const KEPT_MS = 30 * 86_400_000

/** Marks images that neither an entry, whatever its state, nor the changelog page shows any more, and deletes those that were marked long ago. */
export async function pruneImages(tx: Tx, now: Instant): Promise<void> {
  await tx
    .updateTable('image')
    .set({ unused_since: now })
    .where('unused_since', 'is', null)
    .where(({ not, or, exists, selectFrom }) =>
      not(
        or([
          exists(selectFrom('entry').select('entry.id').where(isShown)),
          exists(selectFrom('changelog_page').select('logo').where(isLogo)),
        ]),
      ),
    )
    .execute()
  await tx
    .updateTable('image')
    .set({ unused_since: null })
    .where('unused_since', 'is not', null)
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(selectFrom('entry').select('entry.id').where(isShown)),
        exists(selectFrom('changelog_page').select('logo').where(isLogo)),
      ]),
    )
    .execute()
  await tx
    .deleteFrom('image')
    .where('unused_since', '<', now - KEPT_MS)
    .execute()
}

const isShown = sql<boolean>`entry.image = image.sha256 and entry.account_id = image.account_id`

const isLogo = sql<boolean>`changelog_page.logo = image.sha256 and changelog_page.account_id = image.account_id`
