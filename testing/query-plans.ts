import { CompiledQuery, type KyselyPlugin, type RootOperationNode, sql } from 'kysely'
import type { Database } from '#platform/db/database.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'

/** Of each statement that was run, how the engine reads the tables. */
export interface PlannedDatabase {
  /** The same database; what is asked of it is kept. */
  db: Database
  /** What reads a whole table, or a whole index without a limit, since the last time. */
  wholeReads(tables: readonly string[]): Promise<string[]>
}

export function withPlans(db: Database): PlannedDatabase {
  let asked: CompiledQuery[] = []
  const executor = db.read.getExecutor()
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      if (PLANNED.has(node.kind)) asked.push(executor.compileQuery(node as RootOperationNode, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const read: Reader = db.read.withPlugin(plugin)
  const { executeQuery } = read
  // Statements that were put together beforehand.
  Object.defineProperty(read, 'executeQuery', {
    value(query: CompiledQuery) {
      asked.push(query)
      return executeQuery.call(read, query)
    },
  })
  return {
    db: { ...db, read, write: work => db.write(tx => work(tx.withPlugin(plugin) as Tx)) },
    async wholeReads(tables) {
      const queries = [...new Map(asked.map(query => [query.sql, query])).values()]
      asked = []
      const found = await Promise.all(
        queries.map(query =>
          db.engine === 'sqlite' ? readsOfSqlite(db, query, tables) : readsOfPostgres(db, query, tables),
        ),
      )
      return found.flat()
    },
  }
}

const PLANNED = new Set(['SelectQueryNode', 'UpdateQueryNode', 'DeleteQueryNode', 'RawNode'])

/** The names under which the tables stand in the statement. */
function namesIn({ sql: text }: CompiledQuery, tables: readonly string[]): Set<string> {
  const aliases = [...text.matchAll(/"?(\w+)"? as "?(\w+)"?/g)]
  return new Set([
    ...tables,
    ...aliases.flatMap(([, table = '', alias = '']) => (tables.includes(table) ? [alias] : [])),
  ])
}

async function readsOfSqlite(
  db: Database,
  query: CompiledQuery,
  tables: readonly string[],
): Promise<string[]> {
  const plan = CompiledQuery.raw(`explain query plan ${query.sql}`, [...query.parameters])
  const { rows } = await db.read.executeQuery<{ detail: string }>(plan)
  const names = namesIn(query, tables)
  const isLimited = / limit /i.test(query.sql)
  return rows
    .map(({ detail }) => detail)
    .filter(detail => {
      const [, name = '', index] = /^SCAN (\w+)( USING .*)?$/.exec(detail) ?? []
      return names.has(name) && (index === undefined || !isLimited)
    })
    .map(detail => `${detail}: ${query.sql}`)
}

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Cond'?: string
  Plans?: PlanNode[]
}

/** With few rows the whole table would be the cheapest read: so it is made dear, and is taken only where no index serves. */
async function readsOfPostgres(
  db: Database,
  query: CompiledQuery,
  tables: readonly string[],
): Promise<string[]> {
  const plan = CompiledQuery.raw(`explain (format json) ${query.sql}`, [...query.parameters])
  const { rows } = await db.write(async tx => {
    await sql`set local enable_seqscan = off`.execute(tx)
    return tx.executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(plan)
  })
  const root = rows[0]?.['QUERY PLAN'][0].Plan
  const whole = root ? wholeIn(root, false) : []
  return whole.filter(table => tables.includes(table)).map(table => `${table}: ${query.sql}`)
}

function wholeIn(node: PlanNode, isLimited: boolean): string[] {
  const type = node['Node Type']
  const isWhole =
    type === 'Seq Scan' || (/^(?:Index|Bitmap Index)/.test(type) && !node['Index Cond'] && !isLimited)
  const limits = type === 'Limit' || (isLimited && type !== 'Sort' && type !== 'Hash')
  const below = (node.Plans ?? []).flatMap(child => wholeIn(child, limits))
  return isWhole && node['Relation Name'] ? [node['Relation Name'], ...below] : below
}
