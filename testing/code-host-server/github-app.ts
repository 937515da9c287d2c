import { generateKeyPairSync, verify } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { type Clock, isoOf } from '#platform/clock.ts'
import { escapeMarkup } from '#platform/markup/markup.ts'
import { type Closable, closable } from '#testing/closable.ts'
import { opened } from '#testing/http.ts'

const HOUR = 3_600_000

/** A repository as a person sees it through an installation of the app. */
interface SeenRepository {
  id: number
  full_name: string
  /** Whether `owner` is an administrator of the repository; `reader` only reads it. */
  isAdmin: boolean
}

interface ServedInstallation {
  id: number
  login: string
  isSuspended: boolean
  /** Whether the person who installed the app allowed it to comment on pull requests. */
  mayComment?: boolean
  repositories: SeenRepository[]
}

export interface GitHubAppServer extends Closable {
  apiUrl: string
  /** The address of the pages that people open in a browser. */
  pageUrl: string
  /** The app's private key in PEM, in the form in which GitHub hands it out. */
  privateKey: string
  /** The number of installation tokens that were made. */
  made: number
  installations: ServedInstallation[]
  /** The callback address of the app that was registered last. */
  callback: string
  /** The person who uses the pages; null for somebody who does not agree. */
  person: string | null
  /** The answer to every API request while this is set; null for the proper answers. */
  fault: { status: number } | null
  /** The promise that every API answer waits for; null for none. */
  held: Promise<void> | null
  /** The code host to which requests for a repository and its merges are passed on; null for none. */
  repositories: { apiUrl: string; token: string } | null
  /** Whether the installation of acme is suspended. */
  isSuspended: boolean
  /** Revokes all installation tokens that were made so far. */
  revoke(): void
}

/** Whether the person behind a code is an administrator of the repositories with `isAdmin`. */
const PEOPLE: Record<string, boolean> = { owner: true, reader: false }

interface Reply {
  status?: number
  headers?: Record<string, string>
  body: unknown
}

interface Question {
  asked: string
  url: URL
  token: string
  body: string
}

/** Starts a server that implements GitHub's documented API for apps: registration, tokens, installations and people's consent. */
export async function startGitHubAppServer(clock: Clock): Promise<GitHubAppServer> {
  const keys = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  })
  let good = new Set<string>()
  const codes = new Set(['c0de'])
  const isApp = (token: string) => isSignedJwt(token, keys.publicKey, clock.now())
  const server = createServer(async (request, response) => {
    const { status = 200, headers, body } = await answer(await questionFrom(request))
    const isText = typeof body === 'string'
    response.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json', ...headers })
    response.end(isText ? body : JSON.stringify(body))
  })
  const answer = async (question: Question): Promise<Reply> => {
    const page = pageFor(question, it, codes)
    if (page) return page
    await it.held
    if (it.fault) return { status: it.fault.status, body: { message: 'A fault.' } }
    return askedByApp(question) ?? (await askedOn(question)) ?? askedByPerson(question, it)
  }
  const askedByApp = ({ asked, token }: Question): Reply | null => {
    const code = /^POST \/api\/v3\/app-manifests\/([^/]+)\/conversions$/.exec(asked)?.[1]
    if (code !== undefined) return codes.delete(code) ? conversionOf(it) : NOT_FOUND
    const [, id, rest] = /^\w+ \/api\/v3\/app\/installations\/(\d+)(\/access_tokens)?$/.exec(asked) ?? []
    if (id === undefined) return null
    const installation = it.installations.find(one => String(one.id) === id)
    if (!isApp(token)) return REFUSED
    if (!installation) return NOT_FOUND
    if (asked.startsWith('DELETE')) {
      it.installations = it.installations.filter(one => one !== installation)
      return { status: 204, body: '' }
    }
    return rest === undefined ? { body: shownInstallation(installation) } : makeToken(installation)
  }
  /** Answers the requests that need an installation's token; null for all others. */
  const askedOn = async ({ asked, url, token, body }: Question): Promise<Reply | null> => {
    if (asked === 'GET /api/v3/installation/repositories')
      return good.has(token) ? { body: repositoriesOf(it.installations[0], 'owner') } : REFUSED
    if (!/^\w+ \/api\/(?:graphql|v3\/repos\/)/.test(asked) || it.repositories === null) return null
    if (!good.has(token)) return REFUSED
    if (it.isSuspended) return SUSPENDED
    return passOn(it.repositories, { asked, url, token, body })
  }
  const makeToken = ({ isSuspended }: ServedInstallation): Reply => {
    if (isSuspended) return SUSPENDED
    const token = `ghs_${++it.made}`
    good.add(token)
    return { status: 201, body: { token, expires_at: isoOf(clock.now() + HOUR) } }
  }
  const { address: pageUrl, close } = await opened(server)
  const acme: ServedInstallation = { ...ACME, repositories: [...ACME.repositories] }
  const it: GitHubAppServer = {
    apiUrl: `${pageUrl}/api/v3`,
    pageUrl,
    privateKey: keys.privateKey,
    made: 0,
    installations: [acme],
    callback: '',
    person: 'owner',
    fault: null,
    held: null,
    repositories: null,
    get isSuspended() {
      return acme.isSuspended
    },
    set isSuspended(is: boolean) {
      acme.isSuspended = is
    },
    revoke: () => {
      good = new Set()
    },
    ...closable(close),
  }
  return it
}

