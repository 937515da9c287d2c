import type { Reader } from '#platform/db/schema.ts'

/** What waits for a person's decision. */
export interface WaitingDrafts {
  /** Of the newest, at most as many as were asked for. */
  titles: string[]
  total: number
}

export async function waitingDrafts(db: Reader, accountId: string, limit: number): Promise<WaitingDrafts> {
  const drafts = db.selectFrom('entry').where('account_id', '=', accountId).where('state', '=', 'draft')
  const { total } = await drafts
    .select(build => build.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await drafts.select('title').orderBy('created_at', 'desc').orderBy('id').limit(limit).execute()
  return { titles: rows.map(row => row.title), total: Number(total) }
}
