import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Database, timeOf } from '#platform/db/database.ts'
import type { Background } from '../background.ts'
import { type Config, VARIABLES } from '../config/config.ts'
import { DiagnosisFault } from './check.ts'

const run = promisify(execFile)
const MIN_FREE_BYTES = 200 * 1024 * 1024

/** The slowest acceptable write: each webhook and each edit waits for one. */
const SLOWEST_WRITE_MS = 50
const WRITES = 20
const SLOWEST_ANSWER_MS = 20

/**
 * The widest acceptable difference of clocks. Signatures of webhooks and sign-in codes tolerate a few
 * minutes; leases of jobs and links are measured by the database's clock.
 */
const WIDEST_CLOCK_SECONDS = 30

export async function git(): Promise<string> {
  try {
    return (await run('git', ['--version'])).stdout.trim()
  } catch {
    throw new DiagnosisFault(
      'git cannot be run.',
      'Install git: imports of local repositories and previews need it.',
    )
  }
}

/** Names the variables that nothing reads, and the directories of repositories that are none. */
export async function variables(
  { gitRoots }: Config,
  env: Record<string, string | undefined>,
): Promise<string> {
  const unknown = Object.keys(env).filter(
    name => name.startsWith('TIDINGS_') && !(name.replace(/_FILE$/, '') in VARIABLES),
  )
  const missing = gitRoots.filter(root => !statSync(root, { throwIfNoEntry: false })?.isDirectory())
  const faults = [
    ...unknown.map(name => `${name} is not known.`),
    ...missing.map(root => `TIDINGS_GIT_ROOTS names ${root}, which is no directory.`),
  ]
  if (faults.length === 0) return 'all are known'
  throw new DiagnosisFault(faults.join(' '), 'Compare it with .env.example.')
}

export async function dataDirectory({ dataDirectory }: Config): Promise<string> {
  if (!existsSync(dataDirectory)) return `${dataDirectory} is created at the first start`
  try {
    accessSync(dataDirectory, constants.R_OK | constants.W_OK)
  } catch {
    throw new DiagnosisFault(
      `${dataDirectory} cannot be read and written.`,
      'Give it to the user that runs Tidings, or set TIDINGS_DATA to another directory.',
    )
  }
  const { bavail, bsize } = statfsSync(dataDirectory)
  if (bavail * bsize >= MIN_FREE_BYTES) return `${dataDirectory}, ${megabytes(bavail * bsize)} free`
  throw new DiagnosisFault(
    `${dataDirectory} has only ${megabytes(bavail * bsize)} free.`,
    'Free space on its disk: a full disk refuses edits and webhooks.',
  )
}

const megabytes = (bytes: number): string => `${Math.floor(bytes / 1024 / 1024).toLocaleString('en')} MiB`

/** Measures how long a write takes: to the disk of the embedded database, or a round trip to the PostgreSQL server. */
export async function writeSpeed({ dataDirectory }: Config, db: Database | null): Promise<string> {
  if (db?.engine === 'postgres') return `an answer of the database takes ${await answerTime(db)}`
  if (!existsSync(dataDirectory)) return 'is measured after the first start'
  const ms = await medianMs(await syncedWrites(dataDirectory))
  if (ms <= SLOWEST_WRITE_MS) return `a write is on disk after ${shown(ms)}`
  throw new DiagnosisFault(
    `A write is on disk only after ${shown(ms)}.`,
    'Put the data directory on a local disk, not on a network drive: each webhook and edit waits for one such write.',
  )
}

async function answerTime(db: Database): Promise<string> {
  const times: number[] = []
  for (let at = 0; at < WRITES; at++) times.push(await timed(() => db.ping()))
  const ms = medianMs(times)
  if (ms <= SLOWEST_ANSWER_MS) return shown(ms)
  throw new DiagnosisFault(
    `A query takes ${shown(ms)}.`,
    'Run Tidings near its database: a page needs several queries, one after the other.',
  )
}

/** Writes one page at a time to a temporary file, as the database does, and measures each write in milliseconds. */
async function syncedWrites(directory: string): Promise<number[]> {
  const path = join(directory, `doctor-${randomUUID()}.tmp`)
  const file = await open(path, 'wx')
  try {
    const page = Buffer.alloc(4_096, 1)
    const times: number[] = []
    for (let at = 0; at < WRITES; at++) {
      times.push(
        await timed(async () => {
          await file.write(page)
          await file.datasync()
        }),
      )
    }
    return times
  } finally {
    await file.close()
    await unlink(path)
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

const medianMs = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

const shown = (ms: number): string => `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`

/**
 * Compares this machine's clock with those of the database server and of the hosts that answered. `skews`
 * holds the difference in seconds by name of the host.
 */
export async function clock(db: Database | null, skews: ReadonlyMap<string, number>): Promise<string> {
  const all = new Map(skews)
  if (db?.engine === 'postgres') all.set('the database', (Date.now() - (await timeOf(db))) / 1_000)
  if (all.size === 0) return 'there is nothing to compare it with'
  const [name, skew] = [...all].toSorted((a, b) => Math.abs(b[1]) - Math.abs(a[1]))[0] ?? ['', 0]
  const seconds = Math.round(Math.abs(skew))
  if (seconds <= WIDEST_CLOCK_SECONDS) return `agrees with ${[...all.keys()].join(', ')}`
  throw new DiagnosisFault(
    `This machine is ${seconds} s ${skew > 0 ? 'ahead of' : 'behind'} ${name}.`,
    'Synchronize the clock with NTP, for example with systemd-timesyncd or chrony: signatures and sign-in codes are valid for minutes only.',
  )
}

/** Judges a sample merge in the background thread, as for each merge that arrives. */
export async function backgroundThread(background: Background): Promise<string> {
  const cold = await timed(() => background.run('judgeOne', SAMPLE))
  const warm = await timed(() => background.run('judgeOne', SAMPLE))
  return `starts in ${shown(cold)}, then judges a merge in ${shown(warm)}`
}

const SAMPLE = {
  host: 'git',
  repo: 'example',
  number: 1,
  title: 'feat: export reports as CSV',
  body: '',
  author: null,
  authorIsBot: false,
  labels: [],
  baseBranch: 'main',
  mergeCommit: '0'.repeat(40),
  mergedAt: 0,
  url: null,
  files: [],
  filesChanged: 0,
  additions: 0,
  deletions: 0,
  linkedIssues: [],
  commits: [],
  fragments: [],
}
