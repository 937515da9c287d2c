import { once } from 'node:events'
import { createServer } from 'node:net'
import { SMTPServer } from 'smtp-server'
import type { Certificate } from './certificate.ts'
import { type Closable, closable } from './closable.ts'

/** A mail as it came over the wire. */
interface Received {
  from: string
  to: string[]
  /** The headers and the body of the mail. */
  raw: string
  encrypted: boolean
  user: string | null
}

/** How the server answers to a recipient or to the content of a mail; null for acceptance. */
interface Manners {
  recipient?(address: string): Refusal | null
  content?(raw: string): Refusal | null
}
export interface Refusal {
  code: number
  text: string
}

export interface MailServer extends Closable {
  port: number
  received: Received[]
  behave(manners: Manners): void
}

export interface MailWebContext {
  certificate?: Certificate
  /** Whether the connection is encrypted from the first byte, in place of STARTTLS. */
  implicitTls?: boolean
  login?: { user: string; password: string }
}

/** A mail server on this machine that speaks SMTP and keeps what it is given. */
export async function startMailServer(options: MailWebContext = {}): Promise<MailServer> {
  const received: Received[] = []
  let manners: Manners = {}
  const { certificate, login, implicitTls = false } = options
  const server = new SMTPServer({
    ...certificate,
    secure: implicitTls,
    authOptional: login === undefined,
    disabledCommands: [...(certificate ? [] : ['STARTTLS']), ...(login ? [] : ['AUTH'])],
    disableReverseLookup: true,
    onAuth: ({ username, password }, _, done) => {
      const isRight = username === login?.user && password === login?.password
      done(isRight ? null : new Error('Invalid user or password'), isRight ? { user: username } : undefined)
    },
    onRcptTo: ({ address }, _, done) => done(errorOf(manners.recipient?.(address))),
    onData: async (stream, session, done) => {
      const raw = Buffer.concat(await stream.toArray()).toString()
      const refusal = errorOf(manners.content?.(raw))
      if (refusal) return done(refusal)
      const { mailFrom, rcptTo } = session.envelope
      received.push({
        from: mailFrom === false ? '' : mailFrom.address,
        to: rcptTo.map(({ address }) => address),
        raw,
        encrypted: session.secure,
        user: typeof session.user === 'string' ? session.user : null,
      })
      done(null, 'kept')
    },
  })
  server.on('error', () => {})
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  return {
    port: portOf(listening.address()),
    received,
    behave: given => {
      manners = given
    },
    ...closable(() => new Promise(resolve => server.close(() => resolve()))),
  }
}

const errorOf = (refusal: Refusal | null | undefined) =>
  refusal ? Object.assign(new Error(refusal.text), { responseCode: refusal.code }) : null

const portOf = (address: unknown): number =>
  typeof address === 'object' && address !== null && 'port' in address ? Number(address.port) : 0

/** A server that accepts connections and says `greeting`, then nothing ever again. */
export async function startMuteServer(greeting: string): Promise<Closable & { port: number }> {
  const server = createServer(socket => {
    socket.resume()
    socket.on('error', () => {})
    if (greeting !== '') socket.write(`${greeting}\r\n`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: portOf(server.address()),
    ...closable(() => new Promise(resolve => server.close(() => resolve()))),
  }
}
