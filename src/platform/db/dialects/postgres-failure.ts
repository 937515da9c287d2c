import pg from 'pg'
import { messageOf } from '#platform/errors.ts'
import { DatabaseFailure } from '../failure.ts'

/** By SQLSTATE, the longest match first (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
const REASONS: [state: string, reason: string][] = [
  ['53100', 'no space is left on its disk'],
  ['25006', 'it is read-only'],
  ['57014', 'PostgreSQL takes too long to answer'],
  ['XX001', 'it is damaged'],
  ['XX002', 'it is damaged'],
  ['53', 'PostgreSQL has no room for more work'],
  ['58', 'its disk reports errors'],
  ['08', 'PostgreSQL cannot be reached'],
  ['57P', 'PostgreSQL is stopping or starting'],
  ['28', 'PostgreSQL does not let Tidings in'],
  ['3D', 'there is no such database'],
]

/** Returns a `DatabaseFailure` if the server is unreachable or cannot work, or the error itself if the query is wrong. */
export function postgresFailureOf(error: unknown): unknown {
  const reason = reasonOf(error)
  return reason === undefined ? error : new DatabaseFailure(`${reason} (${describe(error)})`, error)
}

/** Makes the queries of a connection reject with `failureOf` their error. */
export function explainFailures(client: pg.PoolClient): void {
  const plain = client.query
  const query = async (...asked: unknown[]): Promise<unknown> => {
    try {
      return await Reflect.apply(plain, client, asked)
    } catch (error) {
      throw postgresFailureOf(error)
    }
  }
  Object.assign(client, { query })
}

/** An error without an SQLSTATE does not come from the server: the connection was refused or lost, or the pool timed out. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof pg.DatabaseError) return REASONS.find(([state]) => error.code?.startsWith(state))?.[1]
  const isDefect = error instanceof TypeError || error instanceof RangeError
  return isDefect || !(error instanceof Error) ? undefined : 'PostgreSQL cannot be reached'
}

/** Node's error has no message when it has tried several addresses. */
const describe = (error: unknown): string =>
  error instanceof AggregateError ? error.errors.map(messageOf).join(', ') : messageOf(error)
