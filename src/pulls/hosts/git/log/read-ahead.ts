/** Takes items from a generator and always asks for one more than is wanted, so that its maker works meanwhile. */
export class Ahead<T> {
  readonly #items: AsyncGenerator<T>
  #next: Promise<IteratorResult<T>>

  constructor(items: AsyncGenerator<T>) {
    this.#items = items
    this.#next = this.#ask()
  }

  /** Null at the end. */
  async take(): Promise<T | null> {
    const { value, done } = await this.#next
    if (done) return null
    this.#next = this.#ask()
    return value
  }

  /** Comes back when the generator has cleared up, which is soon once what it waits for has been ended. */
  async close(): Promise<void> {
    await this.#next.catch(() => {})
    await this.#items.return(undefined)
  }

  /** A failure is told to whoever takes the item, and to nobody if no one does. */
  #ask(): Promise<IteratorResult<T>> {
    const next = this.#items.next()
    next.catch(() => {})
    return next
  }
}
