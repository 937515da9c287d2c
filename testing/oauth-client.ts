import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import type { DashboardClient } from './dashboard-client.ts'
import type { Answer } from './http.ts'
import type { TestService } from './service.ts'

export const REDIRECT = 'http://127.0.0.1:33418/callback'

interface Tokens {
  access_token: string
  refresh_token: string
  expires_in: number
  scope: string
}

const json = (answer: Answer) => (answer.text === '' ? null : JSON.parse(answer.text))

/** Sends a form as programs do. */
export const postForm = ({ ask }: Pick<TestService, 'ask'>, path: string, fields: Record<string, string>) =>
  ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: Buffer.from(new URLSearchParams(fields).toString()),
  })

export const register = (
  it: Pick<TestService, 'ask'>,
  metadata: unknown,
  headers: Record<string, string> = {},
) =>
  it.ask('/oauth/register', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.from(JSON.stringify(metadata)),
  })

/** A registered client, with a verifier of its own. */
export async function anOauthClient(it: TestService, metadata: object = {}) {
  const registered = await register(it, { client_name: 'Robot', redirect_uris: [REDIRECT], ...metadata })
  assert.equal(registered.status, 201, registered.text)
  const { client_id } = json(registered)
  const verifier = randomBytes(32).toString('base64url')
  const asked: Record<string, string> = {
    response_type: 'code',
    client_id,
    redirect_uri: REDIRECT,
    state: 'st4te',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    resource: `${it.service.baseUrl}/mcp`,
  }
  const client = {
    id: String(client_id),
    verifier,
    /** Opens the authorization page in the browser, with these parameters changed; undefined leaves one out. */
    authorize: (more: Record<string, string | undefined> = {}) =>
      it.ask(`/oauth/authorize?${queryOf({ ...asked, ...more })}`),
    /** The authorization request that the consent page receives. */
    request: (more: Record<string, string | undefined> = {}) => queryOf({ ...asked, ...more }).toString(),
    /** Lets the person agree, by default for the account under test. Returns the code. */
    async code(person: DashboardClient, account = it.account.publicId): Promise<string> {
      const answer = await person.post('/app/api/consent/allow', { request: client.request(), account })
      assert.equal(answer.status, 200, JSON.stringify(answer.json))
      const code = new URL(answer.json.location).searchParams.get('code')
      assert.ok(code)
      return code
    },
    exchange: (code: string, more: Record<string, string | undefined> = {}) =>
      postForm(
        it,
        '/oauth/token',
        defined({
          grant_type: 'authorization_code',
          client_id: client.id,
          code,
          redirect_uri: REDIRECT,
          code_verifier: verifier,
          ...more,
        }),
      ),
    async tokens(person: DashboardClient, account?: string): Promise<Tokens> {
      const answer = await client.exchange(await client.code(person, account))
      assert.equal(answer.status, 200, answer.text)
      return json(answer)
    },
    refresh: (refresh_token: string, more: Record<string, string> = {}) =>
      postForm(it, '/oauth/token', {
        grant_type: 'refresh_token',
        client_id: client.id,
        refresh_token,
        ...more,
      }),
    revoke: (token: string) => postForm(it, '/oauth/revoke', { client_id: client.id, token }),
  }
  return client
}

const defined = (fields: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined),
  )

const queryOf = (fields: Record<string, string | undefined>) => new URLSearchParams(defined(fields))

/** The status with which the MCP server answers a request with the token: 200 or 401. */
export async function opensMcp({ ask }: Pick<TestService, 'ask'>, token: string): Promise<number> {
  const { status } = await ask('/mcp', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })),
  })
  return status
}
