import type { Readable } from 'node:stream'

/** Reads a stream by lines and by counts of bytes. At its end it gives what there is. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(stream: Readable) {
    this.#chunks = stream[Symbol.asyncIterator]()
  }

  /** Up to the next line feed, which is taken too. */
  async line(): Promise<string> {
    let end = this.#rest.indexOf('\n')
    while (end === -1 && (await this.#more())) end = this.#rest.indexOf('\n')
    const line = this.#rest.subarray(0, end === -1 ? undefined : end).toString('utf8')
    this.#rest = end === -1 ? Buffer.alloc(0) : this.#rest.subarray(end + 1)
    return line
  }

  /** Takes `count` bytes and gives the first `kept` of them. */
  async bytes(count: number, kept: number): Promise<Buffer> {
    const parts: Buffer[] = []
    let taken = 0
    while (taken < count && (this.#rest.length > 0 || (await this.#more()))) {
      const part = this.#rest.subarray(0, count - taken)
      if (taken < kept) parts.push(part.subarray(0, kept - taken))
      taken += part.length
      this.#rest = this.#rest.subarray(part.length)
    }
    return Buffer.concat(parts)
  }

  async #more(): Promise<boolean> {
    const { value, done } = await this.#chunks.next()
    if (done) return false
    this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value])
    return true
  }
}
