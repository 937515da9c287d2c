import { Hono } from 'hono'
import { z } from 'zod'
import { requireRole } from '#accounts/members.ts'
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
import { body } from '#web/request-bodies.ts'
import type { SignedInEnv } from '#web/session-guard.ts'

/** Of those that it would have published, and of those that it would not. */
const MOST_TRIED = 500

const policyShape = z.object({
  mode: z.enum(POLICY_MODES),
  leastMagnitude: z.enum(MAGNITUDES),
  leastConfidence: z.enum(CONFIDENCES),
  kinds: z.array(z.enum(KINDS)).max(KINDS.length),
})

/** What may be published without a person. All members see it and may try another; owners change it. */
export function policy({ db, clock, dashboard }: WebContext) {
  return new Hono<SignedInEnv>()
    .get('/accounts/:account/policy', async c => {
      const { account } = await requireRole(db.read, c.var.person, c.req.param('account'), 'viewer')
      return c.json(await policyOf(db.read, account.id))
    })
    .put('/accounts/:account/policy', body(policyShape), async c => {
      const { person } = c.var
      const { account } = await requireRole(db.read, person, c.req.param('account'), 'owner')
      const mover = { clock, ids: dashboard.ids, actor: person.id }
      const wish = c.req.valid('json')
      return c.json(await db.write(tx => changePolicy(tx, mover, account.id, wish)))
    })
    .post('/accounts/:account/policy/try', body(policyShape.omit({ mode: true })), async c => {
      const { account } = await requireRole(db.read, c.var.person, c.req.param('account'), 'viewer')
      const tried = policyWith(await policyOf(db.read, account.id), c.req.valid('json'))
      const { merges, internal, published, left } = await tryPolicy(db.read, account.id, tried, clock.now())
      return c.json({
        counts: { merges, internal, published: published.length, left: left.length },
        published: published.slice(0, MOST_TRIED),
        left: left.slice(0, MOST_TRIED).map(withReason),
      })
    })
}

const withReason = (tried: TriedMerge) => ({ ...tried, reason: sentenceOf(tried.reason) })

const sentenceOf = (reason: PolicyReason | null): string | null => reason && POLICY_REASONS[reason]
