// Keeps a few connections busy until COUNT answers have come. Speaks HTTP/1.1 by hand, so that it costs far less than the server
// it measures. Usage: load-client.ts PORT COUNT QUESTION
import { connect } from 'node:net'
import type { Question } from './load.ts'

const CONNECTIONS = 8

const [port, count, text = ''] = process.argv.slice(2)
const { path, headers }: Question = JSON.parse(text)
const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers }).map(
  ([name, value]) => `${name}: ${value}\r\n`,
)
const request = `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`

await Promise.all(Array.from({ length: CONNECTIONS }, () => converse(Math.ceil(Number(count) / CONNECTIONS))))

/** Sends the request this many times over one connection, each time once the last answer has come whole. */
function converse(times: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port: Number(port), noDelay: true })
    let answered = 0
    let received = 0
    let length = 0
    socket.on('connect', () => socket.write(request))
    socket.on('error', reject)
    socket.on('close', () => (answered === times ? resolve() : reject(new Error('The server hung up.'))))
    socket.on('data', (data: Buffer) => {
      length ||= lengthOf(data)
      received += data.length
      if (received < length) return
      if (received > length) socket.destroy(new Error('An answer has another length than the first.'))
      received = 0
      if (++answered === times) socket.end()
      else socket.write(request)
    })
  })
}

/** The length of the answer that begins with these bytes, head and body together. */
function lengthOf(data: Buffer): number {
  const head = data.subarray(0, data.indexOf('\r\n\r\n') + 4).toString('latin1')
  if (!/^HTTP\/1\.1 (?:200|304) /.test(head)) throw new Error(`Not the answer that was hoped for: ${head}`)
  const body = /^content-length: (\d+)\r$/im.exec(head)?.[1]
  if (body === undefined && !head.startsWith('HTTP/1.1 304'))
    throw new Error('An answer has no Content-Length.')
  return head.length + (head.startsWith('HTTP/1.1 304') ? 0 : Number(body))
}
