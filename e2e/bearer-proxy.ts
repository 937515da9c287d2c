import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

/** Starts a proxy that adds a bearer token to every request, for test tools that cannot send one themselves. Gives its port. */
export async function bearerProxy(context: TestContext, port: number, token: string): Promise<number> {
  const server = createServer((asked, answer) => {
    const { method, url: path } = asked
    const headers = { authorization: `Bearer ${token}`, ...asked.headers }
    const onward = request({ host: '127.0.0.1', port, method, path, headers }, response => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    asked.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}
