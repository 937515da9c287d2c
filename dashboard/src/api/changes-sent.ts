/** Requests that change something and have not been answered yet. */
const sent = new Set<Promise<unknown>>()

/** Registers a request that changes something until it is answered. */
export function watchChange<T>(request: Promise<T>): Promise<T> {
  const settled = request.then(
    () => {},
    () => {},
  )
  sent.add(settled)
  void settled.then(() => sent.delete(settled))
  return request
}

/** Resolves when every change that was sent so far is answered, so that the server knows the last one. */
export async function changesAnswered(): Promise<void> {
  await Promise.all(sent)
}
