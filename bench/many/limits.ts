import { plainRow, type Row } from '../row.ts'
import { type Fleet, REQUESTS_PER_MINUTE } from './fleet.ts'

/** Limits a minute, from docs/operations/accounts.md: passwords by client address and by e-mail address, mailed links by client address. */
const PASSWORDS_OF_CLIENT = 10
const PASSWORDS_OF_EMAIL = 15
const LINKS_OF_CLIENT = 5

/** How many requests the three web processes allow together where a limit is shared, and where each counts for itself. */
export async function limits({ cli, account, baseUrl, webs }: Fleet): Promise<Row[]> {
  const { token } = await cli.json('token', 'create', '--account', account, '--name', 'many')
  const ofToken = REQUESTS_PER_MINUTE * webs.length
  const headers = { authorization: `Bearer ${token}` }
  const highlights = () => fetch(`${baseUrl}/api/v1/highlights`, { headers })
  const signIn = (how: 'email' | 'magic-link', email: string, client: string) =>
    fetch(`${baseUrl}/app/auth/sign-in/${how}`, {
      method: 'POST',
      headers: { origin: baseUrl, 'content-type': 'application/json', 'x-forwarded-for': client },
      body: JSON.stringify({ email, ...(how === 'email' && { password: 'a wrong password' }) }),
    })
  const nobody = (n: number) => `nobody${n}@example.com`
  return [
    plainRow(
      `requests with one token in a minute, ${REQUESTS_PER_MINUTE} in each of three webs`,
      await allowed(ofToken + 30, highlights),
      { most: ofToken },
    ),
    plainRow(
      'passwords from one client address at once, three webs',
      await allowed(45, n => signIn('email', nobody(n), '203.0.113.1')),
      { most: PASSWORDS_OF_CLIENT },
    ),
    plainRow(
      'passwords for one e-mail address at once, three webs',
      await allowed(60, n => signIn('email', 'eve@example.com', `198.51.100.${n}`)),
      { most: PASSWORDS_OF_EMAIL },
    ),
    plainRow(
      'links by mail from one client address at once, three webs',
      await allowed(30, n => signIn('magic-link', nobody(n), '203.0.113.2')),
      { most: LINKS_OF_CLIENT },
    ),
  ]
}

/** Sends `count` requests at once; gives how many were not refused with 429. */
async function allowed(count: number, ask: (n: number) => Promise<Response>): Promise<number> {
  const statuses = await Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const answer = await ask(n)
      await answer.arrayBuffer()
      if (answer.status >= 500) throw new Error(`A request was answered with ${answer.status}.`)
      return answer.status
    }),
  )
  return statuses.filter(status => status !== 429).length
}
