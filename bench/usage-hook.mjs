// Loaded into measured processes with `--import`: reports what the process has used, when asked over its channel and when it ends.
import { writeFileSync } from 'node:fs'

const usage = () => {
  const { user, system } = process.cpuUsage()
  return {
    cpuMs: (user + system) / 1000,
    residentMb: process.memoryUsage.rss() / 2 ** 20,
    peakMb: process.resourceUsage().maxRSS / 1024,
  }
}

process.on('message', message => {
  if (message === 'usage') process.send(usage())
})
process.channel?.unref()

const file = process.env.BENCH_USAGE_FILE
if (file) process.on('exit', () => writeFileSync(file, JSON.stringify(usage())))
