import { Hono } from 'hono'
import { z } from 'zod'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import { entryById, liveEntriesOf } from '#changelog/entries/store.ts'
import { entryContents } from '#changelog/feeds/content.ts'
import {
  bestMerges,
  historyCounts,
  type PublishableMerge,
  publishAtMerge,
  publishablePast,
} from '#changelog/first-history.ts'
import { MAX_ITEMS_PER_REQUEST } from '#changelog/limits.ts'
import { mayRegister } from '#pipeline/github-app/register.ts'
import { countLastMonth, lastMonthAsDrafts, pastAsHistory } from '#pipeline/ingest/change-past.ts'
import { draftPull } from '#pipeline/ingest/draft-history.ts'
import type { Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { listAppSummaries } from '#pulls/connections/apps.ts'
import { HOSTS, SOURCE_PROVIDERS } from '#pulls/hosts/hosts.ts'
import type { WebContext } from '#web/context.ts'
import { jsonBody } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize, seen } from '../authorize.ts'

const BEST_SHOWN = 20
/** A longer list is not looked through. */
const PAST_SHOWN = 500

const approval = z.object({
  items: z
    .array(z.object({ pull: z.uuid(), seen: seen.nullable() }))
    .min(1)
    .max(MAX_ITEMS_PER_REQUEST),
})

const pastChoice = z.object({ past: z.enum(['history', 'month']) })

/** A merge as customers would read of it. */
const shown = (merges: readonly PublishableMerge[]) =>
  entryContents(merges).then(contents =>
    merges.map(({ body: _, isBreaking, isDoubtful, ...merge }, at) => ({
      ...merge,
      isBreaking: isBreaking === 1,
      isDoubtful: isDoubtful === 1,
      html: contents[at]?.html ?? '',
    })),
  )

/** The path of a new account from its first source to its first published entry. */
export function start(web: WebContext) {
  const { db, dashboard } = web
  return new Hono<SessionEnv>()
    .get('/accounts/:account/start', async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      return c.json({
        ...(await historyCounts(db.read, accountId)),
        lastMonth: await countLastMonth(db.read, accountId),
        /** The sites of GitHub on which there is an app of this server. */
        gitHubApps: (await listAppSummaries(db.read)).map(({ apiUrl }) => HOSTS.github.siteOf(apiUrl)),
        mayCreateGitHubApp: await mayRegister(db.read),
        codeHosts: SOURCE_PROVIDERS.map(value => ({ value, label: HOSTS[value].label })),
        baseUrl: web.baseUrl,
        readsGitDirectories: dashboard.gitRoots.isAllowed,
      })
    })
    .get('/accounts/:account/start/best', async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      return c.json({ merges: await shown(await bestMerges(db.read, accountId, BEST_SHOWN)) })
    })
    .get('/accounts/:account/start/past', async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      const { merges, ...counts } = await publishablePast(db.read, accountId, PAST_SHOWN)
      return c.json({ ...counts, merges: await shown(merges) })
    })
    .put('/accounts/:account/start/past', jsonBody(pastChoice), async c => {
      const { accountId, action } = await authorize(web, c, 'writer')
      const { past } = c.req.valid('json')
      await db.write(tx =>
        past === 'history' ? pastAsHistory(tx, accountId) : lastMonthAsDrafts(tx, action, accountId),
      )
      return c.json(await historyCounts(db.read, accountId))
    })
    .post('/accounts/:account/start/approve', jsonBody(approval), async c => {
      const { accountId, action } = await authorize(web, c, 'publisher')
      const published: string[] = []
      const failed: { pull: string; detail: string }[] = []
      for (const [position, item] of c.req.valid('json').items.entries()) {
        try {
          const one = { ...action, change: { ...action.change, position } }
          await db.write(tx => publishPast(tx, one, accountId, item))
          published.push(item.pull)
        } catch (error) {
          if (!(error instanceof AppError) || error.code === 'unavailable') throw error
          failed.push({ pull: item.pull, detail: error.publicMessage })
        }
      }
      return c.json({ change: action.change.id, published, failed })
    })
}

interface PastItem {
  pull: string
  /** The version of its draft that was read; null where it had none. */
  seen: number | null
}

/** Publishes a merge of the past with its own date. */
async function publishPast(
  tx: Tx,
  action: EntryContext,
  accountId: string,
  { pull, seen }: PastItem,
): Promise<void> {
  const draft =
    seen === null
      ? await draftPull(tx, action, accountId, pull)
      : (await liveEntriesOf(tx, [pull])).get(pull)?.id
  const before = await entryById(tx, draft ?? '')
  await publishAtMerge(tx, action, before.id, { seen: seen ?? before.version, accountId })
}
