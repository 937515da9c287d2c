import { z } from 'zod'
import { recordActivity } from '#accounts/activity.ts'
import { instant } from '#actions/input.ts'
import { disconnect } from '#pipeline/github-app/disconnect.ts'
import { beginBackfill } from '#pipeline/ingest/backfill.ts'
import { reconcileSoon } from '#pipeline/ingest/reconcile.ts'
import { switchReviews } from '#pulls/connections/reviews.ts'
import {
  changeSourceToken,
  createSource,
  type Source,
  sourceById,
  webhookAddress,
} from '#pulls/connections/sources.ts'
import type { Host } from '#pulls/hosts/host.ts'
import { CODE_HOSTS, commentRights, HOSTS, hostAddress } from '#pulls/hosts/hosts.ts'
import { validateRepoName } from '#pulls/hosts/repo-name.ts'
import { PASTS } from '#pulls/past.ts'
import { requireRoomForNewRepository } from '#pulls/repositories/repositories.ts'
import { action, idOf } from '../action.ts'

const id = idOf('source').meta({ placeholder: 'SOURCE' })
const token = z
  .string()
  .trim()
  .max(10_000)
  .regex(/^[!-~]+$/, 'letters, digits and signs without spaces')
  .meta({ isFile: true })

/** Whether open pull requests are reviewed. If the host refuses comments, why, and what helps. */
const reviewsJson = ({ provider, installationId, reviews: state, reviewsReason: reason }: Source) => ({
  ...{ state, reason },
  remedy: state === 'refused' ? commentRights(provider, installationId !== null) : null,
})

/** The page on the code host where the repository's webhooks are added; null where the host has none. */
function webhooksPageOf({ provider, apiUrl, repo }: Source): string | null {
  const host: Host = HOSTS[provider]
  return host.webhooksPage === undefined ? null : `${host.siteOf(apiUrl)}/${repo}/${host.webhooksPage}`
}

/** A source without its secrets. */
export const sourceJson = (baseUrl: string, source: Source) => {
  const { id, provider, host, repo, repositoryId, state, stateReason, hasToken, createdAt } = source
  return {
    ...{ id, provider, host, repo, repositoryId, state, stateReason, hasToken, createdAt },
    isApp: source.installationId !== null,
    webhook: webhookAddress(baseUrl, source),
    webhooksPage: webhooksPageOf(source),
    reviews: reviewsJson(source),
  }
}

/** Actions on the connections of repositories on code hosts. */
export const source = {
  create: action({
    summary: 'Connect a repository and print the webhook address and secret to enter on its code host.',
    role: 'owner',
    input: z.object({
      provider: z.enum(CODE_HOSTS),
      repo: z
        .string()
        .max(500)
        .meta({ placeholder: 'owner/name', examples: ['acme/app'] }),
      url: z.string().max(500).optional().meta({ placeholder: 'ADDRESS' }),
      token: token.optional(),
    }),
    args: ['provider'],
    async run(acting, { provider, repo, url, token = null }) {
      const { db, clock, ids, accountId, services } = acting
      const named = { ...hostAddress(provider, url), repo: validateRepoName(repo) }
      const secrets = await services.secrets()
      const { source, secret } = await db.write(async tx => {
        await requireRoomForNewRepository(tx, services.billing, accountId, named)
        const wanted = { ...named, accountId, provider, token, installationId: null }
        await recordActivity(tx, acting, 'connected', { accountId, subject: [named.repo] })
        return createSource(tx, clock, ids, secrets, wanted)
      })
      return { source: sourceJson(services.baseUrl, source), secret }
    },
    print: ({ source: { id, repo, provider, webhook }, secret }) => ({
      json: { source_id: id, url: webhook, secret },
      text: `${repo} is connected.\n\n${HOSTS[provider].webhookSteps}\n  address  ${webhook}\n  secret   ${secret}\n\nThe secret is not shown again.\n`,
    }),
  }),
  token: action({
    summary: 'Replace the access token of a connection, for example when the host refuses the old one.',
    role: 'owner',
    input: z.object({ id, token }),
    args: ['id'],
    async run(acting, { id, token }) {
      const { db, services } = acting
      const source = await sourceById(db.read, id)
      const secrets = await services.secrets()
      await db.write(async tx => {
        await changeSourceToken(tx, secrets, source, token)
        await reconcileSoon(tx, acting, source)
        await recordActivity(tx, acting, 'access token replaced', {
          accountId: source.accountId,
          subject: source.id,
          after: { repository: source.repo },
        })
      })
      return { repo: source.repo }
    },
    print: ({ repo }, _, { id }) => ({
      json: { source_id: id, state: 'active' },
      text: `${repo} now uses the new token. Resume a backfill that stopped with "tidings backfill".\n`,
    }),
  }),
  reviews: action({
    summary:
      'Switch on or off that Tidings reviews the open pull requests of a connection: it seldom asks their author, in one comment.',
    role: 'owner',
    input: z.object({ id, reviews: z.enum(['on', 'off']) }),
    args: ['id', 'reviews'],
    async run(acting, { id, reviews }) {
      const { db, services } = acting
      const { appAt } = services.githubApp
      const source = await sourceById(db.read, id)
      const switched = await switchReviews(db, appAt, acting, source, reviews === 'on')
      return { repo: source.repo, ...reviewsJson(switched) }
    },
    print: ({ repo, state, reason, remedy }, _, { id }) => ({
      json: { source_id: id, reviews: state, reason, remedy },
      text:
        state === 'refused'
          ? `Open pull requests of ${repo} cannot be reviewed. ${reason} ${remedy}\n`
          : `Open pull requests of ${repo} are ${state === 'on' ? '' : 'not '}reviewed.\n`,
    }),
  }),
  remove: action({
    summary: 'Disconnect a repository. Its recorded pull requests stay.',
    role: 'owner',
    input: z.object({ id }),
    args: ['id'],
    async run(acting, { id }) {
      const { host, repo, ...source } = await sourceById(acting.db.read, id)
      await acting.db.write(tx => disconnect(tx, acting, { ...source, host, repo }))
      return { host, repo }
    },
    print: ({ host, repo }, _, { id }) => ({
      json: { source_id: id },
      text: `${host}/${repo} is disconnected. Remove its webhook on the host too.\n`,
    }),
  }),
  backfill: action({
    summary:
      'Have a server or worker read the past merges of a connection. What is published waits for a person to look at it.',
    role: 'owner',
    input: z.object({
      id,
      /** Left out for all merges. */
      since: instant.optional(),
      past: z.enum(PASTS).exclude(['publish']).default('month'),
    }),
    args: ['id'],
    async run(acting, { id, since = null, past }) {
      const source = await sourceById(acting.db.read, id)
      const run = await acting.db.write(tx => beginBackfill(tx, acting, source, { since, past }))
      return { runId: run.id }
    },
    print: ({ runId }) => ({ text: `The run ${runId} reads them.\n` }),
  }),
}
