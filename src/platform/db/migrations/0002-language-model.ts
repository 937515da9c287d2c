import type { Kysely } from 'kysely'
import type { Columns } from './columns.ts'

/** What language models answered, what they used up, and what is set aside for calls under way. */
export async function up(db: Kysely<unknown>, { text, integer, table }: Columns): Promise<void> {
  await db.schema
    .createTable('language_model_usage')
    .addColumn('account_id', text, c => c.notNull().references('account.id'))
    .addColumn('month', text, c => c.notNull())
    .addColumn('model', text, c => c.notNull())
    .addColumn('calls', integer, c => c.notNull())
    .addColumn('input_tokens', integer, c => c.notNull())
    .addColumn('output_tokens', integer, c => c.notNull())
    .addColumn('micro_dollars', integer, c => c.notNull())
    .addPrimaryKeyConstraint('language_model_usage_key', ['account_id', 'month', 'model'])
    .modifyEnd(table)
    .execute()
  await db.schema
    .createTable('language_model_hold')
    .addColumn('id', text, c => c.primaryKey())
    .addColumn('account_id', text, c => c.notNull().references('account.id'))
    .addColumn('month', text, c => c.notNull())
    .addColumn('tokens', integer, c => c.notNull())
    .addColumn('micro_dollars', integer, c => c.notNull())
    .addColumn('held_until', integer, c => c.notNull())
    .modifyEnd(table)
    .execute()
  await db.schema
    .createTable('language_model_answer')
    .addColumn('account_id', text, c => c.notNull().references('account.id'))
    .addColumn('question', text, c => c.notNull())
    .addColumn('answer', text, c => c.notNull())
    .addColumn('answered_at', integer, c => c.notNull())
    .addPrimaryKeyConstraint('language_model_answer_key', ['account_id', 'question'])
    .modifyEnd(table)
    .execute()
}
