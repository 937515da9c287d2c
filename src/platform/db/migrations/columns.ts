import { type RawBuilder, sql } from 'kysely'
import type { Engine } from '../database.ts'

/** Column types by the name of what they hold. Text is compared bytewise on both engines. */
export interface Columns {
  text: RawBuilder<unknown>
  /** Whole numbers up to 2^53, among them instants in milliseconds and yes/no as 1/0. */
  integer: RawBuilder<unknown>
  real: RawBuilder<unknown>
  bytes: RawBuilder<unknown>
  /** What stands at the end of `create table`. */
  table: RawBuilder<unknown>
}

export const columnsOf = (engine: Engine): Columns =>
  engine === 'sqlite'
    ? { text: sql`text`, integer: sql`integer`, real: sql`real`, bytes: sql`blob`, table: sql`strict` }
    : {
        text: sql`text collate "C"`,
        integer: sql`bigint`,
        real: sql`double precision`,
        bytes: sql`bytea`,
        table: sql``,
      }
