const LINE_FEED = 10

/**
 * The lines of a text that comes in pieces, as many at a time as a piece completes: to wait for each line alone takes longer than to
 * read it. Lines end with `\n` or `\r\n`; the last one may end without.
 */
export async function* linesIn(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  let begun: Uint8Array[] = []
  for await (const piece of pieces) {
    const end = piece.lastIndexOf(LINE_FEED) + 1
    if (end > 0) {
      yield split(Buffer.concat([...begun, piece.subarray(0, end)]))
      begun = []
    }
    if (end < piece.length) begun.push(piece.subarray(end))
  }
  const last = Buffer.concat(begun)
  if (last.length > 0) yield split(last)
}

/** Each line is decoded by itself: one odd character does not make all others wider. */
function split(text: Buffer): string[] {
  const lines: string[] = []
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf(LINE_FEED, from)
    const line = text.toString('utf8', from, end === -1 ? text.length : end)
    lines.push(line.endsWith('\r') ? line.slice(0, -1) : line)
    from = end === -1 ? text.length : end + 1
  }
  return lines
}
