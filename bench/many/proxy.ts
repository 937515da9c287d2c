import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { opened } from '#testing/http.ts'

/** Passes requests on to web processes in turns, with the headers that docs/operations/proxy.md asks of a proxy. */
export interface RoundRobin extends AsyncDisposable {
  address: string
  /** Passes later requests on to the web processes at these ports. */
  use(ports: readonly number[]): void
}

/** The response header that names the port of the web process that answered. */
export const SERVED_BY = 'x-served-by'

export async function roundRobin(): Promise<RoundRobin> {
  let ports: readonly number[] = []
  let turn = 0
  const server = createServer(async (incoming, outgoing) => {
    const body = await buffer(incoming)
    const first = turn++
    for (const n of ports.keys()) {
      const port = ports[(first + n) % ports.length] ?? 0
      if (await passOn(port, incoming, body, outgoing)) return
    }
    outgoing.writeHead(502).end()
  })
  return {
    ...(await opened(server)),
    use(given) {
      ports = given
    },
  }
}

/** Resolves with false when another process is to be tried, as with nginx: nothing listens here, or a GET was cut off before its answer. */
function passOn(port: number, incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse) {
  const { method, url, headers, socket } = incoming
  const client = [headers['x-forwarded-for'], socket.remoteAddress].filter(Boolean).join(', ')
  const forwarded = { ...headers, 'x-forwarded-for': client, 'x-forwarded-proto': 'http' }
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const asked = request(
    { host: '127.0.0.1', port, method, path: url, headers: forwarded, agent: false },
    answer => {
      outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, [SERVED_BY]: String(port) })
      answer.pipe(outgoing)
      answer.on('error', () => outgoing.destroy())
      resolve(true)
    },
  )
  asked.on('error', error => {
    const isRefused = 'code' in error && error.code === 'ECONNREFUSED'
    if (isRefused || (method === 'GET' && !outgoing.headersSent)) return resolve(false)
    outgoing.destroy()
    resolve(true)
  })
  outgoing.on('close', () => asked.destroy())
  asked.end(body)
  return promise
}
