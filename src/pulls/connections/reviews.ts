import { type ActionContext, recordActivity } from '#accounts/activity.ts'
import { recordEvent } from '#accounts/events.ts'
import type { Database } from '#platform/db/database.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import type { HostApp } from '#pulls/hosts/host-app.ts'
import { HostFailure } from '#pulls/hosts/host-failure.ts'
import { type ReviewsState, type Source, sourceById } from './sources.ts'

/** Sets whether the open pull requests of a source are reviewed. `reason` says, in a sentence, why the host refuses comments. */
export async function setReviews(
  tx: Tx,
  { id, accountId }: Pick<Source, 'id' | 'accountId'>,
  reviews: ReviewsState,
  reason: string | null = null,
): Promise<void> {
  await tx.updateTable('source').set({ reviews, reviews_reason: reason }).where('id', '=', id).execute()
  await recordEvent(tx, accountId, 'sources', [id])
}

/** Records that the host refused a comment. Returns false if reviews are no longer on. */
export async function refuseReviews(
  tx: Tx,
  { id, accountId }: Pick<Source, 'id' | 'accountId'>,
  reason: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('source')
    .set({ reviews: 'refused', reviews_reason: reason })
    .where('id', '=', id)
    .where('reviews', '=', 'on')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await recordEvent(tx, accountId, 'sources', [id])
  return true
}

/** The API addresses of the hosts that have a repository with reviews that is connected through an app. */
export async function appsWithReviews(db: Reader): Promise<Set<string>> {
  const rows = await db
    .selectFrom('source')
    .select('api_url')
    .distinct()
    .where('installation_id', 'is not', null)
    .where('reviews', '=', 'on')
    .execute()
  return new Set(rows.map(row => row.api_url))
}

/** The app of a code host; null if there is none. */
type AppAt = (apiUrl: string) => Promise<{ app: HostApp } | null>

/**
 * Switches the reviews of a source on or off. If it is known that the host will not let us comment, they are
 * `refused` instead of on. Returns the changed source.
 */
export async function switchReviews(
  db: Database,
  appAt: AppAt,
  action: ActionContext,
  source: Source,
  isOn: boolean,
): Promise<Source> {
  const refusal = isOn ? await refusalOf(appAt, source) : null
  const reviews = refusal === null ? (isOn ? 'on' : 'off') : 'refused'
  return db.write(async tx => {
    await setReviews(tx, source, reviews, refusal)
    await recordActivity(tx, action, isOn ? 'reviews switched on' : 'reviews switched off', {
      accountId: source.accountId,
      subject: source.id,
      after: { repository: source.repo },
    })
    return sourceById(tx, source.id)
  })
}

/** Why the source's credentials do not allow comments; null if they do, or if only the first comment will tell. */
async function refusalOf(appAt: AppAt, source: Source): Promise<string | null> {
  if (source.installationId === null) return source.hasToken ? null : 'It has no access token.'
  try {
    const installed = await (await appAt(source.apiUrl))?.app.installation(source.installationId)
    return installed?.mayComment === false
      ? 'The app may read pull requests there, but not comment on them.'
      : null
  } catch (error) {
    if (error instanceof HostFailure) return null
    throw error
  }
}
