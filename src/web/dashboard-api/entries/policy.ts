import { Hono } from 'hono'
import { z } from 'zod'
import {
  changePolicy,
  POLICY_MODES,
  POLICY_REASONS,
  type PolicyReason,
  policyOf,
  policyWith,
} from '#changelog/publishing/policy.ts'
import { type TriedMerge, tryPolicy } from '#changelog/publishing/policy-trial.ts'
import { CONFIDENCES, KINDS, MAGNITUDES } from '#judgement/classification/classification.ts'
import type { WebContext } from '#web/context.ts'
import { jsonBody } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize } from '../authorize.ts'

/** How many merges a policy trial lists, published and not published each. */
const MOST_TRIED = 500

const policyShape = z.object({
  mode: z.enum(POLICY_MODES),
  leastMagnitude: z.enum(MAGNITUDES),
  leastConfidence: z.enum(CONFIDENCES),
  kinds: z.array(z.enum(KINDS)).max(KINDS.length),
})

/** The publishing policy. All members see it and can try another one; owners change it. */
export function policy(web: WebContext) {
  const { db, clock } = web
  return new Hono<SessionEnv>()
    .get('/accounts/:account/policy', async c => {
      const { account } = await authorize(web, c, 'viewer')
      return c.json(await policyOf(db.read, account.id))
    })
    .put('/accounts/:account/policy', jsonBody(policyShape), async c => {
      const { account, action } = await authorize(web, c, 'owner')
      const input = c.req.valid('json')
      return c.json(await db.write(tx => changePolicy(tx, action, account.id, input)))
    })
    .post('/accounts/:account/policy/try', jsonBody(policyShape.omit({ mode: true })), async c => {
      const { account } = await authorize(web, c, 'viewer')
      const tried = policyWith(await policyOf(db.read, account.id), c.req.valid('json'))
      const trial = await tryPolicy(db.read, account.id, tried, clock.now())
      const { until, merges, internal, published, left } = trial
      return c.json({
        until,
        counts: { merges, internal, published: published.length, left: left.length },
        published: published.slice(0, MOST_TRIED),
        left: left.slice(0, MOST_TRIED).map(withReason),
      })
    })
}

const withReason = (tried: TriedMerge) => ({ ...tried, reason: sentenceOf(tried.reason) })

const sentenceOf = (reason: PolicyReason | null): string | null => reason && POLICY_REASONS[reason]
