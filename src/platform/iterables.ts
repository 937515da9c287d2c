import { isUtf8 } from 'node:buffer'
import { setImmediate } from 'node:timers/promises'

/** The items in chunks of `size`; the last one may be shorter. */
export function* chunksOf<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}

/** Yields the items one by one. Other work of the process gets its turn between them. */
export async function* withTurns<T>(items: Iterable<T>): AsyncGenerator<T> {
  for (const item of items) {
    yield item
    await setImmediate()
  }
}

/** The items of an asynchronous iterable in batches of `size`; the last one may be shorter. */
export async function* batchesOf<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

const LINE_FEED = 10

/** Stands for a line that is not UTF-8. */
const UNREADABLE = '\uFFFD'

/**
 * The lines of a stream of bytes, as one array for each chunk that completes some: awaiting every line would take longer than reading
 * it. Lines end with `\n` or `\r\n`; the last one may end without. A byte order mark at the start is left out, and a line that is not
 * UTF-8 becomes a replacement character.
 */
export async function* linesIn(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  let isFirst = true
  for await (const lines of splitAtLineFeeds(chunks)) {
    if (isFirst) lines[0] = lines[0]?.replace(/^\u{FEFF}/u, '') ?? ''
    isFirst = false
    yield lines
  }
}

async function* splitAtLineFeeds(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  let unfinished: Uint8Array[] = []
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(LINE_FEED) + 1
    if (end > 0) {
      yield splitLines(Buffer.concat([...unfinished, chunk.subarray(0, end)]))
      unfinished = []
    }
    if (end < chunk.length) unfinished.push(chunk.subarray(end))
  }
  const last = Buffer.concat(unfinished)
  if (last.length > 0) yield splitLines(last)
}

/** Decodes each line by itself, so that one character outside Latin-1 does not make every line a two-byte string. */
function splitLines(bytes: Buffer): string[] {
  const lines: string[] = []
  const isReadable = isUtf8(bytes)
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(LINE_FEED, start)
    const line = bytes.subarray(start, end === -1 ? bytes.length : end)
    const text = isReadable || isUtf8(line) ? line.toString() : UNREADABLE
    lines.push(text.endsWith('\r') ? text.slice(0, -1) : text)
    start = end === -1 ? bytes.length : end + 1
  }
  return lines
}
