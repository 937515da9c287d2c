import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { UNSURE } from './lead.ts'

/** `leadOf` as SQL, for a row of `decision`. */
export const LEAD = sql<number>`coalesce(decision.notable, 0)
  - case when decision.confidence = 'low' then ${sql.lit(UNSURE)} else 0 end`

/** `byLead` as SQL, for rows that have the kind, the magnitude and `LEAD` in these columns. */
export const leadOrder = ({
  kind,
  magnitude,
  lead,
  isBreaking,
}: {
  [column in 'kind' | 'magnitude' | 'lead']: RawBuilder<unknown>
} & { isBreaking: RawBuilder<SqlBool> }): RawBuilder<unknown> =>
  sql`case when ${isBreaking} then 0 when ${kind} = 'security' then 2 else 1 end,
    case ${magnitude} when 'major' then 0 when 'minor' then 1 else 2 end, ${lead} desc`
