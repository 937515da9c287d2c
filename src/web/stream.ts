/** What is written bit by bit, for as long as somebody reads it. */
export function streamOf(texts: AsyncIterable<string>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const written = texts[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await written.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await written.return?.()
    },
  })
}
