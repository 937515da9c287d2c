import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type Closable, closable } from '#testing/closable.ts'
import { opened } from '#testing/http.ts'

/** A request to a local server that stands for a social network. */
export interface NetworkRequest {
  method: string
  url: URL
  headers: Headers
  body: Buffer
}

export interface NetworkAnswer {
  status: number
  json?: unknown
  /** A body in place of JSON; its media type is in the headers. */
  bytes?: Buffer
  headers?: Record<string, string>
}

/**
 * What goes wrong with a request. `before`: the network never acts on it; `after`: it does, and only its answer is lost. `lying`: it
 * acts on nothing and answers 200 with something else. `endless`: it acts, and its answer has no end.
 */
export const FAULTS = [
  'hang before',
  'hang after',
  'drop before',
  'drop after',
  'broken before',
  'broken after',
  'limited',
  'lying',
  'endless',
] as const
export type Fault = (typeof FAULTS)[number]

export interface NetworkServer extends Closable {
  origin: string
  /** `METHOD /path` of every request. */
  asked: string[]
  /** Sets the function that chooses what goes wrong with a request; null for nothing. */
  misbehave(choose: (request: NetworkRequest) => Fault | null): void
  /** Sets the function that answers requests. Its `answer` lets the server act, and returns the server's answer. */
  intercept(respond: Responder): void
}

type Responder = (
  request: NetworkRequest,
  answer: () => Promise<NetworkAnswer>,
) => NetworkAnswer | Promise<NetworkAnswer>

/** Serves a network. `limited` is its answer to a request above its rate limit. */
export async function serveNetwork(
  answer: (request: NetworkRequest) => NetworkAnswer | Promise<NetworkAnswer>,
  limited: NetworkAnswer,
): Promise<NetworkServer> {
  const asked: string[] = []
  let choose: (request: NetworkRequest) => Fault | null = () => null
  let respond: Responder = (_, answer) => answer()
  const server = createServer(async (incoming, response) => {
    const request = await requestOf(incoming)
    asked.push(`${request.method} ${request.url.pathname}`)
    const fault = choose(request)
    if (fault?.endsWith('before')) return misbehave(fault, response)
    if (fault === 'limited') return send(response, limited)
    if (fault === 'lying') return send(response, { status: 200, json: { hello: 'world' } })
    const given = await respond(request, async () => answer(request))
    if (fault) return misbehave(fault, response)
    send(response, given)
  })
  const { address, close } = await opened(server)
  return {
    origin: address,
    asked,
    misbehave(next) {
      choose = next
    },
    intercept(next) {
      respond = next
    },
    ...closable(close),
  }
}

async function requestOf(incoming: IncomingMessage): Promise<NetworkRequest> {
  const body = Buffer.concat(await incoming.toArray())
  const headers = new Headers(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]))
  return { method: incoming.method ?? '', url: new URL(incoming.url ?? '', 'http://network'), headers, body }
}

function send(response: ServerResponse, { status, json, bytes, headers }: NetworkAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(bytes ?? (json === undefined ? '' : JSON.stringify(json)))
}

async function misbehave(fault: Fault, response: ServerResponse): Promise<void> {
  if (fault.startsWith('drop')) response.destroy()
  else if (fault.startsWith('broken')) send(response, { status: 502, json: { error: 'Bad gateway' } })
  else if (fault === 'endless') await sendForEver(response)
  // A request that hangs ends when the client gives up or the server closes.
}

async function sendForEver(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/json' })
  const chunk = `"${'x'.repeat(1_000_000)}",`
  response.write('[')
  const closed = once(response, 'close')
  while (!response.destroyed)
    if (!response.write(chunk)) await Promise.race([once(response, 'drain'), closed])
}

/** The form fields and files of a multipart body. */
export const formOf = ({ body, headers }: NetworkRequest): Promise<FormData> =>
  new Response(new Uint8Array(body), {
    headers: { 'content-type': headers.get('content-type') ?? '' },
  }).formData()
