import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { aCommandLine, type CommandLine } from '#testing/command-line.ts'
import { freePort, startPostgres } from '#testing/postgres.ts'
import { KEY, type Server, startTidings } from './servers.ts'
import { percentile } from './statistics.ts'
import { next, numberedBodies, sealed, sender } from './webhooks.ts'

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } })
const MINUTES = Number(values.minutes)
/** Requests a second, and seconds between two samples and two publications. */
const RATE = 10
const SAMPLE_S = 30
const PUBLISH_S = 15

interface Sample {
  minute: number
  residentMb: number
  oldestDueSeconds: number
  drafts: number
}

/** What one installation did in its time. */
interface Soaked {
  engine: string
  requests: number
  published: number
  errors: Record<string, number>
  p95Ms: number
  samples: Sample[]
}

/** Reads, receives and publishes without pause, on both engines at once, and says whether memory, errors and queues stay where they are. */
async function main(): Promise<number> {
  const postgres = await startPostgres()
  const scratch = mkdtempSync(join(tmpdir(), 'tidings-soak-'))
  try {
    const soaked = await Promise.all([
      soak('SQLite', { TIDINGS_DATA: join(scratch, 'sqlite') }),
      soak('PostgreSQL', { TIDINGS_DATA: join(scratch, 'postgres'), DATABASE_URL: postgres.url }),
    ])
    for (const one of soaked) process.stdout.write(`${JSON.stringify(one)}\n`)
    return soaked.every(isSteady) ? 0 : 1
  } finally {
    await postgres.stop()
    rmSync(scratch, { recursive: true, force: true })
  }
}

async function soak(engine: string, where: Record<string, string>): Promise<Soaked> {
  const metricsPort = await freePort()
  const env = { ...where, TIDINGS_ENCRYPTION_KEY: KEY, TIDINGS_METRICS_PORT: String(metricsPort) }
  const cli = aCommandLine(env)
  const server = await startTidings('serve', { ...env, TIDINGS_REQUESTS_PER_MINUTE: '1000000' })
  const ends = Date.now() + MINUTES * 60_000
  const found: Soaked = { engine, requests: 0, published: 0, errors: {}, p95Ms: 0, samples: [] }
  try {
    const account = (await cli.json('account', 'create', '--name', 'Acme')).account_id
    await cli.run('account', 'page', '--account', account, '--on')
    const source = await cli.json('source', 'create', 'github', '--account', account, '--repo', 'acme/app')
    const token = (await cli.json('token', 'create', '--account', account, '--name', 'soak')).token
    const times: number[] = []
    await Promise.all([
      ask(server, account, { source, token }, found, times, ends),
      publish(cli, account, found, ends),
      sampled(server, cli, { account, metricsPort }, found, ends),
    ])
    found.p95Ms = percentile(times, 95)
    return found
  } finally {
    await server.stop()
    cli.remove()
  }
}

interface Access {
  source: { url: string; secret: string }
  token: string
}

/** Readers, programs and a code host, in turns. */
async function ask(
  server: Server,
  account: string,
  { source, token }: Access,
  found: Soaked,
  times: number[],
  ends: number,
): Promise<void> {
  const bodies = numberedBodies()
  const send = sender(server.port, new URL(source.url).pathname)
  const get =
    (path: string, headers: Record<string, string> = {}) =>
    async () => {
      const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, { headers })
      await answer.arrayBuffer()
      if (answer.status !== 200)
        throw new Error(`${path.replace(account, 'ACCOUNT')} answered ${answer.status}`)
    }
  const turns = [
    get(`/changelog/${account}`),
    get(`/changelog/${account}.json`),
    get(`/c/${account}`),
    get(`/c/${account}?q=reports`),
    get(`/c/${account}/card.png`),
    get('/api/v1/highlights', { authorization: `Bearer ${token}` }),
    () => send(sealed(next(bodies), source.secret)),
  ]
  for (let turn = 0; Date.now() < ends; turn++) {
    const begun = performance.now()
    await counted(found, turns[turn % turns.length] ?? (async () => {}))
    times.push(performance.now() - begun)
    found.requests++
    await sleep(1_000 / RATE)
  }
}

async function publish(cli: CommandLine, account: string, found: Soaked, ends: number): Promise<void> {
  while (Date.now() < ends) {
    await sleep(PUBLISH_S * 1_000)
    await counted(found, async () => {
      const { entries } = await cli.json('entry', 'list', '--account', account, '--state', 'draft')
      const id = entries.at(-1)?.id
      if (id === undefined) return
      await cli.json('entry', 'publish', id)
      found.published++
    })
  }
}

async function sampled(
  server: Server,
  cli: CommandLine,
  { account, metricsPort }: { account: string; metricsPort: number },
  found: Soaked,
  ends: number,
): Promise<void> {
  const begun = Date.now()
  while (Date.now() < ends) {
    await sleep(SAMPLE_S * 1_000)
    await counted(found, async () => {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
      const waits = [...text.matchAll(/^tidings_jobs_oldest_due_seconds\{.*\} (\S+)$/gm)].map(match =>
        Number(match[1]),
      )
      const { entries } = await cli.json('entry', 'list', '--account', account, '--state', 'draft')
      found.samples.push({
        minute: Math.round((Date.now() - begun) / 6_000) / 10,
        residentMb: Math.round((await server.usage()).residentMb),
        oldestDueSeconds: Math.max(0, ...waits),
        drafts: entries.length,
      })
    })
  }
}

async function counted(found: Soaked, act: () => Promise<unknown>): Promise<void> {
  try {
    await act()
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    found.errors[said] = (found.errors[said] ?? 0) + 1
  }
}

/** Memory is flat when the last third needs no more than a tenth above what the middle one needed. */
function isSteady({ errors, samples }: Soaked): boolean {
  const third = Math.floor(samples.length / 3)
  const most = (from: number, to: number) =>
    Math.max(...samples.slice(from, to).map(sample => sample.residentMb))
  const isFlat = most(2 * third, samples.length) <= 1.1 * most(third, 2 * third)
  return isFlat && Object.keys(errors).length === 0 && samples.every(sample => sample.oldestDueSeconds < 60)
}

process.exitCode = await main()
