import { safeText } from '#platform/text.ts'
import { FRAGMENT_KEPT, type Fragment } from '#pulls/pull-request.ts'
import { ByteReader } from './log/byte-reader.ts'
import { endingOf, startGit, type Worktree } from './run.ts'

/** Reads the contents of files by their hashes, of each so many bytes, all through one process that starts with the first. */
export class FragmentReader {
  readonly #place: Worktree
  readonly #kept: number
  #open: { ask(blob: string): void; answers: ByteReader; end(): Promise<void> } | null = null

  constructor(place: Worktree, kept = FRAGMENT_KEPT) {
    this.#place = place
    this.#kept = kept
  }

  /** Those whose contents the repository holds. */
  async read(wanted: readonly { path: string; blob: string }[]): Promise<Fragment[]> {
    const found: Fragment[] = []
    for (const { path, blob } of wanted) {
      const text = await this.#textOf(blob)
      if (text !== null) found.push({ path, text })
    }
    return found
  }

  async close(): Promise<void> {
    await this.#open?.end()
  }

  /** Git answers `<hash> blob <size>`, the contents and a line feed; or `<hash> missing`. */
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
    const child = startGit(this.#place, ['cat-file', '--batch'])
    const ending = endingOf(child, this.#place.signal)
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
