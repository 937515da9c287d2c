import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { tidings } from '../processes.ts'
import { type Bench, type BenchContext, plainRow } from '../row.ts'
import { startTidings } from '../servers.ts'
import { median } from '../statistics.ts'
import { timedRow } from '../yardstick.ts'

/** Measures the time from the command to the first answer, and the memory that an idle server holds. */
export const start: Bench = {
  name: 'start',
  async run(context) {
    const rounds = Array.from({ length: context.smoke ? 1 : 7 }, (_, n) => n)
    const migrated = join(context.scratch, 'migrated')
    await tidings(['migrate'], { env: { TIDINGS_DATA: migrated } })
    const fresh: Start[] = []
    const again: Start[] = []
    for (const round of rounds) {
      fresh.push(await startAndRest(join(context.scratch, `fresh-${round}`), context))
      again.push(await startAndRest(migrated, context))
    }
    const times = (starts: Start[]) => median(starts.map(({ startMs }) => startMs))
    return [
      timedRow('start to first answer, ms', times(again), { most: 1_000 }),
      timedRow('start to first answer on an empty folder, ms', times(fresh), { most: 1_000 }),
      plainRow('resident memory when idle, MB', median(again.map(({ residentMb }) => residentMb)), {
        most: 150,
      }),
      plainRow(AFTER_VISITORS, await restAfterVisitors(migrated, context), { most: 150 }),
    ]
  },
}

const AFTER_VISITORS = 'resident memory when idle after a sign-in and an MCP call, MB'

/** The memory of an idle server in MB after its first visitors. The code that they needed stays loaded. */
async function restAfterVisitors(data: string, { smoke }: BenchContext): Promise<number> {
  const env = { TIDINGS_DATA: data }
  const made = async (...words: string[]) =>
    JSON.parse((await tidings([...words, '--json'], { env, keep: true })).stdout)
  const { account_id } = await made('account', 'create', '--name', 'Acme')
  const { link } = await made(
    'user',
    'create',
    '--email',
    'ada@example.com',
    '--role',
    'owner',
    '--account',
    account_id,
  )
  const { token } = await made('token', 'create', '--name', 'bench', '--for', 'mcp', '--account', account_id)
  const server = await startTidings('serve', env)
  const base = `http://127.0.0.1:${server.port}`
  const post = async (path: string, headers: Record<string, string>, body: object) => {
    const sent = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } }
    const answer = await fetch(`${base}${path}`, { ...sent, body: JSON.stringify(body) })
    await answer.text()
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}.`)
  }
  await post('/app/api/sign-in/link', { origin: base }, { secret: new URL(link).hash.slice(1) })
  const call = { method: 'tools/call', params: { name: 'get_highlights', arguments: {} } }
  const accept = 'application/json, text/event-stream'
  await post('/mcp', { accept, authorization: `Bearer ${token}` }, { jsonrpc: '2.0', id: 1, ...call })
  await sleep(smoke ? 200 : 20_000)
  const { residentMb } = await server.usage()
  await server.stop()
  return residentMb
}

interface Start {
  startMs: number
  residentMb: number
}

async function startAndRest(data: string, { smoke }: BenchContext): Promise<Start> {
  const server = await startTidings('serve', { TIDINGS_DATA: data })
  await sleep(smoke ? 200 : 2_000)
  const { residentMb } = await server.usage()
  await server.stop()
  return { startMs: server.startMs, residentMb }
}
