import { Hono } from 'hono'
import { z } from 'zod'
import { disconnect } from '#pipeline/github-app/disconnect.ts'
import { beginBackfill } from '#pipeline/ingest/backfill.ts'
import { switchReviews } from '#pipeline/reviewing/switch-reviews.ts'
import { lastDeliveries } from '#pipeline/webhooks/deliveries.ts'
import type { Reader } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import {
  changeSourceToken,
  createSource,
  findSource,
  listSources,
  type Source,
  webhookAddress,
} from '#pulls/connections/sources.ts'
import { commentRights, hostAddress, SOURCE_PROVIDERS, validateRepoName } from '#pulls/hosts/host-address.ts'
import { PASTS } from '#pulls/past.ts'
import { requireRoomForNewRepository } from '#pulls/repositories.ts'
import type { WebContext } from '#web/context.ts'
import { jsonBody } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize } from '../authorize.ts'

const url = z.string().max(500).optional()
const token = z.string().trim().min(1).max(10_000)
const newSource = z.object({
  provider: z.enum(SOURCE_PROVIDERS),
  repo: z.string().max(500),
  url,
  token: token.optional(),
})
const span = z.object({
  /** Milliseconds since 1970; left out for all merges. */
  since: z.int().min(0).optional(),
  /** What is published waits for a person's look, as after an import of a git directory. */
  past: z.enum(PASTS).exclude(['publish']).default('history'),
})

/** Connections to repositories, and the start of their backfills. All members see them; owners change them. */
export function sources(web: WebContext) {
  const { db, dashboard } = web
  return new Hono<SessionEnv>()
    .get('/accounts/:account/sources', async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      const all = await listSources(db.read, { accountId })
      const heard = await lastDeliveries(db.read, accountId)
      const shown = all.map(source => ({
        ...sourceJson(web.baseUrl, source),
        lastDeliveryAt: heard.get(source.id) ?? null,
      }))
      return c.json({ sources: shown, total: all.length })
    })
    .post('/accounts/:account/sources', jsonBody(newSource), async c => {
      const { accountId } = await authorize(web, c, 'owner')
      const { provider, repo, url, token = null } = c.req.valid('json')
      const named = { ...hostAddress(provider, url), repo: validateRepoName(repo) }
      const secrets = await dashboard.secrets()
      const { source, secret } = await db.write(async tx => {
        await requireRoomForNewRepository({ tx, billing: dashboard.billing }, accountId, named)
        const more = { accountId, provider, token, installationId: null }
        return createSource(tx, web.clock, dashboard.ids, secrets, { ...named, ...more })
      })
      return c.json({ source: sourceJson(web.baseUrl, source), secret })
    })
    .put('/accounts/:account/sources/:source/token', jsonBody(z.object({ token })), async c => {
      const { accountId } = await authorize(web, c, 'owner')
      const source = await requireSource(db.read, accountId, c.req.param('source'))
      const secrets = await dashboard.secrets()
      await db.write(tx => changeSourceToken(tx, secrets, source, c.req.valid('json').token))
      return c.json({ changed: true })
    })
    .put('/accounts/:account/sources/:source/reviews', jsonBody(z.object({ isOn: z.boolean() })), async c => {
      const { accountId, action } = await authorize(web, c, 'owner')
      const source = await requireSource(db.read, accountId, c.req.param('source'))
      const { appAt } = web.githubApp
      const switched = await switchReviews({ db, appAt }, action, source, c.req.valid('json').isOn)
      return c.json(reviewsJson(switched))
    })
    .delete('/accounts/:account/sources/:source', async c => {
      const { accountId, action } = await authorize(web, c, 'owner')
      const source = await requireSource(db.read, accountId, c.req.param('source'))
      await db.write(tx => disconnect(tx, action, source))
      return c.json({ disconnected: true })
    })
    .post('/accounts/:account/sources/:source/backfill', jsonBody(span), async c => {
      const { accountId, action } = await authorize(web, c, 'owner')
      const source = await requireSource(db.read, accountId, c.req.param('source'))
      const { since = null, past } = c.req.valid('json')
      await db.write(tx => beginBackfill(tx, action, source, { since, past }))
      return c.json({ started: true })
    })
}

async function requireSource(db: Reader, accountId: string, id: string): Promise<Source> {
  const source = await findSource(db, id, accountId)
  if (source) return source
  throw new AppError('not_found', 'The account has no such connection.')
}

const sourceJson = (baseUrl: string, source: Source) => {
  const { id, provider, host, repo, repositoryId, state, stateReason, hasToken, createdAt } = source
  return {
    id,
    provider,
    host,
    repo,
    repositoryId,
    state,
    stateReason,
    hasToken,
    createdAt,
    isApp: source.installationId !== null,
    webhook: webhookAddress(baseUrl, source),
    reviews: reviewsJson(source),
  }
}

/** Whether open pull requests are reviewed; where the host refuses comments, why, and what helps. */
const reviewsJson = ({ provider, installationId, reviews: state, reviewsReason: reason }: Source) => ({
  ...{ state, reason },
  remedy: state === 'refused' ? commentRights(provider, installationId !== null) : null,
})
