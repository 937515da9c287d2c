import { Hono } from 'hono'
import { z } from 'zod'
import { type ActivityItem, activityFilters, activityPage, countActivity } from '#accounts/activity.ts'
import { firstMomentOf, type Instant } from '#platform/clock.ts'
import type { Reader } from '#platform/db/schema.ts'
import type { WebContext } from '#web/context.ts'
import { queryParameters } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize, nextCursor, pageParameters, positionAfter } from '../authorize.ts'

/** A day such as `2026-03-31` in the account's time zone. */
const day = z.iso.date()
const parameters = z.object({
  ...pageParameters,
  actor: z.string().max(100).optional(),
  action: z.string().max(100).optional(),
  /** The first day and the last day, both included. */
  from: day.optional(),
  until: day.optional(),
})

/** The route of the activity log, newest first. Open to all members. */
export function activity(web: WebContext) {
  const { db } = web
  return new Hono<SessionEnv>()
    .get('/accounts/:account/activity', queryParameters(parameters), async c => {
      const who = await authorize(web, c, 'viewer')
      const { accountId, account } = who
      const { after, limit, from, until, ...filter } = c.req.valid('query')
      const search = {
        ...filter,
        accountId,
        from: startOf(from, account.timeZone),
        until: startOf(until, account.timeZone, { days: 1 }),
      }
      const page = await activityPage(db.read, { ...search, limit, after: positionAfter(after) })
      return c.json({
        activity: await withTargets(db.read, accountId, page.activity),
        total: await countActivity(db.read, search),
        next: nextCursor(page.next),
      })
    })
    .get('/accounts/:account/activity/filters', async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      return c.json(await activityFilters(db.read, accountId))
    })
}

/** The first moment of a day, or of the day that comes so much later. */
const startOf = (text: string | undefined, timeZone: string, later = { days: 0 }): Instant | undefined =>
  text === undefined
    ? undefined
    : firstMomentOf(Temporal.PlainDate.from(text).add(later).toPlainDateTime(), timeZone)

/** Adds to each item its target, or null if that is not known. */
async function withTargets(db: Reader, accountId: string, items: readonly ActivityItem[]) {
  const subjects = [...new Set(items.map(({ subject }) => subject))]
  const targets = await activityTargets(db, accountId, subjects)
  return items.map(item => ({ ...item, target: targets.get(item.subject) ?? null }))
}

/** The object of an item in the activity log, with its current title or name. The target of a post is its entry. */
interface ActivityTarget {
  type: 'entry' | 'pull request' | 'person' | 'social account'
  id: string
  title: string
}

/** The targets with these ids, by subject id. Subjects of other types are left out. */
async function activityTargets(
  db: Reader,
  accountId: string,
  subjects: readonly string[],
): Promise<Map<string, ActivityTarget>> {
  const found = new Map<string, ActivityTarget>()
  if (subjects.length === 0) return found
  const pulls = db.selectFrom('pull_request').select(['id', 'title']).where('account_id', '=', accountId)
  const entries = db.selectFrom('entry').select(['id', 'title']).where('account_id', '=', accountId)
  const posts = db
    .selectFrom('post')
    .innerJoin('entry', 'entry.id', 'post.entry_id')
    .select(['post.id as subject', 'entry.id', 'entry.title'])
    .where('post.account_id', '=', accountId)
  const socialAccounts = db
    .selectFrom('social_account')
    .select(['id', 'handle'])
    .where('account_id', '=', accountId)
  const people = db.selectFrom('person').select(['id', 'name'])
  for (const { id, title } of await pulls.where('id', 'in', subjects).execute())
    found.set(id, { type: 'pull request', id, title })
  for (const { id, title } of await entries.where('id', 'in', subjects).execute())
    found.set(id, { type: 'entry', id, title })
  for (const { subject, id, title } of await posts.where('post.id', 'in', subjects).execute())
    found.set(subject, { type: 'entry', id, title })
  for (const { id, handle } of await socialAccounts.where('id', 'in', subjects).execute())
    found.set(id, { type: 'social account', id, title: handle })
  for (const { id, name } of await people.where('id', 'in', subjects).execute())
    found.set(id, { type: 'person', id, title: name })
  return found
}
