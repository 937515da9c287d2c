/** What the work comes to, unless that takes longer than `timeoutMs`: then it rejects with `late`. The work is not stopped. */
export function inTime<T>(
  timeoutMs: number,
  work: Promise<T>,
  late: Error = new Error('no answer in time'),
): Promise<T> {
  return new Promise((resolve, reject) => {
    const timeout = setTimeout(() => reject(late), timeoutMs)
    work.finally(() => clearTimeout(timeout)).then(resolve, reject)
  })
}
