import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { CodeHostName } from '#pulls/hosts/hosts.ts'
import { type Closable, closable } from '#testing/closable.ts'
import { opened } from '#testing/http.ts'
import { azure } from './azure.ts'
import { bitbucket } from './bitbucket.ts'
import { forgejo } from './forgejo.ts'
import { github } from './github.ts'
import { gitlab } from './gitlab.ts'
import type { History } from './history.ts'
import type { Asked, Protocol, Reply, Standing } from './protocol.ts'

/** A fault that hits one request. */
export type Fault =
  | { kind: 'answer'; reply: Reply }
  /** The connection breaks before an answer. */
  | { kind: 'drop' }
  /** The connection breaks in the middle of the answer. */
  | { kind: 'break off' }
  /** No answer comes for as long as the client waits for one. */
  | { kind: 'silence' }

/** Decides for each request, counted from 1, what goes wrong with it; null for nothing. */
export type Mischief = (count: number, asked: Asked) => Fault | null

export interface CodeHostServer extends Closable {
  /** The address of each host's API. */
  apiUrls: Record<CodeHostName, string>
  /** The only token that the server accepts. */
  token: string
  asked: Asked[]
  history: History
  standing: Standing
  misbehave(mischief: Mischief): void
}

/** The protocol of each code host. GitHub's comes last, because Forgejo's paths begin with its base too. */
export const PROTOCOLS: Record<CodeHostName, Protocol> = { gitlab, forgejo, bitbucket, azure, github }
const TOKEN = 'good-token'

/** Starts a server that speaks the documented protocols of the code hosts and serves one repository. */
export async function startCodeHostServer(history: History, name: string): Promise<CodeHostServer> {
  const asked: Asked[] = []
  const standing: Standing = { name, formerName: null, isGone: false, mayComment: true }
  let mischief: Mischief = () => null
  let address = ''
  const server = createServer(async (request, response) => {
    const own = await askedBy(request)
    asked.push(own)
    const fault = mischief(asked.length, own)
    if (fault?.kind === 'drop') return void request.socket.destroy()
    if (fault?.kind === 'silence') return
    const reply = fault?.kind === 'answer' ? fault.reply : await answer(own, history, standing, address)
    send(response, reply, fault?.kind === 'break off')
  })
  const listening = await opened(server)
  address = listening.address
  return {
    apiUrls: Object.fromEntries(
      Object.entries(PROTOCOLS).map(([name, { base, api = base }]) => [name, address + api]),
    ) as CodeHostServer['apiUrls'],
    token: TOKEN,
    asked,
    history,
    standing,
    misbehave: given => {
      mischief = given
    },
    ...closable(listening.close),
  }
}

async function askedBy(request: IncomingMessage): Promise<Asked> {
  const url = new URL(request.url ?? '/', 'http://host.example')
  const body = Buffer.concat(await request.toArray()).toString()
  return {
    method: request.method ?? '',
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    body,
  }
}

async function answer(asked: Asked, history: History, standing: Standing, address: string): Promise<Reply> {
  const protocol = Object.values(PROTOCOLS).find(({ base }) => asked.path.startsWith(`${base}/`))
  if (!protocol) return { status: 404, body: {} }
  if (tokenIn(String(asked.headers.authorization)) !== TOKEN)
    return protocol.refused ?? { status: 401, body: { message: 'Bad credentials' } }
  const path = asked.path.slice(protocol.base.length)
  for (const route of protocol.routes(history, standing, address)) {
    const match = route.method === asked.method ? route.path.exec(path) : null
    if (match) return route.answer(match.slice(1), asked)
  }
  return protocol.notFound
}

/** The token in an `Authorization` header, which stands there alone or as the password of basic authentication. */
function tokenIn(authorization: string): string | undefined {
  const [scheme, token = ''] = authorization.split(' ')
  return scheme === 'Basic' ? Buffer.from(token, 'base64').toString().split(':')[1] : token
}

function send(
  response: ServerResponse,
  { status = 200, headers = {}, body }: Reply,
  breaksOff: boolean,
): void {
  const isText = typeof body === 'string'
  const bytes = Buffer.from(isText ? body : (JSON.stringify(body) ?? ''))
  response.writeHead(status, {
    'content-type': isText ? 'text/plain' : 'application/json',
    'content-length': bytes.length,
    ...headers,
  })
  if (!breaksOff) return void response.end(bytes)
  response.write(bytes.subarray(0, bytes.length / 2), () => response.socket?.destroy())
}

/** The faults that code hosts are known for, as they look over the wire. */
export const faults = {
  broken: { kind: 'answer', reply: { status: 502, body: '<html>Bad Gateway</html>' } },
  tooMany: (seconds: number): Fault => ({
    kind: 'answer',
    reply: {
      status: 429,
      headers: { 'retry-after': String(seconds) },
      body: { message: 'Too many requests' },
    },
  }),
  /** GitHub's secondary rate limit, which restricts how fast requests follow each other. */
  secondary: (seconds: number): Fault => ({
    kind: 'answer',
    reply: {
      status: 403,
      headers: { 'retry-after': String(seconds) },
      body: { message: 'You have exceeded a secondary rate limit.' },
    },
  }),
  spent: (reset: number): Fault => ({
    kind: 'answer',
    reply: {
      status: 403,
      headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(reset) },
      body: { message: 'API rate limit exceeded for installation ID 1.' },
    },
  }),
  /** A spent rate limit as GitHub reports it to a GraphQL query: with an error in an answer of status 200. */
  spentQuestion: (reset: number): Fault => ({
    kind: 'answer',
    reply: {
      headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(reset) },
      body: { errors: [{ type: 'RATE_LIMITED', message: 'API rate limit exceeded for installation ID 1.' }] },
    },
  }),
  suspended: {
    kind: 'answer',
    reply: { status: 403, body: { message: 'This installation has been suspended' } },
  },
  blocked: { kind: 'answer', reply: { status: 451, body: { message: 'Repository access blocked' } } },
} satisfies Record<string, Fault | ((number: number) => Fault)>
