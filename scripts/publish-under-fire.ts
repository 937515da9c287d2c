import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '#testing/postgres.ts'
import { besiege, isUnharmed, type Publications } from '#testing/publishing-under-fire.ts'
import type { DataLocation } from '#testing/server-processes.ts'

// Entries come due while the processes that publish them are killed: node scripts/publish-under-fire.ts --rounds 200 --engine sqlite

const options = {
  rounds: { type: 'string', default: '20' },
  engine: { type: 'string', default: 'both' },
  /** Of the rounds, how many freeze a process past its lease instead. */
  freezes: { type: 'string', default: '0' },
} as const

const { rounds, engine, freezes } = parseArgs({ options }).values

const run = (location: DataLocation): Promise<Publications> =>
  besiege({
    location,
    rounds: Number(rounds),
    freezes: Number(freezes),
    onRound: round => round % 10 === 0 && process.stderr.write(`${location.engine} round ${round}\n`),
  })

async function onSqlite(): Promise<Publications> {
  const folder = mkdtempSync(join(tmpdir(), 'tidings-fire-'))
  try {
    return await run({ engine: 'sqlite', file: join(folder, 'tidings.db'), folder })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function onPostgres(): Promise<Publications> {
  const server = await startPostgres()
  try {
    return await run({ engine: 'postgres', url: server.url })
  } finally {
    await server.stop()
  }
}

let isBroken = false
for (const [name, field] of Object.entries({ sqlite: onSqlite, postgres: onPostgres })) {
  if (engine !== 'both' && engine !== name) continue
  const after = await field()
  isBroken ||= !isUnharmed(after)
  process.stdout.write(`${name} ${isUnharmed(after) ? 'unharmed' : 'BROKEN'} ${JSON.stringify(after)}\n`)
}
process.exitCode = isBroken ? 1 : 0
