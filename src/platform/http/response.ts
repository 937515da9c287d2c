import { AppError } from '#platform/errors.ts'

export interface AnswerFacts {
  url: URL
  redirected: boolean
  /** Of the uncompressed body, so that a small answer cannot swell in memory. */
  maxBytes: number
  signal: AbortSignal
  /** Throws what reading failed with, in plain words. */
  explain: (error: unknown) => never
}

/** The same answer with a body that is counted as it is read. */
export function withCountedBody(response: Response, facts: AnswerFacts): Response {
  const { status, statusText, headers } = response
  const body = response.body && countedBody(response.body, facts)
  return Object.defineProperties(new Response(body, { status, statusText, headers }), {
    url: { value: facts.url.href },
    redirected: { value: facts.redirected },
  })
}

function countedBody(body: ReadableStream<Uint8Array>, facts: AnswerFacts): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let left = facts.maxBytes
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await readOn(reader, facts)
      if (done) return controller.close()
      left -= value.byteLength
      if (left >= 0) return controller.enqueue(value)
      await reader.cancel()
      throw new AppError('too_large', `${facts.url.host} answers with more than ${facts.maxBytes} bytes.`)
    },
    cancel: reason => reader.cancel(reason),
  })
}

/** Asks the signal too: once the request itself is collected as garbage, `fetch` no longer listens to it. */
async function readOn(reader: ReadableStreamDefaultReader<Uint8Array>, { signal, explain }: AnswerFacts) {
  if (signal.aborted) {
    await reader.cancel(signal.reason)
    explain(signal.reason)
  }
  return reader.read().catch(explain)
}
