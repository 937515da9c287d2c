import { type ActionContext, recordActivity } from '#accounts/activity.ts'
import type { Database } from '#platform/db/database.ts'
import { setReviews } from '#pulls/connections/reviews.ts'
import { type Source, sourceById } from '#pulls/connections/sources.ts'
import type { HostApp } from '#pulls/hosts/host-app.ts'
import { HostFailure } from '#pulls/hosts/host-failure.ts'

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
