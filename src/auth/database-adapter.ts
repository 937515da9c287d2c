import type { BetterAuthOptions } from 'better-auth'
import { type CustomAdapter, createAdapterFactory, type DBAdapter } from 'better-auth/adapters'
import { CamelCasePlugin, type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely'
import type { Database } from '#platform/db/database.ts'
import { type AnyTables, untyped } from '#platform/db/rows.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import type { Ids } from '#platform/ids.ts'
import { hashOfSecret } from '#platform/secrets.ts'

/** The library names tables and columns at run time, so they are untyped here. */
type Row = Record<string, unknown>
type Clause = Parameters<CustomAdapter['delete']>[0]['where'][number]
type Condition = ExpressionBuilder<AnyTables, string>

/** Where queries run: on separate read and write handles, or in one transaction. */
interface Handle {
  read: Kysely<AnyTables>
  write<T>(work: (tx: Kysely<AnyTables>) => Promise<T>): Promise<T>
}

const CONFIG = {
  adapterId: 'tidings',
  supportsJSON: false,
  supportsArrays: false,
  supportsBooleans: false,
  supportsNumericIds: false,
} as const

/** The library uses `Date`; the database stores integer milliseconds. */
const toColumn = ({ data }: { data: unknown }) => (data instanceof Date ? data.getTime() : data)
const fromColumn = ({ data, fieldAttributes }: { data: unknown; fieldAttributes: { type: unknown } }) =>
  fieldAttributes.type === 'date' && typeof data === 'number' ? new Date(data) : data

/**
 * Database adapter for better-auth on our tables (its `createdAt` is our `created_at`), for both engines, with our ids and our write
 * transactions.
 */
export function databaseAdapter(db: Database, ids: Ids) {
  return (options: BetterAuthOptions): DBAdapter => {
    const over = (handle: Handle, transaction: DBAdapter['transaction'] | false) =>
      createAdapterFactory({
        config: {
          ...CONFIG,
          transaction,
          customIdGenerator: () => ids.next(),
          customTransformInput: toColumn,
          customTransformOutput: fromColumn,
        },
        adapter: () => withHashedTokens(queriesOver(handle)),
      })(options)
    const inTransaction = (tx: Tx): Handle => {
      const own = named(tx)
      return { read: own, write: work => work(own) }
    }
    return over({ read: named(db.read), write: work => db.write(tx => work(named(tx))) }, work =>
      db.write(tx => work(over(inTransaction(tx), false))),
    )
  }
}

const named = (handle: Reader): Kysely<AnyTables> => untyped(handle).withPlugin(new CamelCasePlugin())

function queriesOver({ read, write }: Handle): CustomAdapter {
  return {
    create: ({ model, data }) => write(tx => insert(tx, model, data)) as never,
    findOne: async ({ model, where }) =>
      ((await read.selectFrom(model).selectAll().where(all(where)).executeTakeFirst()) ?? null) as never,
    async findMany({ model, where, limit, sortBy, offset }) {
      let query = read.selectFrom(model).selectAll().where(all(where)).limit(limit)
      if (sortBy) query = query.orderBy(sortBy.field, sortBy.direction)
      if (offset) query = query.offset(offset)
      return (await query.execute()) as never
    },
    async count({ model, where }) {
      const row = await read
        .selectFrom(model)
        .select(build => build.fn.countAll<number>().as('n'))
        .where(all(where))
        .executeTakeFirstOrThrow()
      return Number(row.n)
    },
    update: ({ model, where, update }) =>
      write(async tx => {
        const query = tx.updateTable(model).set(update as Row)
        return ((await query.where(all(where)).returningAll().executeTakeFirst()) ?? null) as never
      }),
    updateMany: ({ model, where, update }) =>
      write(async tx => {
        const { numUpdatedRows } = await tx
          .updateTable(model)
          .set(update)
          .where(all(where))
          .executeTakeFirst()
        return Number(numUpdatedRows)
      }),
    async delete({ model, where }) {
      await write(tx => tx.deleteFrom(model).where(all(where)).execute())
    },
    deleteMany: ({ model, where }) =>
      write(async tx => {
        const { numDeletedRows } = await tx.deleteFrom(model).where(all(where)).executeTakeFirst()
        return Number(numDeletedRows)
      }),
    ...atOnce(write),
  }
}

/** If two sign-ins link the same identity to a person at the same time, the second gets the row of the first. */
async function insert(tx: Kysely<AnyTables>, model: string, data: Row): Promise<Row> {
  const query = tx.insertInto(model).values(data).returningAll()
  if (model !== 'credential') return query.executeTakeFirstOrThrow()
  const made = await query.onConflict(conflict => conflict.doNothing()).executeTakeFirst()
  const { provider, subject, personId } = data
  const linked = () =>
    tx
      .selectFrom(model)
      .selectAll()
      .where(build => build.and({ provider, subject, personId }))
  return made ?? linked().executeTakeFirstOrThrow()
}

/** The condition is repeated outside the subquery, so that it is checked again after waiting for a concurrent write. */
const atOnce = (write: Handle['write']): Pick<CustomAdapter, 'consumeOne' | 'incrementOne'> => ({
  consumeOne: ({ model, where }) =>
    write(async tx => {
      const one = tx.selectFrom(model).select('id').where(all(where)).limit(1)
      const query = tx.deleteFrom(model).where('id', '=', one).where(all(where))
      return ((await query.returningAll().executeTakeFirst()) ?? null) as never
    }),
  incrementOne: ({ model, where, increment, set = {} }) =>
    write(async tx => {
      const one = tx.selectFrom(model).select('id').where(all(where)).limit(1)
      const added = Object.entries(increment).map(([field, by]) => [field, sql`${sql.ref(field)} + ${by}`])
      const query = tx.updateTable(model).set({ ...set, ...Object.fromEntries(added) })
      const row = await query.where('id', '=', one).where(all(where)).returningAll().executeTakeFirst()
      return (row ?? null) as never
    }),
})

/** True when all AND clauses and at least one of the OR clauses hold. */
const all =
  (clauses: readonly Clause[] = []) =>
  (build: Condition) => {
    const either = clauses.filter(clause => clause.connector === 'OR')
    const every = clauses.filter(clause => clause.connector !== 'OR').map(clause => holds(build, clause))
    return build.and(
      either.length === 0 ? every : [...every, build.or(either.map(clause => holds(build, clause)))],
    )
  }

const COMPARISONS = { lt: '<', lte: '<=', gt: '>', gte: '>=', in: 'in', not_in: 'not in' } as const

function holds(build: Condition, { field, operator, value, mode }: Clause) {
  const folds = mode === 'insensitive' && typeof value === 'string'
  const column = folds ? sql`lower(${sql.ref(field)})` : build.ref(field)
  const wanted = folds ? value.toLowerCase() : value
  if (operator === 'eq') return build(column, value === null ? 'is' : '=', wanted)
  if (operator === 'ne') return build(column, value === null ? 'is not' : '<>', wanted)
  if (operator === 'contains') return like(column, `%${escaped(wanted)}%`)
  if (operator === 'starts_with') return like(column, `${escaped(wanted)}%`)
  if (operator === 'ends_with') return like(column, `%${escaped(wanted)}`)
  if (Array.isArray(wanted) && wanted.length === 0) return build.lit(operator === 'not_in')
  return build(column, COMPARISONS[operator], wanted)
}

const like = (column: unknown, pattern: string) => sql<SqlBool>`${column} like ${pattern} escape '\\'`
const escaped = (value: unknown): string => String(value).replace(/[\\%_]/g, '\\$&')

const SESSION = 'session'

/**
 * Wraps the adapter's queries so that session tokens are stored as hashes, and a leaked database gives nobody access. The library
 * passes plain tokens and expects them back: a row found by its token gets that token; other rows keep the hash, which matches no query.
 */
function withHashedTokens(queries: CustomAdapter): CustomAdapter {
  return {
    ...queries,
    create: async asked => {
      const row = await queries.create({ ...asked, data: hashed(asked.model, asked.data) })
      return withToken(row, asked.model, asked.data.token)
    },
    findOne: async asked =>
      withToken(await queries.findOne(hashedWhere(asked)), asked.model, tokenIn(asked.where)),
    update: async asked =>
      withToken(await queries.update(hashedWhere(asked)), asked.model, tokenIn(asked.where)),
    findMany: asked => queries.findMany(hashedWhere(asked)),
    count: asked => queries.count(hashedWhere(asked)),
    updateMany: asked => queries.updateMany(hashedWhere(asked)),
    delete: asked => queries.delete(hashedWhere(asked)),
    deleteMany: asked => queries.deleteMany(hashedWhere(asked)),
  }
}

function hashed<T extends Row>(model: string, data: T): T {
  return model === SESSION && typeof data.token === 'string'
    ? { ...data, token: hashOfSecret(data.token) }
    : data
}

function hashedWhere<T extends { model: string; where?: Clause[] | undefined }>(asked: T): T {
  if (asked.model !== SESSION || !asked.where) return asked
  return { ...asked, where: asked.where.map(hashedClause) }
}

function hashedClause(clause: Clause): Clause {
  const { field, value } = clause
  if (field !== 'token') return clause
  if (typeof value === 'string') return { ...clause, value: hashOfSecret(value) }
  if (Array.isArray(value)) return { ...clause, value: value.map(one => hashOfSecret(String(one))) }
  return clause
}

const tokenIn = (where: readonly Clause[]): unknown => where.find(({ field }) => field === 'token')?.value

const withToken = <T>(row: T, model: string, token: unknown): T =>
  row && model === SESSION && typeof token === 'string' ? { ...row, token } : row
