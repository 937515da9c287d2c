import type { Kysely } from 'kysely'
import type { Engine } from '../database.ts'
import { runStatements } from './sql.ts'

/** What a language model's words rest on and which model wrote them, and an index for what people made of its advice. */
export const up = (db: Kysely<unknown>, engine: Engine): Promise<void> =>
  runStatements(
    db,
    engine,
    `
alter table pitch add column written_by text;
alter table pitch add column passages text;
create index decision_language_model on decision (account_id, made_at) where layer = 'language-model';
`,
  )
