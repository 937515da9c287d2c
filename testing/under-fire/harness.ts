import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import type { Classification } from '#judgement/classification/classification.ts'
import { ingest } from '#pipeline/ingest/ingest.ts'
import type { Database, Engine } from '#platform/db/database.ts'
import { type DatabaseLocation, openDatabase } from '#platform/db/open.ts'
import { findOrCreateRepository } from '#pulls/repositories/repositories.ts'
import type { CommandLine } from '../command-line.ts'
import { type PostgresServer, startPostgres } from '../postgres.ts'
import { aPull } from '../pulls.ts'
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
  const place = { host: 'github.com', repo: 'acme/app' }
  const judged = Array.from({ length: many }, (_, at) => {
    const number = from + at
    const pull = aPull({ ...place, number, mergedAt: action.clock.now() })
    const pitch = { headline: `News number ${number}`, body: '', writer: 'offline' as const }
    return { pull, classification: { ...DECIDED, magnitude }, pitch, inputHash: String(number) }
  })
  await db.write(async tx => {
    const repository = await findOrCreateRepository(tx, action.clock, action.ids, accountId, place)
    await ingest(tx, action, repository, judged, { past: null })
  })
}

const DECIDED: Classification = {
  ...{ visibility: 'user-facing', kind: 'feature', magnitude: 'minor', confidence: 'high' },
  ...{ score: 1, reason: 'So it was decided.', evidence: [], layer: 'model', version: 'test' },
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