const ACME: ServedInstallation = {
  id: 5,
  login: 'acme',
  isSuspended: false,
  repositories: [
    { id: 7, full_name: 'acme/app', isAdmin: true },
    { id: 8, full_name: 'acme/web', isAdmin: false },
  ],
}

const REFUSED: Reply = { status: 401, body: { message: 'Bad credentials' } }
const NOT_FOUND: Reply = { status: 404, body: { message: 'Not Found' } }
const SUSPENDED: Reply = { status: 403, body: { message: 'This installation has been suspended' } }

async function questionFrom(request: IncomingMessage): Promise<Question> {
  const url = new URL(request.url ?? '/', 'http://host.example')
  return {
    asked: `${request.method} ${url.pathname}`,
    url,
    token: /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '',
    body: Buffer.concat(await request.toArray()).toString(),
  }
}

/** The pages that lead a person back: those for creating and installing the app by a link, the one for signing in by a redirect. */
function pageFor({ asked, url, body }: Question, server: GitHubAppServer, codes: Set<string>): Reply | null {
  const state = url.searchParams.get('state')
  const back = (address: string, parameters: Record<string, string>) => {
    const to = new URL(address)
    for (const [name, value] of Object.entries({ ...parameters, ...(state !== null && { state }) }))
      to.searchParams.set(name, value)
    return to.href
  }
  if (/^POST \/(?:organizations\/[\w-]+\/)?settings\/apps\/new$/.test(asked)) {
    const manifest = JSON.parse(new URLSearchParams(body).get('manifest') ?? '{}')
    const code = `m${codes.size}`
    codes.add(code)
    server.callback = manifest.callback_urls[0]
    return agree(`Create GitHub App ${manifest.name}`, back(manifest.redirect_url, { code }))
  }
  if (asked === 'GET /login/oauth/authorize') {
    const redirect = url.searchParams.get('redirect_uri') ?? ''
    return server.person === null
      ? { status: 302, headers: { location: back(redirect, { error: 'access_denied' }) }, body: '' }
      : { status: 302, headers: { location: back(redirect, { code: server.person }) }, body: '' }
  }
  if (asked === 'GET /github-apps/tidings-acme/installations/new') {
    const parameters = { code: server.person ?? '', installation_id: '5', setup_action: 'install' }
    return agree('Install tidings-acme', back(server.callback, parameters))
  }
  return null
}

const agree = (what: string, to: string): Reply => ({
  body: `<!doctype html><title>A code host</title><a href="${escapeMarkup(to)}">${escapeMarkup(what)}</a>`,
})

/** Checks a JSON Web Token (RFC 7519) as GitHub does: the app signed it, and it is valid now and for at most ten and a half minutes. */
function isSignedJwt(token: string, publicKey: string, now: number): boolean {
  const [head = '', claims = '', signature = ''] = token.split('.')
  if (!verify('sha256', Buffer.from(`${head}.${claims}`), publicKey, Buffer.from(signature, 'base64url')))
    return false
  const { iss, iat, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  return String(iss) === '42' && iat * 1000 <= now && exp * 1000 > now && exp - iat <= 630
}

const conversionOf = ({ privateKey }: GitHubAppServer): Reply => ({
  status: 201,
  body: {
    id: 42,
    slug: 'tidings-acme',
    name: 'Tidings of acme',
    pem: privateKey,
    webhook_secret: 'whs',
    client_id: 'Iv1.client',
    client_secret: 'hush',
  },
})

const shownInstallation = ({ id, login, isSuspended, mayComment }: ServedInstallation) => ({
  id,
  account: { login, type: 'Organization' },
  suspended_at: isSuspended ? '2026-03-02T09:30:00Z' : null,
  permissions: { contents: 'read', issues: 'read', pull_requests: mayComment ? 'write' : 'read' },
})

const repositoriesOf = (installation: ServedInstallation | undefined, person: string) => {
  const repositories = (installation?.repositories ?? []).map(({ id, full_name, isAdmin }) => ({
    id,
    full_name,
    permissions: { admin: isAdmin && PEOPLE[person] === true, pull: true },
  }))
  return { total_count: repositories.length, repositories }
}

async function passOn(
  { apiUrl, token }: { apiUrl: string; token: string },
  { asked, url, body }: Question,
): Promise<Reply> {
  const [method = 'GET'] = asked.split(' ')
  const answer = await fetch(new URL(`${url.pathname}${url.search}`, apiUrl), {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(method === 'POST' && { body }),
  })
  return { status: answer.status, body: await answer.json() }
}

/** Answers the requests on behalf of a person. A person's code can be exchanged repeatedly here; on GitHub it works once. */
function askedByPerson({ asked, token, body }: Question, { installations }: GitHubAppServer): Reply {
  if (asked === 'POST /login/oauth/access_token') {
    const { client_id, client_secret, code } = JSON.parse(body)
    const isRight = client_id === 'Iv1.client' && client_secret === 'hush' && code in PEOPLE
    return { body: isRight ? { access_token: `ghu_${code}` } : { error: 'bad_verification_code' } }
  }
  const person = token.replace(/^ghu_/, '')
  if (!(person in PEOPLE)) return REFUSED
  if (asked === 'GET /api/v3/user/installations')
    return {
      body: { total_count: installations.length, installations: installations.map(shownInstallation) },
    }
  const id = /^GET \/api\/v3\/user\/installations\/(\d+)\/repositories$/.exec(asked)?.[1]
  const installation = installations.find(one => String(one.id) === id)
  return installation ? { body: repositoriesOf(installation, person) } : NOT_FOUND
}
