import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import type { Classification } from '#judgement/classification/classification.ts'
import type { Database, Engine } from '#platform/db/database.ts'
import { type DatabaseLocation, openDatabase } from '#platform/db/open.ts'
import type { CommandLine } from '../command-line.ts'
import { aDecided, ingestDecided } from '../decided.ts'
import { type PostgresServer, startPostgres } from '../postgres.ts'
import { until } from '../until.ts'
import { commandLineAt, type ServerProcess } from './server-processes.ts'

/** An account, and the processes that a test kills and freezes. They are stopped when the field is disposed of. */
interface Field extends AsyncDisposable {
  cli: CommandLine
  /** The public id of the account. */
  account: string
  processes: ServerProcess[]
}

/** Migrates the database and creates the account. `env` adds to the configuration of the processes. */
export async function aField(location: DatabaseLocation, env: Record<string, string> = {}): Promise<Field> {
  const cli = commandLineAt(location)
  Object.assign(cli.env, env)
  await (await openDatabase(location, { migrate: true })).close()
  const { account_id: account } = await cli.json('account', 'create', '--name', 'Acme')
  const processes: ServerProcess[] = []
  return {
    cli,
    account,
    processes,
    async [Symbol.asyncDispose]() {
      for (const process of processes) process.stop()
      cli.remove()
    },
  }
}

/** Waits until each job that a worker holds now is done or its lease is over. */
export async function leasesOver({ read, now }: Database): Promise<void> {
  const leased = read
    .selectFrom('job')
    .select('lease_token')
    .where('lease_token', 'is not', null)
    .where('available_at', '>', now)
  const before = (await leased.execute()).map(job => job.lease_token)
  if (before.length === 0) return
  const running = leased.where('lease_token', 'in', before)
  await until(async () => (await running.execute()).length === 0, 'the end of the leases')
}

/** Merges `many` pull requests, numbered from `from`, which become drafts. */
export async function mergePulls(
  db: Database,
  action: EntryContext,
  accountId: string,
  { from, many, magnitude }: { from: number; many: number; magnitude: Classification['magnitude'] },
): Promise<void> {
  const judged = Array.from({ length: many }, (_, at) => {
    const number = from + at
    const pull = { number, mergedAt: action.clock.now() }
    return aDecided(pull, { headline: `News number ${number}` }, { magnitude })
  })
  await db.write(tx => ingestDecided(tx, action, accountId, judged))
}

/** Runs a function on a new database, which is removed afterwards; on PostgreSQL its server is new too. */
export async function onNewDatabase(
  engine: Engine,
  run: (location: DatabaseLocation, server: PostgresServer | null) => Promise<void>,
): Promise<void> {
  if (engine === 'postgres') {
    const server = await startPostgres()
    try {
      await run({ engine, url: server.url }, server)
    } finally {
      await server.stop()
    }
    return
  }
  const folder = mkdtempSync(join(tmpdir(), 'tidings-fire-'))
  try {
    await run({ engine, file: join(folder, 'tidings.db') }, null)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
