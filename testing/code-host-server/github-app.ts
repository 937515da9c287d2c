import { generateKeyPairSync, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Clock } from '#kit/clock.ts'
import { isoOf } from '#kit/clock.ts'

const HOUR = 3_600_000

export interface GitHubAppServer {
  apiUrl: string
  /** PEM, in the form in which GitHub hands it out. */
  privateKey: string
  /** How many installation tokens were made. */
  made: number
  isSuspended: boolean
  /** Tokens from before are refused from now on. */
  revoke(): void
  close(): Promise<void>
}

/** What the people behind the codes `owner` and `reader` may do with the repositories of installation 5. */
const PEOPLE: Record<string, boolean> = { owner: true, reader: false }

interface Reply {
  status?: number
  body: unknown
}

/** A server on this machine that speaks what GitHub documents for apps: their tokens, their installations, people's proofs. */
export async function startGitHubAppServer(clock: Clock): Promise<GitHubAppServer> {
  const keys = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  })
  let good = new Set<string>()
  const isApp = (token: string) => isSignedJwt(token, keys.publicKey, clock.now())
  const server = createServer(async (request, response) => {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const body = Buffer.concat(await request.toArray()).toString()
    const { status = 200, body: told } = answer(
      `${request.method} ${request.url?.split('?')[0]}`,
      token,
      body,
    )
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(told))
  })
  const answer = (asked: string, token: string, body: string): Reply => {
    if (asked === 'POST /api/v3/app/installations/5/access_tokens')
      return isApp(token) ? makeToken() : REFUSED
    if (asked === 'GET /api/v3/app/installations/5')
      return isApp(token) ? { body: installation(it) } : REFUSED
    if (asked === 'GET /api/v3/installation/repositories')
      return good.has(token) ? { body: repositories(true) } : REFUSED
    return askedByPerson(asked, token, body, it)
  }
  const makeToken = (): Reply => {
    if (it.isSuspended) return { status: 403, body: { message: 'This installation has been suspended' } }
    const token = `ghs_${++it.made}`
    good.add(token)
    return { status: 201, body: { token, expires_at: isoOf(clock.now() + HOUR) } }
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const listening = server.address()
  if (listening === null || typeof listening === 'string') throw new Error('no port')
  const it: GitHubAppServer = {
    apiUrl: `http://127.0.0.1:${listening.port}/api/v3`,
    privateKey: keys.privateKey,
    made: 0,
    isSuspended: false,
    revoke: () => {
      good = new Set()
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return it
}

const REFUSED: Reply = { status: 401, body: { message: 'Bad credentials' } }

/** RFC 7519, as GitHub checks it: signed by the app, not older than it says, good for ten minutes at most. */
function isSignedJwt(token: string, publicKey: string, now: number): boolean {
  const [head = '', claims = '', signature = ''] = token.split('.')
  if (!verify('sha256', Buffer.from(`${head}.${claims}`), publicKey, Buffer.from(signature, 'base64url')))
    return false
  const { iss, iat, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  return String(iss) === '42' && iat * 1000 <= now && exp * 1000 > now && exp - iat <= 630
}

const installation = ({ isSuspended }: GitHubAppServer) => ({
  id: 5,
  account: { login: 'acme', type: 'Organization' },
  suspended_at: isSuspended ? '2026-03-02T09:30:00Z' : null,
})

const repositories = (admin: boolean) => ({
  total_count: 2,
  repositories: [
    { id: 7, full_name: 'acme/app', permissions: { admin, pull: true } },
    { id: 8, full_name: 'acme/web', permissions: { admin: false, pull: true } },
  ],
})

function askedByPerson(asked: string, token: string, body: string, server: GitHubAppServer): Reply {
  if (asked === 'POST /login/oauth/access_token') {
    const { client_id, client_secret, code } = JSON.parse(body)
    const isRight = client_id === 'Iv1.client' && client_secret === 'hush' && code in PEOPLE
    return { body: isRight ? { access_token: `ghu_${code}` } : { error: 'bad_verification_code' } }
  }
  if (asked === 'POST /api/v3/app-manifests/c0de/conversions') {
    const secrets = {
      pem: server.privateKey,
      webhook_secret: 'whs',
      client_id: 'Iv1.client',
      client_secret: 'hush',
    }
    return { status: 201, body: { id: 42, slug: 'tidings-acme', name: 'Tidings of acme', ...secrets } }
  }
  const isAdmin = PEOPLE[token.replace(/^ghu_/, '')]
  if (isAdmin === undefined) return asked.includes('app-manifests') ? { status: 404, body: {} } : REFUSED
  if (asked === 'GET /api/v3/user/installations')
    return { body: { total_count: 1, installations: [installation(server)] } }
  if (asked === 'GET /api/v3/user/installations/5/repositories') return { body: repositories(isAdmin) }
  return { status: 404, body: { message: 'Not Found' } }
}
