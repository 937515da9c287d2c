// Starts clients that each ask, wait for the whole answer and ask again, until COUNT answers have come. Prints how long each took, in
// milliseconds, as a JSON list. Speaks HTTP/1.1 by hand, so that it costs far less than the server it measures.
// With a RATE, the clients together send that many requests a second, whether or not the last answer has come; the time of each
// answer then counts from the moment at which its request was due.
// Usage: latency-client.ts PORT COUNT QUESTIONS [RATE], where each client has a question (path and headers) of its own.
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Question } from './load.ts'

const [port, count, text = '', rate] = process.argv.slice(2)
const questions: Question[] = JSON.parse(text)
/** Milliseconds between two requests of one client; with 0, a client asks again as soon as it is answered. */
const interval = rate === undefined ? 0 : (1_000 * questions.length) / Number(rate)
const begun = performance.now()
const times = await Promise.all(
  questions.map((question, n) =>
    converse(
      requestFor(question),
      Math.ceil(Number(count) / questions.length),
      begun + (interval * n) / questions.length,
    ),
  ),
)
process.stdout.write(JSON.stringify(times.flat()))

function requestFor({ path, headers, body }: Question): string {
  const sent = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers, ...sent })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1\r\n${head}\r\n${body ?? ''}`
}

function converse(request: string, count: number, first: number): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port: Number(port), noDelay: true })
    const took: number[] = []
    let [start, received, length] = [0, 0, 0]
    const ask = async () => {
      start = performance.now()
      if (interval > 0) {
        const due = first + interval * took.length
        if (due > start) await sleep(due - start)
        start = Math.min(due, performance.now())
      }
      ;[received, length] = [0, 0]
      socket.write(request)
    }
    socket.on('connect', ask)
    socket.on('error', reject)
    socket.on('close', () =>
      took.length === count ? resolve(took) : reject(new Error('The server hung up.')),
    )
    socket.on('data', (data: Buffer) => {
      length ||= lengthOf(data)
      received += data.length
      if (received < length) return
      took.push(performance.now() - start)
      if (took.length === count) socket.end()
      else void ask()
    })
  })
}

/** The length of the answer that begins with these bytes, head and body together. */
function lengthOf(data: Buffer): number {
  const head = data.subarray(0, data.indexOf('\r\n\r\n') + 4).toString('latin1')
  if (!head.startsWith('HTTP/1.1 200 ')) throw new Error(`Not the answer that was hoped for: ${head}`)
  const body = /^content-length: (\d+)\r$/im.exec(head)?.[1]
  if (body === undefined) throw new Error('An answer has no Content-Length.')
  return head.length + Number(body)
}
