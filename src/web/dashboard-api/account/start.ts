import { Hono } from 'hono'
import { entryContents } from '#changelog/feeds/content.ts'
import {
  bestMerges,
  historyCounts,
  type PublishableMerge,
  publishablePast,
} from '#changelog/first-history.ts'
import { mayRegister } from '#pipeline/github-app/register.ts'
import { countProposed } from '#pipeline/ingest/change-past.ts'
import { besideMachine } from '#pipeline/ingest/own-changelogs.ts'
import { listAppSummaries } from '#pulls/connections/apps.ts'
import { CODE_HOSTS, HOSTS } from '#pulls/hosts/hosts.ts'
import type { WebContext } from '#web/context.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize } from '../authorize.ts'

const BEST_SHOWN = 20
const BESIDE_SHOWN = 6
/** The most merges that are listed, since nobody reads through more. */
const PAST_SHOWN = 500

/** The merges with their words as customers would read them. */
const shown = (merges: readonly PublishableMerge[]) =>
  entryContents(merges).then(contents =>
    merges.map(({ body: _, isBreaking, isDoubtful, ...merge }, at) => ({
      ...merge,
      isBreaking: isBreaking === 1,
      isDoubtful: isDoubtful === 1,
      html: contents[at]?.html ?? '',
    })),
  )

/** Routes for a new account on its way from the first source to the first published entry. */
export function start(web: WebContext) {
  const { db, dashboard } = web
  return new Hono<SessionEnv>()
    .get('/accounts/:account/start', async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      return c.json({
        ...(await historyCounts(db.read, accountId)),
        /** How many of the past would be proposed as drafts. */
        proposed: await countProposed(db.read, accountId),
        /** The sites of GitHub that this server has an app on. */
        gitHubApps: (await listAppSummaries(db.read)).map(({ apiUrl }) => HOSTS.github.siteOf(apiUrl)),
        mayCreateGitHubApp: await mayRegister(db.read),
        codeHosts: CODE_HOSTS.map(value => {
          const { label, example, webhookSteps, readRights } = HOSTS[value]
          return { value, label, example, webhookSteps, readRights }
        }),
        baseUrl: web.baseUrl,
        readsGitDirectories: dashboard.gitRoots.isAllowed,
      })
    })
    .get('/accounts/:account/start/best', async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      return c.json({ merges: await shown(await bestMerges(db.read, accountId, BEST_SHOWN)) })
    })
    .get('/accounts/:account/start/changelog', async c => {
      const { accountId } = await authorize(web, c, 'writer')
      const [own] = await dashboard.ownChangelogs(accountId, c.req.raw.signal)
      const changelog = own && {
        name: own.name,
        releases: own.texts.length,
        /** What it tells, beside what the machine would have said. */
        beside: await besideMachine(db.read, own, BESIDE_SHOWN),
      }
      return c.json({ changelog: changelog ?? null })
    })
    .get('/accounts/:account/start/past', async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      const { merges, ...counts } = await publishablePast(db.read, accountId, PAST_SHOWN)
      return c.json({ ...counts, merges: await shown(merges) })
    })
}
