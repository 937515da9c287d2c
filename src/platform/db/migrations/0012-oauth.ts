import type { Kysely } from 'kysely'
import type { Columns } from './columns.ts'

/** Programs that people let read for them, and what these were given. */
export async function up(db: Kysely<unknown>, columns: Columns): Promise<void> {
  await clients(db, columns)
  await grants(db, columns)
  await given(db, columns)
}

async function clients(db: Kysely<unknown>, { text, integer, table }: Columns): Promise<void> {
  await db.schema
    .createTable('oauth_client')
    .addColumn('id', text, c => c.primaryKey())
    .addColumn('name', text, c => c.notNull())
    .addColumn('redirect_uris', text, c => c.notNull())
    .addColumn('created_at', integer, c => c.notNull())
    .addColumn('granted_at', integer)
    .modifyEnd(table)
    .execute()
  await db.schema.createIndex('oauth_client_created').on('oauth_client').column('created_at').execute()
}

/** Whoever leaves an account takes along what they let in there: a later return does not bring it back. */
async function grants(db: Kysely<unknown>, { text, integer, table }: Columns): Promise<void> {
  await db.schema
    .createTable('oauth_grant')
    .addColumn('id', text, c => c.primaryKey())
    .addColumn('account_id', text, c => c.notNull())
    .addColumn('person_id', text, c => c.notNull())
    .addColumn('client_id', text, c => c.notNull().references('oauth_client.id').onDelete('cascade'))
    .addColumn('resource', text, c => c.notNull())
    .addColumn('scope', text, c => c.notNull())
    .addColumn('created_at', integer, c => c.notNull())
    .addColumn('last_used_at', integer)
    .addUniqueConstraint('oauth_grant_key', ['account_id', 'person_id', 'client_id', 'resource'])
    .addForeignKeyConstraint(
      'oauth_grant_membership',
      ['account_id', 'person_id'],
      'membership',
      ['account_id', 'person_id'],
      key => key.onDelete('cascade'),
    )
    .modifyEnd(table)
    .execute()
  await db.schema.createIndex('oauth_grant_client').on('oauth_grant').column('client_id').execute()
}

async function given(db: Kysely<unknown>, { text, integer, table }: Columns): Promise<void> {
  await db.schema
    .createTable('oauth_code')
    .addColumn('hash', text, c => c.primaryKey())
    .addColumn('grant_id', text, c => c.notNull().references('oauth_grant.id').onDelete('cascade'))
    .addColumn('family', text, c => c.notNull())
    .addColumn('redirect_uri', text, c => c.notNull())
    .addColumn('challenge', text, c => c.notNull())
    .addColumn('expires_at', integer, c => c.notNull())
    .addColumn('used_at', integer)
    .modifyEnd(table)
    .execute()
  await db.schema.createIndex('oauth_code_grant').on('oauth_code').column('grant_id').execute()
  await db.schema.createIndex('oauth_code_expires').on('oauth_code').column('expires_at').execute()
  await db.schema
    .createTable('oauth_token')
    .addColumn('hash', text, c => c.primaryKey())
    .addColumn('kind', text, c => c.notNull())
    .addColumn('grant_id', text, c => c.notNull().references('oauth_grant.id').onDelete('cascade'))
    .addColumn('family', text, c => c.notNull())
    .addColumn('expires_at', integer, c => c.notNull())
    .addColumn('used_at', integer)
    .modifyEnd(table)
    .execute()
  await db.schema.createIndex('oauth_token_grant').on('oauth_token').column('grant_id').execute()
  await db.schema.createIndex('oauth_token_family').on('oauth_token').column('family').execute()
  await db.schema.createIndex('oauth_token_expires').on('oauth_token').column('expires_at').execute()
}
