/** Requests that change something and were not answered yet. */
const sent = new Set<Promise<unknown>>()

/** Counts a request that changes something as sent until it is answered. */
export function watchChange<T>(request: Promise<T>): Promise<T> {
  const settled = request.then(
    () => {},
    () => {},
  )
  sent.add(settled)
  void settled.then(() => sent.delete(settled))
  return request
}

/** Resolves when everything that was sent before is answered, so that the server knows the last change. */
export async function changesAnswered(): Promise<void> {
  await Promise.all(sent)
}
