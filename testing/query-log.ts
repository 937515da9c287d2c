import type { KyselyPlugin } from 'kysely'
import type { Database } from '#platform/db/database.ts'
import type { Tx } from '#platform/db/schema.ts'

/** Every row that the driver gave, in the order in which they came, whoever asked for it. */
interface QueryLog {
  /** The same database, and what is read of it is kept here. */
  over(db: Database): Database
  /** What was read since the last time, as JSON, one text a row. */
  take(): string[]
}

export function aQueryLog(): QueryLog {
  let rows: string[] = []
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      rows.push(...result.rows.map(row => JSON.stringify(row)))
      return result
    },
  }
  return {
    over: db => ({
      ...db,
      read: db.read.withPlugin(plugin),
      write: work => db.write(tx => work(tx.withPlugin(plugin) as Tx)),
    }),
    take() {
      const taken = rows
      rows = []
      return taken
    },
  }
}
