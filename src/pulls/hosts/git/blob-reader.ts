import type { Readable } from 'node:stream'
import { safeText } from '#platform/text.ts'
import type { ReadFragment } from '#pulls/changelog-sources/announcements.ts'
import { MAX_FRAGMENT_LENGTH } from '#pulls/pull-request.ts'
import { exitOf, type GitDirectory, startGit } from './run-git.ts'

/** Reads blobs by their hashes, each up to a limit, with one `git cat-file --batch` process that starts with the first read. */
export class BlobReader {
  readonly #git: GitDirectory
  readonly #kept: number
  #open: { ask(blob: string): void; answers: ByteReader; end(): Promise<void> } | null = null

  constructor(git: GitDirectory, kept = MAX_FRAGMENT_LENGTH) {
    this.#git = git
    this.#kept = kept
  }

  /** The contents of the files, and of those with a `before` as they were then. Files that the repository does not have are left out. */
  async read(
    wanted: readonly { path: string; blob: string; before?: string | null }[],
  ): Promise<ReadFragment[]> {
    const found: ReadFragment[] = []
    for (const { path, blob, before = null } of wanted) {
      const text = await this.#textOf(blob)
      if (text !== null) found.push({ path, text, before: before && (await this.#textOf(before)) })
    }
    return found
  }

  async close(): Promise<void> {
    await this.#open?.end()
  }

  /** Git answers `<hash> blob <size>`, the contents and a line feed, or `<hash> missing`. */
  async #textOf(blob: string): Promise<string | null> {
    this.#open ??= this.#start()
    this.#open.ask(blob)
    const size = / blob (\d+)$/.exec(await this.#open.answers.line())?.[1]
    if (size === undefined) return null
    const contents = await this.#open.answers.bytes(Number(size), this.#kept)
    await this.#open.answers.bytes(1, 0)
    return safeText(contents.toString('utf8'))
  }

  #start() {
    const child = startGit(this.#git, ['cat-file', '--batch'])
    const ending = exitOf(child, this.#git.signal)
    return {
      ask: (blob: string) => void child.stdin.write(`${blob}\n`),
      answers: new ByteReader(child.stdout),
      async end() {
        child.kill()
        await ending
      },
    }
  }
}

/** Reads a stream by lines and byte counts. At its end, reads return what is left. */
class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(stream: Readable) {
    this.#chunks = stream[Symbol.asyncIterator]()
  }

  /** Reads up to the next line feed and consumes it. */
  async line(): Promise<string> {
    let end = this.#rest.indexOf('\n')
    while (end === -1 && (await this.#more())) end = this.#rest.indexOf('\n')
    const line = this.#rest.subarray(0, end === -1 ? undefined : end).toString('utf8')
    this.#rest = end === -1 ? Buffer.alloc(0) : this.#rest.subarray(end + 1)
    return line
  }

  /** Consumes `count` bytes and returns the first `kept` of them. */
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
