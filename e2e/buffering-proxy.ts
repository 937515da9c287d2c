import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Lifetime } from './checkout.ts'

/** A proxy that sends an answer on only once it is complete, as some proxies do: a stream of events never arrives. */
interface BufferingProxy {
  origin: string
  /** The port that the proxy passes requests on to. */
  port: number
}

export async function aBufferingProxy(lifetime: Lifetime): Promise<BufferingProxy> {
  const server = createServer((asked, answer) => {
    const { method, url: path, headers } = asked
    const address = { host: '127.0.0.1', port: proxy.port, method, path, headers }
    const onward = request(address, response => {
      const send = (body: Buffer) => answer.writeHead(response.statusCode ?? 502, response.headers).end(body)
      void buffer(response).then(send, () => answer.destroy())
    })
    onward.on('error', () => answer.destroy())
    answer.on('close', () => onward.destroy())
    asked.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  lifetime.after(() => server.close().closeAllConnections())
  const proxy = { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, port: 0 }
  return proxy
}
