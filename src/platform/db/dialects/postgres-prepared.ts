import type pg from 'pg'
import { PREPARED } from '../prepared.ts'

/** The server keeps the plans of each connection in memory. */
const MOST_PLANS = 100

/**
 * Has the server keep, on each connection of the pool, the plans of queries that say so. They name their columns: a plan with `*` would
 * fail once a migration adds one.
 */
export function keepPlans(pool: pg.Pool): void {
  const names = new Map<string, string>()
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text)
    if (known !== undefined || names.size >= MOST_PLANS) return known
    const name = `tidings_${names.size}`
    names.set(text, name)
    return name
  }
  pool.on('connect', client => {
    const plain = client.query
    const query = (text: unknown, ...rest: unknown[]): unknown => {
      const name = typeof text === 'string' && text.startsWith(PREPARED) ? nameOf(text) : undefined
      return Reflect.apply(plain, client, name ? [{ name, text, values: rest[0] }] : [text, ...rest])
    }
    Object.assign(client, { query })
  })
}
