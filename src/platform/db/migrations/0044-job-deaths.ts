import { type Kysely, sql } from 'kysely'
import type { Columns } from './columns.ts'

/** How often the process of a job died while it ran it. Other jobs are claimed by an index of their own. */
export async function up(db: Kysely<unknown>, { integer }: Columns): Promise<void> {
  await db.schema
    .alterTable('job')
    .addColumn('deaths', integer, c => c.notNull().defaultTo(0))
    .execute()
  await db.schema.dropIndex('job_line').execute()
  for (const [name, condition] of [
    ['job_line', sql<boolean>`lease_token is null and deaths = 0`],
    ['job_suspects', sql<boolean>`(lease_token is not null or deaths > 0)`],
  ] as const)
    await db.schema
      .createIndex(name)
      .on('job')
      .columns(['priority', 'turn', 'id'])
      .where(sql.ref('available_at'), 'is not', null)
      .where(condition)
      .execute()
}
