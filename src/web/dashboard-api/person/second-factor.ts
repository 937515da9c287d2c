import { Hono } from 'hono'
import { z } from 'zod'
import type { WebContext } from '#web/context.ts'
import { jsonBody, limitBody } from '#web/request-bodies.ts'
import { headersWithClient, type SessionEnv, setCookies } from '#web/session-guard.ts'

const given = jsonBody(z.object({ code: z.string().max(100) }))

/** The route that finishes a sign-in with a code, which needs no session. */
export function secondFactorSignIn({ dashboard }: WebContext) {
  return new Hono().post('/sign-in/code', limitBody(4 * 1024), given, async c => {
    const signIn = await dashboard.signIn()
    const cookies = await signIn.finish(c.req.valid('json').code, headersWithClient(c, dashboard))
    setCookies(c, [...cookies, signIn.secondFactor.forgetUnfinished])
    return c.json({ signedIn: true })
  })
}

/** Routes for the second factor of the signed-in person. */
export function ownSecondFactor({ dashboard }: WebContext) {
  const secondFactor = async () => (await dashboard.signIn()).secondFactor
  return new Hono<SessionEnv>()
    .post('/me/second-factor/offer', async c => {
      const { cookie, ...offer } = await (await secondFactor()).offer(c.var.person, c.var.sessionId)
      setCookies(c, [cookie])
      return c.json(offer)
    })
    .post('/me/second-factor', given, async c => {
      const { person, sessionId } = c.var
      const factor = await secondFactor()
      const { code } = c.req.valid('json')
      const { recoveryCodes, cookies } = await factor.turnOn(person, sessionId, c.req.raw.headers, code)
      setCookies(c, cookies)
      return c.json({ recoveryCodes })
    })
    .post('/me/second-factor/off', given, async c => {
      await (await secondFactor()).turnOff(c.var.person, c.req.valid('json').code)
      return c.json({ isOff: true })
    })
    .post('/me/second-factor/recovery-codes', given, async c => {
      const { code } = c.req.valid('json')
      return c.json({
        recoveryCodes: await (await secondFactor()).renewRecoveryCodes(c.var.person, code),
      })
    })
}
