import { aCommandLine } from '#testing/command-line.ts'
import { relayTo } from '#testing/database-relay.ts'
import { freePort } from '#testing/postgres.ts'
import { plainRow, type Row } from '../row.ts'
import { type Fleet, terminated } from './fleet.ts'

/** The longest time from SIGTERM to the end of a process, as docs/operations/processes.md promises. */
const STOP_MS = 10_000
const READERS = 8

/** Measures how long each process takes to end on SIGTERM: under load, and without a database. */
export async function stops(fleet: Fleet): Promise<Row[]> {
  return [...(await underLoad(fleet)), ...(await withoutDatabase(fleet))]
}

/** Ends and restarts every process in turn, while feeds and pages are read through the proxy. */
async function underLoad({ webs, workers, baseUrl, account }: Fleet): Promise<Row[]> {
  const over = new AbortController()
  const counts = { answered: 0, failed: 0 }
  const paths = [`/changelog/${account}`, `/c/${account}?q=reports`, '/status.json']
  const read = async () => {
    for (let turn = 0; !over.signal.aborted; turn++) {
      const status = await statusOf(baseUrl + paths[turn % paths.length])
      counts[status === 200 ? 'answered' : 'failed']++
    }
  }
  const reading = Promise.all(Array.from({ length: READERS }, read))
  const took: number[] = []
  let badly = 0
  for (const part of [...webs, ...workers]) {
    const { tookMs, code } = await part.terminate()
    took.push(tookMs)
    if (code !== 0) badly++
    await part.start()
  }
  over.abort()
  await reading
  return [
    plainRow('ms from SIGTERM to the end under load, at most', Math.max(...took), { most: STOP_MS }),
    plainRow('processes that ended with another code than 0', badly, { most: 0 }),
    plainRow(`requests that failed meanwhile, of ${counts.answered + counts.failed}`, counts.failed, {
      most: 0,
    }),
  ]
}

const statusOf = (address: string): Promise<number> =>
  fetch(address).then(
    async answer => {
      await answer.arrayBuffer()
      return answer.status
    },
    () => 0,
  )

/** Ends a web process and a worker, each while it waits for PostgreSQL at its start and again after PostgreSQL has fallen silent. */
async function withoutDatabase({ cli, postgres }: Fleet): Promise<Row[]> {
  const atStart: number[] = []
  const running: number[] = []
  const ended = async (command: string, ready?: string) => {
    await using relay = await relayTo(postgres.url)
    const env = { ...cli.env, DATABASE_URL: relay.location.url, PORT: String(await freePort()) }
    using own = aCommandLine(env)
    const silent = ready === undefined ? relay.silence() : null
    const part = own.start(command)
    if (ready !== undefined) await part.waitFor(ready)
    const lost = silent ?? relay.silence()
    void statusOf(`http://127.0.0.1:${env.PORT}/status.json`)
    await lost
    return (await terminated(part)).tookMs
  }
  for (const [command, ready] of PARTS) {
    atStart.push(await ended(command))
    running.push(await ended(command, ready))
  }
  return [
    plainRow('ms to the end when no database answered at the start, at most', Math.max(...atStart), {
      most: STOP_MS,
    }),
    plainRow('ms to the end when PostgreSQL has fallen silent, at most', Math.max(...running), {
      most: STOP_MS,
    }),
  ]
}

const PARTS = [
  ['web', 'listens on'],
  ['worker', 'worker is running'],
] as const
