import { arch, cpus, platform, release, totalmem } from 'node:os'
import { sql } from 'kysely'
import type { Database } from '#platform/db/database.ts'
import { productVersion } from '#platform/version.ts'
import { type Config, VARIABLES } from '../config/config.ts'
import { measure } from '../monitoring/measurements.ts'
import { diagnose, type Opened } from './diagnosis.ts'

/** Variables whose values describe how Tidings is set up, and nobody that it serves. */
const OPEN_VARIABLES = new Set([
  'PORT',
  'TIDINGS_LOG_LEVEL',
  'TIDINGS_HOST_PROOF',
  'TIDINGS_REQUESTS_PER_MINUTE',
  'TIDINGS_METRICS_PORT',
  'TIDINGS_LLM_PROVIDER',
  'TIDINGS_LLM_MODEL',
  'TIDINGS_LLM_MONTHLY_BUDGET',
  'TIDINGS_LINKEDIN_VERSION',
])

/**
 * Data for a support request: versions, which variables are set, the checks of `doctor`, counts, and why jobs failed. Contains no secret,
 * no name or address of a person, an account, a repository or a host, and no text of a pull request.
 */
export async function supportBundle(
  config: Config,
  opened: Opened,
  env: Record<string, string | undefined>,
): Promise<Record<string, unknown>> {
  const checks = await diagnose(config, opened, env)
  const { db } = opened
  return {
    tidings: productVersion(),
    node: process.version,
    system: {
      platform: platform(),
      release: release(),
      arch: arch(),
      cores: cpus().length,
      memory: totalmem(),
    },
    variables: variablesOf(env),
    checks: checks.map(found => ({ ...found, detail: withoutNames(found.detail) })),
    ...(db && {
      database: { engine: db.engine, ...(await serverVersion(db)), migrations: await migrations(db) },
      rows: await rowCounts(db),
      sources: await sourcesByState(db),
      failures: await failures(db),
      measured: await measure(db),
    }),
  }
}

/** The environment variables that are set, with their values if these are harmless. */
const variablesOf = (env: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.keys(VARIABLES).flatMap(name => {
      if (env[`${name}_FILE`]) return [[name, 'set by a file']]
      const value = env[name]
      return value ? [[name, OPEN_VARIABLES.has(name) ? value : 'set']] : []
    }),
  )

/**
 * Removes from the sentence whatever may name somebody: quotations, addresses, paths and repositories, host
 * names, and words of more than five characters that contain digits.
 */
export function withoutNames(text: string): string {
  let isQuoted = false
  const words = text
    .slice(0, 1_000)
    .split(/(\s+)/)
    .map(word => {
      const opens = /["“]/.test(word)
      const hidden = isQuoted || opens
      if (hidden) isQuoted = opens ? !/["”].?$/.test(word.slice(1)) : !/["”]/.test(word)
      return hidden || isNaming(word) ? '<name>' : word
    })
  return words.join('').replaceAll(/<name>(?:\s?<name>)+/g, '<name>')
}

/** Whether a word may name somebody. Plain numbers, such as versions and counts, do not. */
const isNaming = (word: string): boolean =>
  !/^\(?v?\d[\d.,]*[),;:]?$/.test(word) &&
  (/[@/\\#]/.test(word) || /[\w-]\.[\w-]/.test(word) || (word.length > 5 && /\d/.test(word)))

async function serverVersion(db: Database): Promise<{ version: string }> {
  const asked =
    db.engine === 'sqlite'
      ? sql<{ version: string }>`select sqlite_version() as version`
      : sql<{ version: string }>`select current_setting('server_version') as version`
  const { rows } = await asked.execute(db.read)
  return { version: rows[0]?.version ?? 'unknown' }
}

async function migrations(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    db.read,
  )
  return rows.map(({ name }) => name)
}

async function rowCounts(db: Database): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const name of await tableNames(db)) {
    const { rows } = await sql<{ count: unknown }>`select count(*) as count from ${sql.table(name)}`.execute(
      db.read,
    )
    counts[name] = Number(rows[0]?.count)
  }
  return counts
}

async function tableNames(db: Database): Promise<string[]> {
  const asked =
    db.engine === 'sqlite'
      ? sql<{
          name: string
        }>`select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name`
      : sql<{
          name: string
        }>`select tablename as name from pg_tables where schemaname = current_schema() order by tablename`
  const { rows } = await asked.execute(db.read)
  return rows.map(({ name }) => name)
}

async function sourcesByState(db: Database) {
  const rows = await db.read
    .selectFrom('source')
    .select(({ fn }) => ['provider', 'state', fn.countAll().as('count')])
    .groupBy(['provider', 'state'])
    .execute()
  return rows.map(row => ({ ...row, count: Number(row.count) }))
}

/** The errors of at most a hundred failed jobs, newest first. */
async function failures(db: Database) {
  const rows = await db.read
    .selectFrom('job')
    .select(['kind', 'attempts', 'last_error'])
    .where('last_error', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute()
  return rows.map(({ last_error, ...row }) => ({ ...row, error: withoutNames(last_error ?? '') }))
}
