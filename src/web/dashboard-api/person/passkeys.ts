import { Hono } from 'hono'
import { ASSERTION, REGISTRATION } from '#auth/passkeys/answers.ts'
import { removePasskey } from '#auth/passkeys/store.ts'
import { AppError } from '#platform/errors.ts'
import type { WebContext } from '#web/context.ts'
import { jsonBody, limitBody } from '#web/request-bodies.ts'
import { headersWithClient, type SessionEnv, setCookies } from '#web/session-guard.ts'

const small = limitBody(32 * 1024)

const openPasskeys = ({ dashboard: { passkeys } }: WebContext) => {
  if (passkeys) return passkeys()
  throw new AppError('conflict', 'Passkeys need a public address with a host name and https.')
}

/** Routes to sign in with a passkey, which need no session. */
export function passkeySignIn(web: WebContext) {
  const { dashboard } = web
  return new Hono()
    .post('/sign-in/passkey/ask', small, async c => {
      const { options, cookie } = await (await openPasskeys(web)).askToSignIn()
      setCookies(c, [cookie])
      return c.json(options)
    })
    .post('/sign-in/passkey', small, jsonBody(ASSERTION), async c => {
      const passkeys = await openPasskeys(web)
      setCookies(c, [passkeys.forget])
      const headers = headersWithClient(c, dashboard)
      const person = await passkeys.owner(headers, c.req.valid('json'))
      setCookies(c, await (await dashboard.signIn()).begin(person, headers))
      return c.json({ signedIn: true })
    })
}

/** Routes for the passkeys of the signed-in person. */
export function ownPasskeys(web: WebContext) {
  const { db } = web
  return new Hono<SessionEnv>()
    .post('/me/passkeys/ask', async c => {
      const { person, sessionId } = c.var
      const { options, cookie } = await (await openPasskeys(web)).askToAdd(person, sessionId)
      setCookies(c, [cookie])
      return c.json(options)
    })
    .post('/me/passkeys', jsonBody(REGISTRATION), async c => {
      const passkeys = await openPasskeys(web)
      setCookies(c, [passkeys.forget])
      await passkeys.add(c.var.person, c.req.raw.headers, c.req.valid('json'))
      return c.json({ added: true })
    })
    .delete('/me/passkeys/:passkey', async c => {
      await db.write(tx => removePasskey(tx, c.var.person.id, c.req.param('passkey')))
      return c.json({ removed: true })
    })
}
