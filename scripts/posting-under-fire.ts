import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { NETWORKS, type NetworkName } from '#social/settings.ts'
import { startPostgres } from '#testing/postgres.ts'
import { isUnharmedPosting, postUnderFire } from '#testing/posting-under-fire.ts'
import type { DataLocation } from '#testing/server-processes.ts'

// Posts go out to networks that misbehave, from workers that are killed and frozen:
// node scripts/posting-under-fire.ts --posts 500 --strikes 60 --engine both --network all

const options = {
  posts: { type: 'string', default: '100' },
  /** Kills and freezes of a worker. */
  strikes: { type: 'string', default: '20' },
  engine: { type: 'string', default: 'both' },
  network: { type: 'string', default: 'all' },
} as const

const { posts, strikes, engine, network } = parseArgs({ options }).values

let isBroken = false
async function run(location: DataLocation, name: NetworkName): Promise<void> {
  const begun = performance.now()
  const after = await postUnderFire({
    location,
    network: name,
    posts: Number(posts),
    strikes: Number(strikes),
  })
  isBroken ||= !isUnharmedPosting(after)
  const verdict = isUnharmedPosting(after) ? 'unharmed' : 'BROKEN'
  const seconds = Math.round((performance.now() - begun) / 1_000)
  process.stdout.write(`${location.engine} ${name} ${verdict} in ${seconds} s ${JSON.stringify(after)}\n`)
}

async function onSqlite(name: NetworkName): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tidings-fire-'))
  try {
    await run({ engine: 'sqlite', file: join(folder, 'tidings.db'), folder }, name)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function onPostgres(name: NetworkName): Promise<void> {
  const server = await startPostgres()
  try {
    await run({ engine: 'postgres', url: server.url }, name)
  } finally {
    await server.stop()
  }
}

for (const [name, field] of Object.entries({ sqlite: onSqlite, postgres: onPostgres })) {
  if (engine !== 'both' && engine !== name) continue
  for (const one of NETWORKS) if (network === 'all' || network === one) await field(one)
}
process.exitCode = isBroken ? 1 : 0
