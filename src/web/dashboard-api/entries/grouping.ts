import { Hono } from 'hono'
import { z } from 'zod'
import { accountById } from '#accounts/account.ts'
import { declineGroup, proposeGroups } from '#changelog/entries/group-proposals.ts'
import { groupEntries, MAX_PULLS_PER_ENTRY, ungroupEntry } from '#changelog/entries/grouping.ts'
import { listedEntry } from '#changelog/entries/list.ts'
import {
  proposeRoundUps,
  type RoundUpScope,
  releaseScope,
  roundUp,
  weekContaining,
} from '#changelog/entries/round-ups.ts'
import { recordEntryChange } from '#changelog/inbox/changes.ts'
import type { Reader } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { listRepositories } from '#pulls/repositories.ts'
import type { WebContext } from '#web/context.ts'
import { authorize, entryJson, seen } from '#web/dashboard-api/authorize.ts'
import { jsonBody } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'

const ids = z.array(z.uuid()).max(MAX_PULLS_PER_ENTRY)
const newGroup = z.object({ entryIds: ids, pullRequestIds: ids.default([]) })
const declined = z.object({ topics: z.array(z.string().max(300)).min(1).max(50), entryIds: ids.min(2) })
const span = z.object({
  /** Any time of the week, in milliseconds since 1970. */
  week: z.int().optional(),
  tag: z.string().min(1).max(300).optional(),
  repositoryId: z.uuid().optional(),
})

/** Groups and round-ups of entries, and ungrouping. For writers, since only drafts are grouped. */
export function grouping(web: WebContext) {
  const { db } = web
  return new Hono<SessionEnv>()
    .get('/accounts/:account/proposals', async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      const [groups, roundUps] = [
        await proposeGroups(db.read, accountId),
        await proposeRoundUps(db.read, accountId),
      ]
      return c.json({ groups, roundUps })
    })
    .post('/accounts/:account/proposals/decline', jsonBody(declined), async c => {
      const { accountId, action } = await authorize(web, c, 'writer')
      await db.write(tx => declineGroup(tx, action, accountId, c.req.valid('json')))
      return c.json({ declined: true })
    })
    .post('/accounts/:account/groups', jsonBody(newGroup), async c => {
      const { accountId, action } = await authorize(web, c, 'writer')
      const entry = await db.write(async tx => {
        const group = await groupEntries(tx, action, accountId, c.req.valid('json'))
        await recordEntryChange(tx, action, 'group', null, group)
        return group
      })
      return c.json(entryJson(await listedEntry(db.read, entry)))
    })
    .post('/accounts/:account/entries/:entry/ungroup', jsonBody(z.object({ seen })), async c => {
      const { accountId, action } = await authorize(web, c, 'writer')
      const seen = c.req.valid('json').seen
      const back = await db.write(tx => ungroupEntry(tx, action, c.req.param('entry'), { seen, accountId }))
      const listed = await Promise.all(back.map(entry => listedEntry(db.read, entry)))
      return c.json({ entries: listed.map(entryJson) })
    })
    .post('/accounts/:account/round-ups', jsonBody(span), async c => {
      const { accountId, action } = await authorize(web, c, 'writer')
      const { repositoryId, ...input } = c.req.valid('json')
      if (repositoryId !== undefined) await requireRepository(db.read, accountId, repositoryId)
      const { timeZone } = await accountById(db.read, accountId)
      const wished = { ...spanFrom(input, timeZone), repositoryId }
      const entry = await db.write(async tx => {
        const group = await roundUp(tx, action, accountId, wished)
        await recordEntryChange(tx, action, 'group', null, group)
        return group
      })
      return c.json(entryJson(await listedEntry(db.read, entry)))
    })
}

type Input = { week?: number | undefined; tag?: string | undefined }

function spanFrom({ week, tag }: Input, zone: string): RoundUpScope {
  if (week !== undefined && tag === undefined) return weekContaining(week, zone)
  if (week === undefined && tag !== undefined) return releaseScope(tag)
  throw new AppError('invalid_parameter', 'A round-up is of a week or of a tag.')
}

async function requireRepository(db: Reader, accountId: string, id: string): Promise<void> {
  const all = await listRepositories(db, accountId)
  if (!all.some(one => one.id === id)) throw new AppError('not_found', 'The account has no such repository.')
}
