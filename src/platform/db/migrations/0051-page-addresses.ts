import { type Kysely, sql } from 'kysely'
import type { Columns } from './columns.ts'

/** The names that pages have or gave up, and host names that wait for their proof. */
export async function up(db: Kysely<unknown>, { text, integer, table }: Columns): Promise<void> {
  await db.schema
    .createTable('page_name')
    .addColumn('skeleton', text, c => c.primaryKey())
    .addColumn('name', text, c => c.notNull().unique())
    .addColumn('account_id', text, c => c.notNull().references('account.id'))
    .addColumn('given_up_at', integer)
    .modifyEnd(table)
    .execute()
  await db.schema.createIndex('page_name_account').on('page_name').columns(['account_id']).execute()
  await db.schema.alterTable('changelog_page').addColumn('claimed_host', text).execute()
  await keepNames(db)
  await askForProof(db)
}

/** Names that resemble each other stay. All but the first get a key that no other name has. */
async function keepNames(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into page_name (skeleton, name, account_id)
    select case when place = 1 then skeleton else '=' || name end, name, account_id
    from (
      select name, account_id, skeleton, row_number() over (partition by skeleton order by created_at, account_id) as place
      from (
        select page.name, page.account_id, account.created_at,
          replace(replace(replace(replace(replace(replace(page.name, '-', ''), '0', 'o'), '1', 'l'), 'i', 'l'), 'rn', 'm'), 'vv', 'w')
            as skeleton
        from changelog_page as page inner join account on account.id = page.account_id
        where page.name is not null
      ) as named
    ) as ranked`.execute(db)
}

/** With one account the operator's own host serves on. Among several accounts nobody has proven that theirs is theirs. */
async function askForProof(db: Kysely<unknown>): Promise<void> {
  await sql`
    update changelog_page set claimed_host = host, host = null
    where host is not null and (select count(*) from account) > 1`.execute(db)
  await sql`
    update feed set revision = revision + 1, changed_at = changed_at + 1000
    where account_id in (select account_id from changelog_page where claimed_host is not null)`.execute(db)
}
