import type { Reader } from '#platform/db/schema.ts'

/** What something in the changelog is, and its title now. */
export interface Titled {
  type: 'entry' | 'pull request'
  title: string
}

/** The titles of the entries and pull requests with these ids, by id. Leaves out ids of anything else. */
export async function titlesOf(
  db: Reader,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, Titled>> {
  if (ids.length === 0) return new Map()
  const found = new Map<string, Titled>()
  for (const [table, type] of [
    ['pull_request', 'pull request'],
    ['entry', 'entry'],
  ] as const) {
    const rows = await db
      .selectFrom(table)
      .select(['id', 'title'])
      .where('account_id', '=', accountId)
      .where('id', 'in', ids)
      .execute()
    for (const { id, title } of rows) found.set(id, { type, title })
  }
  return found
}
