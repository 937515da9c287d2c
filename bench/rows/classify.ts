import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pullLines } from '../fixtures.ts'
import { tidings } from '../processes.ts'
import type { Bench } from '../row.ts'
import { median } from '../statistics.ts'
import { timedRow } from '../yardstick.ts'

/** Measures the whole `classify` command, its start included: lines are read, classified, put into words and printed. */
export const classify: Bench = {
  name: 'classify',
  async run({ scratch, smoke }) {
    const count = smoke ? 2_000 : 15_000
    const file = join(scratch, 'classify.jsonl')
    writeFileSync(file, pullLines(count))
    const times: number[] = []
    for (let round = 0; round < (smoke ? 1 : 3); round++) {
      const { usage } = await tidings(['classify', file])
      times.push((usage.cpuMs / count) * 1_000)
    }
    return [timedRow('classify 1,000 pull requests, ms of processor time', median(times), { most: 500 })]
  },
}
