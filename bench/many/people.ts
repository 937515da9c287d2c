import { type Fleet, OWNER, PASSWORD } from './fleet.ts'

/** The owner, signed in, with the dashboard open. Where a port is given, that web process is asked past the proxy. */
export interface Owner {
  cookie: string
  /** Changes entries; throws when one is refused. */
  change(port: number, transition: 'withdraw' | 'republish', id: string, seen: number): Promise<number>
}

export async function signIn({ baseUrl, account }: Fleet): Promise<Owner> {
  const headers = { origin: baseUrl, 'content-type': 'application/json' }
  const answer = await fetch(`${baseUrl}/app/auth/sign-in/email`, {
    method: 'POST',
    headers: { ...headers, 'x-forwarded-for': '192.0.2.1' },
    body: JSON.stringify({ email: OWNER, password: PASSWORD }),
  })
  if (!answer.ok) throw new Error(`Signing in was answered with ${answer.status}.`)
  const cookie = answer.headers
    .getSetCookie()
    .map(set => set.split(';')[0])
    .join('; ')
  return {
    cookie,
    async change(port, transition, id, seen) {
      const changed = await fetch(`http://127.0.0.1:${port}/app/api/accounts/${account}/bulk`, {
        method: 'POST',
        headers: { ...headers, cookie },
        body: JSON.stringify({ transition, items: [{ id, seen }] }),
      })
      const { outcomes } = (await changed.json()) as {
        outcomes?: { outcome: string; entry: { version: number } }[]
      }
      const [done] = outcomes ?? []
      if (done?.outcome !== 'done')
        throw new Error(`${transition} was answered with ${changed.status}: ${JSON.stringify(done)}`)
      return done.entry.version
    },
  }
}
