import { setInterval } from 'node:timers/promises'

/** Starts to measure. Returns a function that gives the milliseconds of processor time that this process alone has used since. */
export function processorTime(): () => number {
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000
  }
}

/**
 * The longest turn of the event loop until the work is done, in milliseconds of processor time that this thread used: for so long no other
 * request was answered. Turns that follow each other within two milliseconds count as one.
 */
export async function longestTurn(work: Promise<unknown>): Promise<number> {
  let [isDone, longest] = [false, 0]
  const done = work.finally(() => {
    isDone = true
  })
  let before = process.threadCpuUsage()
  // A look after every turn would take more processor time than the work.
  for await (const _ of setInterval(2)) {
    const { user, system } = process.threadCpuUsage(before)
    longest = Math.max(longest, (user + system) / 1_000)
    if (isDone) break
    before = process.threadCpuUsage()
  }
  await done
  return longest
}
