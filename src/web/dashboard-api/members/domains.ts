import { Hono } from 'hono'
import { z } from 'zod'
import { JOINING_ROLES, listDomains, putDomain, removeDomain, stateOf } from '#auth/domains/domain.ts'
import { proveDomain } from '#auth/domains/proof.ts'
import { AppError } from '#platform/errors.ts'
import type { WebContext } from '#web/context.ts'
import { jsonBody } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize } from '../authorize.ts'

const inputSchema = z.object({ domain: z.string().max(300), role: z.enum(JOINING_ROLES) })

/** The domains whose people join the account by single sign-on. Owners see and change them. */
export function domains(web: WebContext) {
  const { db, clock, dashboard } = web
  const provider = dashboard.offers.oidc
  const shown = async (accountId: string) => {
    const now = clock.now()
    const domains = await listDomains(db.read, accountId, now)
    return {
      provider,
      now,
      domains: domains.map(domain => ({
        ...{ id: domain.id, name: domain.name, role: domain.role, record: domain.record },
        ...{ state: stateOf(domain, now), confirmedAt: domain.confirmedAt, turnedAway: domain.turnedAway },
      })),
    }
  }

  return new Hono<SessionEnv>()
    .get('/accounts/:account/domains', async c => {
      const { accountId } = await authorize(web, c, 'owner')
      return c.json(await shown(accountId))
    })
    .put('/accounts/:account/domains', jsonBody(inputSchema), async c => {
      const { accountId, action } = await authorize(web, c, 'owner')
      if (provider === null)
        throw new AppError('conflict', 'Single sign-on is not configured on this server.')
      await db.write(tx => putDomain(tx, action, accountId, c.req.valid('json')))
      return c.json(await shown(accountId))
    })
    .post('/accounts/:account/domains/:domain/check', async c => {
      const { accountId, action } = await authorize(web, c, 'owner')
      await proveDomain(db, { ...action, txtRecords: web.txtRecords }, accountId, c.req.param('domain'))
      return c.json(await shown(accountId))
    })
    .delete('/accounts/:account/domains/:domain', async c => {
      const { accountId, action } = await authorize(web, c, 'owner')
      await db.write(tx => removeDomain(tx, action, accountId, c.req.param('domain')))
      return c.json(await shown(accountId))
    })
}
