import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startPostgres } from '#testing/postgres.ts'
import { type Aftermath, fight, isWhole } from '#testing/under-fire.ts'

// Callbacks come in while processes are killed at random, round after round: node scripts/under-fire.ts --rounds 20 --deliveries 2000

const options = {
  rounds: { type: 'string', default: '20' },
  deliveries: { type: 'string', default: '2000' },
  engine: { type: 'string', default: 'both' },
  /** Seconds that PostgreSQL stops in the middle of each round. */
  outage: { type: 'string', default: '0' },
} as const

const { rounds, deliveries, engine, outage } = parseArgs({ options }).values
const KILLS_EVERY = [200, 1_500] as const

async function onSqlite(): Promise<Aftermath> {
  const folder = mkdtempSync(join(tmpdir(), 'tidings-fire-'))
  try {
    const location = { engine: 'sqlite' as const, file: join(folder, 'tidings.db'), folder }
    return await fight({ location, deliveries: Number(deliveries), killsEvery: KILLS_EVERY })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function onPostgres(): Promise<Aftermath> {
  const server = await startPostgres()
  const midway = async () => {
    await server.halt('immediate')
    await sleep(Number(outage) * 1_000)
    await server.resume()
  }
  try {
    return await fight({
      location: { engine: 'postgres', url: server.url },
      deliveries: Number(deliveries),
      killsEvery: KILLS_EVERY,
      ...(outage !== '0' && { midway }),
    })
  } finally {
    await server.stop()
  }
}

const ENGINES = { sqlite: onSqlite, postgres: onPostgres }
let broken = 0
for (let round = 1; round <= Number(rounds); round++) {
  for (const [name, run] of Object.entries(ENGINES)) {
    if (engine !== 'both' && engine !== name) continue
    const after = await run()
    if (!isWhole(after)) broken++
    process.stdout.write(`${round} ${name} ${isWhole(after) ? 'whole' : 'BROKEN'} ${JSON.stringify(after)}\n`)
  }
}
process.exitCode = broken > 0 ? 1 : 0
