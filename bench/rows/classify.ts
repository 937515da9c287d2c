import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pullLines } from '../fixtures.ts'
import { tidings } from '../processes.ts'
import { type Bench, plainRow } from '../row.ts'
import { median } from '../statistics.ts'

/** The whole command, its start included: lines read, classified, written and printed. */
export const classify: Bench = {
  name: 'classify',
  async run({ scratch, smoke }) {
    const count = smoke ? 2_000 : 50_000
    const file = join(scratch, 'classify.jsonl')
    writeFileSync(file, pullLines(count))
    const rates: number[] = []
    for (let round = 0; round < (smoke ? 1 : 5); round++) {
      const { wallMs, usage } = await tidings(['classify', file])
      // Where helper threads run beside, the processor time is the longer of the two, and it is one core's that counts.
      rates.push((count / Math.max(wallMs, usage.cpuMs)) * 1_000)
    }
    return [plainRow('classify, pull requests a second on one core', median(rates), { least: 2_000 })]
  },
}
