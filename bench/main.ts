import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { messageOf } from '#platform/errors.ts'
import { fallen, keep } from './landed.ts'
import { tableOf } from './print.ts'
import type { Bench, BenchContext, Row } from './row.ts'
import { cachedFeed } from './rows/cached-feed.ts'
import { callbacks } from './rows/callbacks.ts'
import { cdn } from './rows/cdn.ts'
import { classify } from './rows/classify.ts'
import { coldFeed } from './rows/cold-feed.ts'
import { grown } from './rows/grown.ts'
import { highlightsOnPostgres, highlightsOnSqlite } from './rows/highlights.ts'
import { inserts } from './rows/inserts.ts'
import { many } from './rows/many.ts'
import { page } from './rows/page.ts'
import { preview } from './rows/preview.ts'
import { restore } from './rows/restore.ts'
import { search } from './rows/search.ts'
import { start } from './rows/start.ts'

const BENCHES: readonly Bench[] = [
  cachedFeed,
  page,
  coldFeed,
  inserts,
  callbacks,
  highlightsOnSqlite,
  highlightsOnPostgres,
  grown,
  search,
  preview,
  classify,
  start,
]
/** Benchmarks of promises other than speed. Each runs only when it is named. */
const DRILLS: readonly Bench[] = [many, restore, cdn]
const NAMES = [...BENCHES, ...DRILLS].map(bench => bench.name)
const USAGE = `npm run bench -- [--smoke] [--json] [--keep] [--rows N] [--only ${NAMES.join('|')}] [--repo DIR]…`

const options = {
  smoke: { type: 'boolean' },
  json: { type: 'boolean' },
  keep: { type: 'boolean' },
  rows: { type: 'string', default: '200000' },
  only: { type: 'string' },
  repo: { type: 'string', multiple: true },
} as const

/**
 * Measures everything side by side, and names what got worse by a fifth since it landed; `--keep` makes these figures the landed ones.
 * Ends with 1 when something failed, and, but for a smoke, when a target was missed.
 */
async function main(): Promise<number> {
  const { smoke = false, json = false, rows: size, only, repo = [], ...given } = parseArgs({ options }).values
  const chosen = only === undefined ? BENCHES : [...BENCHES, ...DRILLS].filter(bench => bench.name === only)
  if (chosen.length === 0) throw new Error(`There is no such benchmark. ${USAGE}`)
  const scratch = mkdtempSync(join(tmpdir(), 'tidings-bench-'))
  try {
    const { rows, failed } = await runAll(chosen, {
      smoke,
      scratch,
      repositories: repo,
      largeTable: Number(size),
    })
    if (!smoke) for (const sentence of fallen(rows)) process.stderr.write(`${sentence}\n`)
    if (given.keep) keep(rows)
    process.stdout.write(json ? `${JSON.stringify({ rows })}\n` : `${tableOf(rows)}\n`)
    return failed || (!smoke && rows.some(row => !row.ok)) ? 1 : 0
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** Runs the benchmarks one after the other; a failure is reported, and the rest still run. */
async function runAll(benches: readonly Bench[], context: BenchContext) {
  const rows: Row[] = []
  let failed = false
  for (const bench of benches) {
    process.stderr.write(`${bench.name}…\n`)
    try {
      rows.push(...(await bench.run(context)))
    } catch (error) {
      failed = true
      process.stderr.write(`${bench.name} failed: ${messageOf(error)}\n`)
    }
  }
  return { rows, failed }
}

process.exitCode = await main().catch(error => {
  process.stderr.write(`${messageOf(error)}\n`)
  return 2
})
