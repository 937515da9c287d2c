import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { tidings } from '../processes.ts'
import { type Bench, type BenchContext, plainRow } from '../row.ts'
import { startTidings } from '../servers.ts'
import { median } from '../statistics.ts'

/** From the command to the first answer, and the memory held when nobody asks anything. */
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
      plainRow('start to first answer, ms', times(again), { most: 1_000 }),
      plainRow('start to first answer on an empty folder, ms', times(fresh), { most: 1_000 }),
      plainRow('resident memory when idle, MB', median(again.map(({ residentMb }) => residentMb)), {
        most: 150,
      }),
    ]
  },
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
