import type { KyselyPlugin } from 'kysely'
import type { Database } from '#platform/db/database.ts'
import type { Tx } from '#platform/db/schema.ts'

/** A log of all rows that the database driver returned, in their order. */
interface QueryLog {
  /** The same database, with a log of what is read from it. */
  over(db: Database): Database
  /** Takes the rows that were read since the last call, each as JSON. */
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
