import { type Fleet, OWNER, PASSWORD } from './fleet.ts'

/** The owner, signed in, with the dashboard open. Where a port is given, the request goes to that web process directly. */
export interface Owner {
  cookie: string
  /** Withdraws or publishes an entry; throws when the change is refused. */
  change(port: number, verb: 'withdraw' | 'publish', id: string, seen: number): Promise<number>
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
    async change(port, verb, id, seen) {
      const changed = await fetch(
        `http://127.0.0.1:${port}/app/api/accounts/${account}/actions/entry.${verb}`,
        {
          method: 'POST',
          headers: { ...headers, cookie },
          body: JSON.stringify({ id, seen }),
        },
      )
      const done = (await changed.json()) as { version: number }
      if (!changed.ok) throw new Error(`${verb} was answered with ${changed.status}: ${JSON.stringify(done)}`)
      return done.version
    },
  }
}
