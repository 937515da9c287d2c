import type { Kysely } from 'kysely'
import type { Columns } from './columns.ts'

/** People, how they prove who they are, and what they may do in which account. */
export async function up(db: Kysely<unknown>, columns: Columns): Promise<void> {
  await people(db, columns)
  await proofs(db, columns)
  await members(db, columns)
}

async function people(db: Kysely<unknown>, { text, integer, table }: Columns): Promise<void> {
  await db.schema
    .createTable('person')
    .addColumn('id', text, c => c.primaryKey())
    .addColumn('name', text, c => c.notNull())
    .addColumn('email', text, c => c.notNull().unique())
    .addColumn('email_verified', integer, c => c.notNull())
    .addColumn('image', text)
    .addColumn('created_at', integer, c => c.notNull())
    .addColumn('updated_at', integer, c => c.notNull())
    .modifyEnd(table)
    .execute()
  await db.schema
    .createTable('credential')
    .addColumn('id', text, c => c.primaryKey())
    .addColumn('person_id', text, c => c.notNull().references('person.id').onDelete('cascade'))
    .addColumn('provider', text, c => c.notNull())
    .addColumn('subject', text, c => c.notNull())
    .addColumn('password', text)
    .addColumn('created_at', integer, c => c.notNull())
    .addColumn('updated_at', integer, c => c.notNull())
    .addUniqueConstraint('credential_subject', ['provider', 'subject'])
    .modifyEnd(table)
    .execute()
  await db.schema.createIndex('credential_person').on('credential').column('person_id').execute()
  await db.schema
    .createTable('session')
    .addColumn('id', text, c => c.primaryKey())
    .addColumn('person_id', text, c => c.notNull().references('person.id').onDelete('cascade'))
    .addColumn('token', text, c => c.notNull().unique())
    .addColumn('expires_at', integer, c => c.notNull())
    .addColumn('ip_address', text)
    .addColumn('user_agent', text)
    .addColumn('created_at', integer, c => c.notNull())
    .addColumn('updated_at', integer, c => c.notNull())
    .modifyEnd(table)
    .execute()
  await db.schema.createIndex('session_person').on('session').column('person_id').execute()
  await db.schema.createIndex('session_expires').on('session').column('expires_at').execute()
}

async function proofs(db: Kysely<unknown>, { text, integer, table }: Columns): Promise<void> {
  await db.schema
    .createTable('verification')
    .addColumn('id', text, c => c.primaryKey())
    .addColumn('identifier', text, c => c.notNull())
    .addColumn('value', text, c => c.notNull())
    .addColumn('expires_at', integer, c => c.notNull())
    .addColumn('created_at', integer, c => c.notNull())
    .addColumn('updated_at', integer, c => c.notNull())
    .modifyEnd(table)
    .execute()
  await db.schema.createIndex('verification_identifier').on('verification').column('identifier').execute()
  await db.schema.createIndex('verification_expires').on('verification').column('expires_at').execute()
  await db.schema
    .createTable('sign_in_rate')
    .addColumn('id', text, c => c.primaryKey())
    .addColumn('key', text, c => c.notNull().unique())
    .addColumn('count', integer, c => c.notNull())
    .addColumn('last_request', integer, c => c.notNull())
    .modifyEnd(table)
    .execute()
  await db.schema
    .createTable('set_up_link')
    .addColumn('hash', text, c => c.primaryKey())
    .addColumn('expires_at', integer, c => c.notNull())
    .addColumn('used', integer, c => c.unique())
    .addColumn('created_at', integer, c => c.notNull())
    .modifyEnd(table)
    .execute()
}

async function members(db: Kysely<unknown>, { text, integer, table }: Columns): Promise<void> {
  await db.schema
    .createTable('membership')
    .addColumn('account_id', text, c => c.notNull().references('account.id'))
    .addColumn('person_id', text, c => c.notNull().references('person.id').onDelete('cascade'))
    .addColumn('role', text, c => c.notNull())
    .addColumn('opened_at', integer)
    .addColumn('created_at', integer, c => c.notNull())
    .addPrimaryKeyConstraint('membership_key', ['account_id', 'person_id'])
    .modifyEnd(table)
    .execute()
  await db.schema.createIndex('membership_person').on('membership').column('person_id').execute()
  await db.schema
    .createTable('invitation')
    .addColumn('id', text, c => c.primaryKey())
    .addColumn('account_id', text, c => c.notNull().references('account.id'))
    .addColumn('email', text, c => c.notNull())
    .addColumn('role', text, c => c.notNull())
    .addColumn('hash', text, c => c.notNull().unique())
    .addColumn('invited_by', text, c => c.notNull())
    .addColumn('expires_at', integer, c => c.notNull())
    .addColumn('created_at', integer, c => c.notNull())
    .addUniqueConstraint('invitation_email', ['account_id', 'email'])
    .modifyEnd(table)
    .execute()
}
