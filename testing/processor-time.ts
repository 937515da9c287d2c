/** Starts to measure: gives the milliseconds of processor time used by this process since. What else the machine does has no part in it. */
export function processorTime(): () => number {
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000
  }
}
