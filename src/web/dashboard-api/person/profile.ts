import { Hono } from 'hono'
import { z } from 'zod'
import { membershipsOf } from '#accounts/members.ts'
import { renamePerson } from '#accounts/people.ts'
import { isSignOnSession } from '#accounts/required-sign-on.ts'
import { deviceName, endSession, endSessions, listSessions } from '#accounts/sessions.ts'
import { listPasskeys } from '#auth/passkeys/store.ts'
import { secondFactorStatus } from '#auth/second-factor/store.ts'
import type { WebContext } from '#web/context.ts'
import { jsonBody } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'

const newPassword = z.object({ password: z.string().max(500), current: z.string().max(500).nullable() })

/** Routes for the signed-in person: accounts, name, ways to sign in and sessions. */
export function profile({ db, clock, dashboard }: WebContext) {
  return new Hono<SessionEnv>()
    .get('/me', async c => {
      const memberships = await membershipsOf(db.read, c.var.person.id)
      const [latest] = memberships.toSorted((a, b) => (b.openedAt ?? 0) - (a.openedAt ?? 0))
      const isSignOn = await isSignOnSession(db.read, c.var.sessionId)
      return c.json({
        person: c.var.person,
        accounts: memberships.map(({ account, role }) => ({
          id: account.publicId,
          name: account.name,
          timeZone: account.timeZone,
          role,
          /** Whether the account requires another way to sign in than this session's. */
          needsSignOn: account.requiresSignOn && !isSignOn,
        })),
        current: latest?.account.publicId ?? null,
      })
    })
    .patch('/me', jsonBody(z.object({ name: z.string().max(500) })), async c => {
      const given = c.req.valid('json').name
      const name = await db.write(tx => renamePerson(tx, clock, c.var.person.id, given))
      return c.json({ name })
    })
    .get('/me/sign-in', async c => {
      const { person, sessionId } = c.var
      const signIn = await dashboard.signIn()
      const now = clock.now()
      const sessions = await listSessions(db.read, person.id, now)
      return c.json({
        now,
        password: await signIn.passwordState({ personId: person.id, sessionId }),
        secondFactor: await secondFactorStatus(db.read, person.id),
        passkeys: await listPasskeys(db.read, person.id),
        sessions: sessions.map(({ userAgent, ...session }) => ({
          ...session,
          device: deviceName(userAgent),
          isThis: session.id === sessionId,
        })),
      })
    })
    .post('/me/password', jsonBody(newPassword), async c => {
      const { person, sessionId } = c.var
      const signIn = await dashboard.signIn()
      await signIn.changePassword({ personId: person.id, sessionId }, c.req.valid('json'))
      return c.json({ changed: true })
    })
    .delete('/me/sessions/:session', async c => {
      await db.write(tx => endSession(tx, c.var.person.id, c.req.param('session')))
      return c.json({ ended: true })
    })
    .post('/me/sign-out-others', async c => {
      await db.write(tx => endSessions(tx, c.var.person.id, c.var.sessionId))
      return c.json({ signedOut: true })
    })
    .post('/me/sign-out-everywhere', async c => {
      await db.write(tx => endSessions(tx, c.var.person.id))
      return c.json({ signedOut: true })
    })
}
