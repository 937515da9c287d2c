/** The same function, whose answer under way serves all who ask for it meanwhile. A failure is told to all of them, and not kept. */
export function singleFlight<T>(find: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const underWay = new Map<string, Promise<T>>()
  return key => {
    const known = underWay.get(key)
    if (known) return known
    const finding = find(key).finally(() => underWay.delete(key))
    underWay.set(key, finding)
    return finding
  }
}
