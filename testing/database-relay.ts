import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { DatabaseLocation } from '#platform/db/open.ts'

/**
 * A relay between Tidings and a PostgreSQL server. It can fall silent like a lost network, with connections that stay open while nothing
 * arrives, or delay both directions by `delayMs`, as if the server were far away.
 */
interface DatabaseRelay extends AsyncDisposable {
  location: DatabaseLocation & { engine: 'postgres' }
  /** Falls silent. Resolves when the first request is lost. */
  silence(): Promise<void>
}

export async function relayTo(databaseUrl: string, { delayMs = 0 } = {}): Promise<DatabaseRelay> {
  const { hostname, port } = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const silent = Promise.withResolvers<void>()
  let isSilent = false
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    return socket
  }
  const server = createServer(client => {
    keep(client)
    if (isSilent) return silent.resolve()
    const database = keep(connect({ host: hostname, port: Number(port) }))
    if (delayMs === 0) client.pipe(database).pipe(client)
    else {
      client.on('data', data => setTimeout(() => database.write(data), delayMs))
      database.on('data', data => setTimeout(() => client.write(data), delayMs))
    }
    client.on('close', () => database.destroy())
    database.on('close', () => client.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    location: { engine: 'postgres', url: url.href },
    silence() {
      isSilent = true
      for (const socket of sockets)
        socket
          .unpipe()
          .on('data', () => silent.resolve())
          .resume()
      return silent.promise
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
