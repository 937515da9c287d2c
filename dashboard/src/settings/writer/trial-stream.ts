import { api } from '../../api/client.ts'
import { errorFrom } from '../../api/error.ts'

/** A merge with its words without the writer, and by the writer. */
export interface Trial {
  reference: string
  title: string
  before: { headline: string; body: string }
  after: { headline: string; body: string } | null
  /** Why there are no words, or none that can be used. */
  fault: string | null
  seconds: number
  usage: { inputTokens: number; outputTokens: number }
  /** The cost in micro-dollars; null if the price is unknown. */
  cost: number | null
}

/** Yields each merge as soon as the server has it. Throws the reason if the trial ends early. */
export async function* trialOf(account: string, signal: AbortSignal): AsyncGenerator<Trial> {
  const response = await api.accounts[':account'].writer.try.$post(
    { param: { account } },
    { init: { signal } },
  )
  if (!response.ok || response.body === null) throw await errorFrom(response)
  for await (const line of linesOf(response.body)) {
    const message: Trial | { end: string | null } = JSON.parse(line)
    if (!('end' in message)) yield message
    else if (message.end === null) return
    else throw new Error(message.end)
  }
  throw new Error('The connection was lost. Try again.')
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader()
  let rest = ''
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const lines = (rest + read.value).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}
