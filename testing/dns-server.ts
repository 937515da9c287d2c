import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { type Closable, closable } from './closable.ts'

const TXT = 16
const NO_SUCH_NAME = 3
const REFUSED = 5
const HEADER_BYTES = 12
const LONGEST_PIECE = 255

/** A name server that knows TXT records alone. */
export interface DnsServer extends Closable {
  port: number
  /** The values of the TXT records by name, in lower case. Without one there is no such name. */
  records: Map<string, string[]>
  /** Lets the server refuse all requests from now on. */
  refuse(): void
}

export async function startDnsServer(): Promise<DnsServer> {
  const records = new Map<string, string[]>()
  let isRefusing = false
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const { name, end } = questionOf(query)
    const values = records.get(name.toLowerCase())
    const code = isRefusing ? REFUSED : values ? 0 : NO_SUCH_NAME
    const answers = code === 0 ? (values ?? []) : []
    const header = Buffer.alloc(HEADER_BYTES)
    query.copy(header, 0, 0, 2)
    header.writeUInt16BE(0x8180 | code, 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(answers.length, 6)
    socket.send(
      Buffer.concat([header, query.subarray(HEADER_BYTES, end), ...answers.map(answerOf)]),
      port,
      address,
    )
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    port: socket.address().port,
    records,
    refuse: () => {
      isRefusing = true
    },
    ...closable(async () => {
      socket.close()
    }),
  }
}

/** The name that is asked for, and where its question ends. */
function questionOf(query: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = HEADER_BYTES
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.'), end: at + 5 }
}

function answerOf(value: string): Buffer {
  const bytes = Buffer.from(value)
  const pieces: Buffer[] = []
  for (let at = 0; at < bytes.length; at += LONGEST_PIECE) {
    const piece = bytes.subarray(at, at + LONGEST_PIECE)
    pieces.push(Buffer.from([piece.length]), piece)
  }
  const data = Buffer.concat(pieces)
  // The name of the question, type, class, 60 seconds, and the length.
  const head = Buffer.from([0xc0, HEADER_BYTES, 0, TXT, 0, 1, 0, 0, 0, 60, 0, 0])
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

/** Lets this process ask only the name server at this port for TXT records. Returns a function that ends this. */
export function useNameServer(port: number): () => void {
  const { resolveTxt } = Resolver.prototype
  Resolver.prototype.resolveTxt = function (name) {
    this.setServers([`127.0.0.1:${port}`])
    return resolveTxt.call(this, name)
  }
  return () => {
    Resolver.prototype.resolveTxt = resolveTxt
  }
}
