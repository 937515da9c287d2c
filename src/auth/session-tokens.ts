import type { CustomAdapter } from 'better-auth/adapters'
import { hashOfSecret } from '#platform/secrets.ts'

type Clause = Parameters<CustomAdapter['delete']>[0]['where'][number]
type Row = Record<string, unknown>

const SESSION = 'session'

/**
 * Wraps the adapter's queries so that session tokens are stored as hashes, and a leaked database gives nobody access. The library
 * passes plain tokens and expects them back: a row found by its token gets that token; other rows keep the hash, which matches no query.
 */
export function withHashedTokens(queries: CustomAdapter): CustomAdapter {
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
