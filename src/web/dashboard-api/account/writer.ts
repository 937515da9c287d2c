import { type Context, Hono } from 'hono'
import { stream } from 'hono/streaming'
import { z } from 'zod'
import { faultNow, spentByAll } from '#actions/accounts/account-writer.ts'
import { tryWriter, type WriterTrial } from '#pipeline/judging/try-writer.ts'
import type { Instant } from '#platform/clock.ts'
import { AppError, messageOf } from '#platform/errors.ts'
import type { WebContext } from '#web/context.ts'
import { jsonBody } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { requireWriter, type Writer, writerKey, writerOf } from '#writing/connection/writer.ts'
import { checkedPlace } from '#writing/connection/writer-settings.ts'
import { budgetText, PRICES_AS_OF, priceOf } from '#writing/models/cost.ts'
import {
  adviceOn,
  concernsOneRequest,
  failureIn,
  LanguageModelFailure,
} from '#writing/models/language-model.ts'
import { LANGUAGE_MODEL_PROVIDER_NAMES } from '#writing/models/settings.ts'
import { authorize } from '../authorize.ts'

const place = z.object({
  provider: z.enum(LANGUAGE_MODEL_PROVIDER_NAMES),
  url: z.string().max(1_000).nullable().default(null),
  /** Left out to keep the stored key, which works only while provider and address stay the same. */
  apiKey: z.string().max(3_000).nullable().optional(),
})
/** Routes for the language model that writes for an account. All members see it; owners list models and try it. */
export function writerRoutes(web: WebContext, stopping: AbortSignal) {
  const { db, clock, dashboard } = web
  const { writers } = dashboard
  return new Hono<SessionEnv>()
    .get('/accounts/:account/writer', async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      const writer = await writerOf(db.read, accountId)
      return c.json({
        writer: writer && shown(writer, clock.now()),
        operatorModel: writers.operatorModel,
        spent: await spentByAll(db.read, accountId, clock.now()),
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
    .post('/accounts/:account/writer/try', async c => {
      const { accountId } = await authorize(web, c, 'owner')
      const candidate = await writers.open(await requireWriter(db.read, accountId))
      const context = await dashboard.models()
      return tryOut(c, stopping, signal => tryWriter(context, accountId, candidate, signal))
    })

  /** The models that the provider lists for a key. */
  async function listed(accountId: string, typed: z.output<typeof place>) {
    const before = await writerOf(db.read, accountId)
    const given = { ...typed, apiKey: typed.apiKey }
    const { provider, baseUrl, apiKey } = checkedPlace(given, before, writers.isListed)
    const stored = async () => before && writerKey(db.read, await dashboard.secrets(), before)
    const isStored = apiKey === undefined && before?.provider === provider && before.baseUrl === baseUrl
    const key = isStored ? await stored() : (apiKey ?? null)
    const names = await writers.models({ provider, baseUrl, apiKey: key }).catch(explained)
    return names?.map(name => ({ name, price: priceOf(`${provider}/${name}`) ?? null })) ?? null
  }
}

/** Throws a refusal by the provider as a fault of the input, not of this service. */
function explained(error: unknown): never {
  if (error instanceof LanguageModelFailure) throw new AppError('conflict', error.message)
  throw error
}

function shown(writer: Writer, now: Instant) {
  const { provider, model, baseUrl, hasKey, keyEnd, budget, isOn, sendsDiff } = writer
  const fault = faultNow(writer, now)
  return {
    ...{ provider, model, baseUrl, hasKey, keyEnd, budget, isOn, sendsDiff },
    budgetText: budget && budgetText(budget),
    price: priceOf(`${provider}/${model}`) ?? null,
    fault: fault && { at: fault.at, reason: fault.reason, advice: adviceOn(fault.reason) },
  }
}

/** A line of the response: a merge with its words before and after; in the last line, why the trial ended early, or null. */
type TrialLine = WriterTrial | { end: string | null }

/** Sends each result as a line of JSON as soon as there is one. Ends when the person leaves the page, or when the server stops. */
function tryOut(
  c: Context,
  stopping: AbortSignal,
  run: (signal: AbortSignal) => AsyncIterable<WriterTrial>,
): Response {
  c.header('Content-Type', 'application/x-ndjson')
  c.header('X-Accel-Buffering', 'no')
  return stream(c, async out => {
    const left = new AbortController()
    out.onAbort(() => left.abort())
    const signal = AbortSignal.any([left.signal, stopping])
    const send = (line: TrialLine) => out.write(`${JSON.stringify(line)}\n`)
    try {
      await send({ end: await sendTrials(run(signal), send) })
    } catch (error) {
      if (!signal.aborted) await send({ end: messageOf(error) })
    }
  })
}

/** Sends one merge after another. Returns why it stopped early, which is a failure that all further merges would share. */
async function sendTrials(
  trials: AsyncIterable<WriterTrial>,
  send: (line: TrialLine) => Promise<unknown>,
): Promise<string | null> {
  for await (const trial of trials) {
    const failure = trial.fault === null ? null : failureIn(trial.fault)
    if (failure !== null && !concernsOneRequest(failure)) return adviceOn(failure)
    await send({ ...trial, fault: failure === null ? trial.fault : adviceOn(failure) })
  }
  return null
}
