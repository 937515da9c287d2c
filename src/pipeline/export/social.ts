import type { Reader } from '#platform/db/schema.ts'
import { pagesOf } from './row-pages.ts'

/** The social accounts, also those that were disconnected. Credentials are not exported. */
export async function* socialAccounts(db: Reader, accountId: string) {
  yield await db
    .selectFrom('social_account')
    .select(['id', 'set_id', 'network', 'instance', 'remote_id', 'handle', 'name', 'profile_url', 'state'])
    .select(['state_reason', 'rules', 'language', 'visibility', 'hashtags', 'connected_at'])
    .where('account_id', '=', accountId)
    .orderBy('connected_at')
    .orderBy('id')
    .execute()
}

/** People's own texts of entries for social accounts. */
export async function* postTexts(db: Reader, accountId: string) {
  yield await db
    .selectFrom('post_text')
    .innerJoin('entry', 'entry.id', 'post_text.entry_id')
    .select(['entry_id', 'social_account_id', 'text', 'changed_by', 'changed_at'])
    .where('entry.account_id', '=', accountId)
    .orderBy('changed_at')
    .orderBy('entry_id')
    .orderBy('social_account_id')
    .execute()
}

const PAGE = 200

/** The posts, oldest first. */
export const posts = (db: Reader, accountId: string) =>
  pagesOf<Record<string, unknown> & { id: string; created_at: number }>(last =>
    db
      .selectFrom('post')
      .select(['id', 'entry_id', 'social_account_id', 'state', 'text', 'due_at', 'held', 'attempts', 'cost'])
      .select(['attempted_at', 'remote_id', 'remote_url', 'reason', 'withdrawal', 'created_at', 'settled_at'])
      .where('account_id', '=', accountId)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('created_at', 'id'), '>', tuple(last?.created_at ?? -1, last?.id ?? '')),
      )
      .orderBy('created_at')
      .orderBy('id')
      .limit(PAGE)
      .execute(),
  )
