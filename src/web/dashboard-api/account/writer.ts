import { Hono } from 'hono'
import { z } from 'zod'
import { tryWriter } from '#pipeline/judging/try-writer.ts'
import type { Instant } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import type { WebContext } from '#web/context.ts'
import { jsonBody } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { monthOf, usageIn } from '#writing/connection/usage.ts'
import {
  disconnectWriter,
  requireWriter,
  saveWriter,
  showDiff,
  switchWriter,
  type Writer,
  writerKey,
  writerOf,
} from '#writing/connection/writer.ts'
import { checkedPlace, checkedWriter, type TypedPlace } from '#writing/connection/writer-settings.ts'
import { budgetText, PRICES_AS_OF, priceOf } from '#writing/models/cost.ts'
import { adviceOn, LanguageModelFailure } from '#writing/models/language-model.ts'
import { LANGUAGE_MODEL_PROVIDER_NAMES } from '#writing/models/settings.ts'
import { authorize } from '../authorize.ts'
import { tryOut } from './writer-trial.ts'

const place = z.object({
  provider: z.enum(LANGUAGE_MODEL_PROVIDER_NAMES),
  url: z.string().max(1_000).nullable().default(null),
  /** Left out: the stored one, as long as provider and address stay. */
  apiKey: z.string().max(3_000).nullable().optional(),
})
const settings = place.extend({
  model: z.string().max(1_000),
  budget: z.string().max(100).nullable().default(null),
})
const switching = z.object({ isOn: z.boolean().optional(), sendsDiff: z.boolean().optional() })

/** The language model that writes for an account. All members see it; owners connect, try, switch and disconnect it. */
export function writerRoutes(web: WebContext, stopping: AbortSignal) {
  const { db, clock, dashboard } = web
  const { writers } = dashboard
  return new Hono<SessionEnv>()
    .get('/accounts/:account/writer', async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      const writer = await writerOf(db.read, accountId)
      const usage = await usageIn(db.read, accountId, monthOf(clock.now()))
      return c.json({
        writer: writer && shown(writer, clock.now()),
        operatorModel: writers.operatorModel,
        /** In this month (UTC), by all models together. */
        spent: {
          tokens: usage.reduce((sum, one) => sum + one.inputTokens + one.outputTokens, 0),
          microDollars: usage.reduce((sum, one) => sum + one.cost, 0),
          calls: usage.reduce((sum, one) => sum + one.calls, 0),
        },
        pricesAsOf: PRICES_AS_OF,
      })
    })
    .get('/accounts/:account/writer/local', async c => {
      await authorize(web, c, 'owner')
      return c.json({ servers: await writers.findLocal() })
    })
    .post('/accounts/:account/writer/models', jsonBody(place), async c => {
      const { accountId } = await authorize(web, c, 'owner')
      const models = await listed(accountId, c.req.valid('json'))
      return c.json({ models, pricesAsOf: PRICES_AS_OF })
    })
    .put('/accounts/:account/writer', jsonBody(settings), async c => {
      const { accountId, action } = await authorize(web, c, 'owner')
      const secrets = await dashboard.secrets()
      const typed = { ...c.req.valid('json'), apiKey: c.req.valid('json').apiKey }
      const writer = await db.write(async tx => {
        const checked = checkedWriter(typed, await writerOf(tx, accountId), writers.isListed)
        return saveWriter(tx, action, secrets, accountId, checked)
      })
      return c.json(shown(writer, clock.now()))
    })
    .patch('/accounts/:account/writer', jsonBody(switching), async c => {
      const { accountId, action } = await authorize(web, c, 'owner')
      const { isOn, sendsDiff } = c.req.valid('json')
      const writer = await db.write(async tx => {
        if (sendsDiff !== undefined) await showDiff(tx, action, accountId, sendsDiff)
        if (isOn !== undefined) await switchWriter(tx, action, accountId, isOn)
        return requireWriter(tx, accountId)
      })
      return c.json(shown(writer, clock.now()))
    })
    .delete('/accounts/:account/writer', async c => {
      const { accountId, action } = await authorize(web, c, 'owner')
      await db.write(tx => disconnectWriter(tx, action, accountId))
      return c.json({})
    })
    .post('/accounts/:account/writer/try', async c => {
      const { accountId } = await authorize(web, c, 'owner')
      const candidate = await writers.open(await requireWriter(db.read, accountId))
      const context = await dashboard.models()
      return tryOut(c, stopping, signal => tryWriter(context, accountId, candidate, signal))
    })

  /** The models that the provider lists for this key. */
  async function listed(
    accountId: string,
    typed: Omit<TypedPlace, 'apiKey'> & { apiKey?: string | null | undefined },
  ) {
    const before = await writerOf(db.read, accountId)
    const { provider, baseUrl, apiKey } = checkedPlace(
      { ...typed, apiKey: typed.apiKey },
      before,
      writers.isListed,
    )
    const stored = async () => before && writerKey(db.read, await dashboard.secrets(), before)
    const isStored = apiKey === undefined && before?.provider === provider && before.baseUrl === baseUrl
    const key = isStored ? await stored() : (apiKey ?? null)
    const names = await writers.models({ provider, baseUrl, apiKey: key }).catch(explained)
    return names?.map(name => ({ name, price: priceOf(`${provider}/${name}`) ?? null })) ?? null
  }
}

/** The provider's refusal concerns what was typed, not this service. */
function explained(error: unknown): never {
  if (error instanceof LanguageModelFailure) throw new AppError('conflict', error.message)
  throw error
}

function shown(writer: Writer, now: Instant) {
  const { provider, model, baseUrl, hasKey, keyEnd, budget, isOn, sendsDiff, fault } = writer
  const isPast = fault?.reason === 'budget' && monthOf(fault.at) !== monthOf(now)
  return {
    ...{ provider, model, baseUrl, hasKey, keyEnd, budget, isOn, sendsDiff },
    budgetText: budget && budgetText(budget),
    price: priceOf(`${provider}/${model}`) ?? null,
    /** A budget that was used up in an earlier month is none. */
    fault: fault && !isPast ? { at: fault.at, reason: fault.reason, advice: adviceOn(fault.reason) } : null,
  }
}
