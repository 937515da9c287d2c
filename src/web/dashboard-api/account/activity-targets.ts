import type { Reader } from '#platform/db/schema.ts'

/** The object of an item in the activity log, with its current title or name. The target of a post is its entry. */
export interface ActivityTarget {
  type: 'entry' | 'pull request' | 'person' | 'social account'
  id: string
  title: string
}

/** The targets with these ids, by subject id. Subjects of other types are left out. */
export async function activityTargets(
  db: Reader,
  accountId: string,
  subjects: readonly string[],
): Promise<Map<string, ActivityTarget>> {
  const found = new Map<string, ActivityTarget>()
  if (subjects.length === 0) return found
  const pulls = db.selectFrom('pull_request').select(['id', 'title']).where('account_id', '=', accountId)
  const entries = db.selectFrom('entry').select(['id', 'title']).where('account_id', '=', accountId)
  const posts = db
    .selectFrom('post')
    .innerJoin('entry', 'entry.id', 'post.entry_id')
    .select(['post.id as subject', 'entry.id', 'entry.title'])
    .where('post.account_id', '=', accountId)
  const socialAccounts = db
    .selectFrom('social_account')
    .select(['id', 'handle'])
    .where('account_id', '=', accountId)
  const people = db.selectFrom('person').select(['id', 'name'])
  for (const { id, title } of await pulls.where('id', 'in', subjects).execute())
    found.set(id, { type: 'pull request', id, title })
  for (const { id, title } of await entries.where('id', 'in', subjects).execute())
    found.set(id, { type: 'entry', id, title })
  for (const { subject, id, title } of await posts.where('post.id', 'in', subjects).execute())
    found.set(subject, { type: 'entry', id, title })
  for (const { id, handle } of await socialAccounts.where('id', 'in', subjects).execute())
    found.set(id, { type: 'social account', id, title: handle })
  for (const { id, name } of await people.where('id', 'in', subjects).execute())
    found.set(id, { type: 'person', id, title: name })
  return found
}
