/** Something that changes outside of React. `useSyncExternalStore` shows it, which subscribes to the changes. */
export class Store {
  #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  protected changed(): void {
    for (const listener of this.#listeners) listener()
  }
}
