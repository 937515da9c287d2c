import { createServer } from 'node:http'
import type { Closable } from './closable.ts'
import { opened } from './http.ts'

/** A person as GitHub knows them. */
interface GitHubPerson {
  id: number
  login: string
  email: string
  verified: boolean
}

/** A GitHub Enterprise Server, as far as people sign in with it; `be` says which person uses the browser. */
export interface SignInServer extends Closable {
  url: string
  /** The parameters of each request that exchanged a code for a token. */
  exchanges: URLSearchParams[]
  be(person: GitHubPerson): void
}

export async function startSignInServer(): Promise<SignInServer> {
  const exchanges: URLSearchParams[] = []
  let person: GitHubPerson = { id: 1, login: 'ada', email: 'ada@example.com', verified: true }
  const answers: Record<string, (body: string) => unknown> = {
    'POST /login/oauth/access_token': body => {
      exchanges.push(new URLSearchParams(body))
      return { access_token: 'gho_secret', token_type: 'bearer', scope: 'user:email' }
    },
    'GET /api/v3/user': () => ({ id: person.id, login: person.login, name: null }),
    'GET /api/v3/user/emails': () => [
      { email: 'other@example.com', primary: false, verified: true },
      { email: person.email, primary: true, verified: person.verified },
    ],
  }
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    const answer = answers[`${request.method} ${request.url}`]
    response.writeHead(answer ? 200 : 404, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(answer ? answer(body) : {}))
  })
  const { address, ...rest } = await opened(server)
  return {
    ...rest,
    url: address,
    exchanges,
    be: given => {
      person = given
    },
  }
}
