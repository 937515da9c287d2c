import type { Clock } from '#platform/clock.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'

/** The title of an issue, which is untrusted text; null if there is no issue with the number. */
interface IssueTitle {
  repositoryId: string
  number: number
  title: string | null
}

/** The titles of these issues that the code host has told before, by number. */
export async function issueTitles(
  db: Reader,
  repositoryId: string,
  numbers: readonly number[],
): Promise<Map<number, string | null>> {
  if (numbers.length === 0) return new Map()
  const rows = await db
    .selectFrom('issue_title')
    .select(['number', 'title'])
    .where('repository_id', '=', repositoryId)
    .where('number', 'in', numbers)
    .execute()
  return new Map(rows.map(({ number, title }) => [number, title]))
}

/** Stores a title, so that the code host is asked only once. */
export async function keepIssueTitle(
  tx: Tx,
  clock: Clock,
  { repositoryId, number, title }: IssueTitle,
): Promise<void> {
  await tx
    .insertInto('issue_title')
    .values({ repository_id: repositoryId, number, title, read_at: clock.now() })
    .onConflict(conflict => conflict.columns(['repository_id', 'number']).doNothing())
    .execute()
}
