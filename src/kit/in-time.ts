/** What the work comes to, unless that takes longer than the patience (milliseconds): then it rejects. The work is not stopped. */
export function inTime<T>(patience: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('no answer in time')), patience)
    work.finally(() => clearTimeout(late)).then(resolve, reject)
  })
}
