import { createServer, type IncomingHttpHeaders } from 'node:http'
import sharp from 'sharp'
import { type Closable, closable } from './closable.ts'
import { opened } from './http.ts'

export interface PictureServer extends Closable {
  /** The origin of the server, `http://127.0.0.1:…`. */
  address: string
  /** The host and port of the server, `127.0.0.1:…`. */
  host: string
  asked: { path: string; headers: IncomingHttpHeaders }[]
}

/** The answer that is served at a path. */
interface Served {
  status?: number
  headers?: Record<string, string>
  body?: Uint8Array | string
  /** Whether the server never stops sending. */
  isEndless?: boolean
}

export const TOKEN = 'good-token'

/** A picture of one colour, with a comment of the camera in it. */
export const aPng = (background: string, width = 40, height = 20): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .png()
    .toBuffer()

/** A code host on this machine that serves these paths; those below `/user-attachments` to holders of the token only. */
export async function startPictureServer(paths: Record<string, Served>): Promise<PictureServer> {
  const asked: PictureServer['asked'] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push({ path, headers: request.headers })
    const isAllowed =
      !path.startsWith('/user-attachments/') || request.headers.authorization === `Bearer ${TOKEN}`
    const served = isAllowed ? paths[path] : undefined
    if (!served) return void response.writeHead(404).end()
    response.writeHead(served.status ?? 200, { 'content-type': 'image/png', ...served.headers })
    if (!served.isEndless) return void response.end(served.body)
    const chunk = Buffer.alloc(1024 * 1024)
    const send = () => response.write(chunk, error => error ?? send())
    send()
  })
  const { address, port, close } = await opened(server)
  return {
    address,
    host: `127.0.0.1:${port}`,
    asked,
    ...closable(async () => {
      server.closeAllConnections()
      await close()
    }),
  }
}
