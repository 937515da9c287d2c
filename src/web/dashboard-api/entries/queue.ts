import { Hono } from 'hono'
import { accountById } from '#accounts/account.ts'
import { listSets } from '#accounts/sets.ts'
import { briefJson } from '#actions/entries/entry-json.ts'
import { timeJson } from '#actions/entries/schedule.ts'
import { openEditionOf } from '#changelog/editions/edition.ts'
import { sizeNow } from '#changelog/editions/items.ts'
import { listPublishFailures } from '#changelog/entries/publish-failures.ts'
import { pausesOf } from '#changelog/publishing/pauses.ts'
import { listQueue } from '#changelog/publishing/queue.ts'
import { cadenceOf, freeTimesByLane, timesOf } from '#changelog/schedule/times.ts'
import type { WebContext } from '#web/context.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize } from '../authorize.ts'

/** How many free times are listed for each lane: a year of monthly ones. */
const FREE_SHOWN = 12

/** The route of the queue and its schedule. All members see them. */
export function queue(web: WebContext) {
  const { db, clock } = web
  return new Hono<SessionEnv>().get('/accounts/:account/queue', async c => {
    const own = await authorize(web, c, 'viewer')
    const now = clock.now()
    const account = await accountById(db.read, own.account.id)
    const entries = await listQueue(db.read, account.id)
    const edition = await openEditionOf(db.read, account.id)
    const times = await timesOf(db.read, account.id)
    return c.json({
      now,
      timeZone: account.timeZone,
      paused: await pausesOf(db.read, account.id, now),
      times: times.map(timeJson),
      free: await freeTimesByLane(db.read, account.id, now, FREE_SHOWN),
      /** Null if no time of the schedule takes editions. */
      period: cadenceOf(times, account.timeZone)?.period ?? null,
      urgentAtOnce: account.urgentAtOnce,
      feedsListItems: account.feedsListItems,
      sets: (await listSets(db.read, account.id)).map(({ id, name }) => ({ id, name })),
      failures: (await listPublishFailures(db.read, account.id)).map(({ entryId, error, retryAt }) => ({
        entryId,
        error,
        retryAt,
      })),
      /** The number of entries in the edition that goes out next; null if there is none. */
      editionSize: edition && (await sizeNow(db.read, edition)),
      entries: entries.map(({ entry, externalUrl }) => ({ ...briefJson(entry), externalUrl })),
    })
  })
}
