import { basename, join, resolve } from 'node:path'
import { run, tidings } from '../processes.ts'
import { generateRepository } from '../repository.ts'
import { type Bench, type BenchContext, comparedRow, plainRow, type Row } from '../row.ts'
import { compare, median } from '../statistics.ts'
import { timedRow } from '../yardstick.ts'

/** Compares a preview of a whole history with git reading the same history, and measures a preview of the newest 200 merges. */
export const preview: Bench = {
  name: 'preview',
  async run(context) {
    const repositories = context.repositories.map(directory => resolve(directory))
    if (repositories.length === 0) repositories.push(await generated(context))
    const rows: Row[] = []
    for (const directory of repositories) rows.push(...(await previewOf(directory, context)))
    return rows
  },
}

async function generated({ scratch, smoke }: BenchContext): Promise<string> {
  const directory = join(scratch, 'generated.git')
  await generateRepository(directory, smoke ? 1_000 : 5_000)
  return directory
}

async function previewOf(directory: string, { smoke }: BenchContext): Promise<Row[]> {
  const name = basename(directory) === 'repo' ? basename(resolve(directory, '..')) : basename(directory)
  const peaks: number[] = []
  const whole = await compare(
    smoke ? 1 : 5,
    async () => {
      const { wallMs, usage } = await tidings(['preview', directory])
      peaks.push(usage.peakMb)
      return wallMs
    },
    async () => (await run('git', ['-C', directory, 'log', '--numstat'])).wallMs,
  )
  const last: number[] = []
  for (let n = 0; n < (smoke ? 1 : 5); n++)
    last.push((await tidings(['preview', directory, '--last', '200'])).wallMs)
  return [
    comparedRow(`preview of ${name}, ms`, whole, { most: 1.3 }),
    plainRow(`preview of ${name}, peak memory in MB`, Math.max(...peaks), { most: 500 }),
    timedRow(`preview of ${name} --last 200, ms`, median(last), { most: 1_000 }),
  ]
}
