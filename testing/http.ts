import { once } from 'node:events'
import { Agent, type IncomingHttpHeaders, request, type Server } from 'node:http'
import { type Closable, closable } from './closable.ts'

/** An answer as it came over the wire, nothing decoded. */
export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  text: string
}

export interface Asked {
  method?: string
  headers?: Record<string, string>
  body?: Buffer
}

/** A server that listens on a free port of this machine for the time of a test. */
export interface Listening extends Closable {
  port: number
  ask(path: string, asked?: Asked): Promise<Answer>
}

export async function listen(server: Server): Promise<Listening> {
  const { port, close } = await opened(server)
  const agent = new Agent({ keepAlive: true })
  return {
    port,
    ask: (path, asked = {}) => askOnce(agent, port, path, asked),
    ...closable(async () => {
      agent.destroy()
      await close()
    }),
  }
}

/** Has the server listen on a free port of this machine. */
export async function opened(server: Server): Promise<Closable & { address: string; port: number }> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const found = server.address()
  if (found === null || typeof found === 'string') throw new Error('no port')
  return {
    address: `http://127.0.0.1:${found.port}`,
    port: found.port,
    ...closable(async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    }),
  }
}

async function askOnce(agent: Agent, port: number, path: string, asked: Asked): Promise<Answer> {
  const { body: sent, ...rest } = asked
  const outgoing = request({ agent, host: '127.0.0.1', port, path, ...rest })
  outgoing.end(sent)
  const [response] = await once(outgoing, 'response')
  const body = Buffer.concat(await response.toArray())
  return { status: response.statusCode, headers: response.headers, body, text: body.toString() }
}

/** A parsed JSON value. A test reads its fields without checks, and fails if they differ from what it expects. */
export type Json = ReturnType<typeof JSON.parse>
