import { summarySubscription } from '#accounts/mail/summaries.ts'
import type { Reader } from '#db/schema.ts'
import { waitingDrafts } from '#entries/waiting.ts'
import type { MailMessage } from '#mail/message.ts'
import { MOST_NAMED_DRAFTS, summaryLetter } from '#mail/templates.ts'

/** Where the link in a summary leads: GET shows what it does, POST does it (RFC 8058). */
export const UNSUBSCRIBE_PATH = '/mail/unsubscribe'

/**
 * The mail for one subscriber whose week is over; `id` is the message's, the same for each try. Null where nothing waits or the
 * summary was ended meanwhile: an empty one would teach people not to open it.
 */
export async function summaryMessage(
  db: Reader,
  baseUrl: string,
  given: { id: string; subscriptionId: string },
): Promise<MailMessage | null> {
  const subscription = await summarySubscription(db, given.subscriptionId)
  if (subscription === null) return null
  const { titles, total } = await waitingDrafts(db, subscription.accountId, MOST_NAMED_DRAFTS)
  if (total === 0) return null
  const { name } = await db
    .selectFrom('account')
    .select('name')
    .where('id', '=', subscription.accountId)
    .executeTakeFirstOrThrow()
  const letter = summaryLetter({
    accountName: name,
    drafts: titles,
    total,
    link: `${baseUrl}/app`,
    unsubscribe: `${baseUrl}${UNSUBSCRIBE_PATH}/${subscription.token}`,
  })
  return { ...letter, id: given.id, to: subscription.address }
}
