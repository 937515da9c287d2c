import { CompiledQuery, type KyselyPlugin, type RootOperationNode, sql } from 'kysely'
import type { Database } from '#platform/db/database.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'

/** A database that finds out for each of its statements how the engine reads the tables. */
interface PlannedDatabase {
  /** The same database, which records its statements. */
  db: Database
  /** The reads since the last call of a whole table, of a whole index without a limit, or of all rows of a repository. */
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
  // Compiled statements, which do not pass through the plugin.
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
      const context = { db, tables, partial: await partialIndexes(db) }
      const readsOf = db.engine === 'sqlite' ? readsOfSqlite : readsOfPostgres
      const found = await Promise.all(queries.map(query => readsOf(context, query)))
      return found.flat()
    },
  }
}

const PLANNED = new Set(['SelectQueryNode', 'UpdateQueryNode', 'DeleteQueryNode', 'RawNode'])

interface PlanContext {
  db: Database
  tables: readonly string[]
  /** The partial indexes. */
  partial: ReadonlySet<string>
}

async function partialIndexes({ engine, read }: Database): Promise<Set<string>> {
  const { rows } =
    engine === 'sqlite'
      ? await sql<{
          name: string
        }>`select name from sqlite_master where type = 'index' and sql like '% where %'`.execute(read)
      : await sql<{
          name: string
        }>`select indexname as name from pg_indexes where indexdef like '% WHERE %'`.execute(read)
  return new Set(rows.map(({ name }) => name))
}

/** The names and aliases of the tables in a statement. */
function namesIn({ sql: text }: CompiledQuery, tables: readonly string[]): Set<string> {
  const aliases = [...text.matchAll(/"?(\w+)"? as "?(\w+)"?/g)]
  return new Set([
    ...tables,
    ...aliases.flatMap(([, table = '', alias = '']) => (tables.includes(table) ? [alias] : [])),
  ])
}

async function readsOfSqlite({ db, tables, partial }: PlanContext, query: CompiledQuery): Promise<string[]> {
  const plan = CompiledQuery.raw(`explain query plan ${query.sql}`, [...query.parameters])
  const { rows } = await db.read.executeQuery<{ detail: string }>(plan)
  const names = namesIn(query, tables)
  const isLimited = / limit /i.test(query.sql)
  return rows
    .map(({ detail }) => detail)
    .filter(detail => {
      const [, name = '', index] = /^SCAN (\w+)( USING .*)?$/.exec(detail) ?? []
      const [, searched = '', by = ''] =
        /^SEARCH (\w+) USING (?:COVERING )?INDEX (\w+) \(repository_id=\?\)$/.exec(detail) ?? []
      return (
        (names.has(name) && (index === undefined || !isLimited)) ||
        (names.has(searched) && !partial.has(by) && !isLimited)
      )
    })
    .map(detail => `${detail}: ${query.sql}`)
}

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: PlanNode[]
}

/** The whole reads of a statement on PostgreSQL. Sequential scans, which are cheapest on few rows, are made dear, so that indexes win. */
async function readsOfPostgres(
  { db, tables, partial }: PlanContext,
  query: CompiledQuery,
): Promise<string[]> {
  const plan = CompiledQuery.raw(`explain (format json) ${query.sql}`, [...query.parameters])
  const { rows } = await db.write(async tx => {
    await sql`set local enable_seqscan = off`.execute(tx)
    return tx.executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(plan)
  })
  const root = rows[0]?.['QUERY PLAN'][0].Plan
  const whole = root ? wholeIn(root, partial, false) : []
  return whole.filter(table => tables.includes(table)).map(table => `${table}: ${query.sql}`)
}

function wholeIn(node: PlanNode, partial: ReadonlySet<string>, isLimited: boolean, heap?: string): string[] {
  const type = node['Node Type']
  const { 'Index Cond': condition = '', 'Index Name': index = '', 'Relation Name': relation = heap } = node
  const isUnbound =
    condition === '' || (/^\(repository_id = '[^()]*\)$/.test(condition) && !partial.has(index))
  const isWhole = type === 'Seq Scan' || (/^(?:Index|Bitmap Index)/.test(type) && isUnbound && !isLimited)
  const limits = type === 'Limit' || (isLimited && type !== 'Sort' && type !== 'Hash')
  const below = (node.Plans ?? []).flatMap(child => wholeIn(child, partial, limits, relation))
  return isWhole && relation ? [relation, ...below] : below
}
