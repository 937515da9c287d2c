import { Hono } from 'hono'
import { z } from 'zod'
import { type Account, accountById, renameAccount } from '#accounts/account.ts'
import { changeVoice, type Voice, voiceOf } from '#accounts/voice.ts'
import { changeSchedule } from '#changelog/publishing/schedule.ts'
import type { WebContext } from '#web/context.ts'
import { jsonBody } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize } from '../authorize.ts'

const settings = z.object({
  name: z.string().max(1_000).optional(),
  timeZone: z.string().max(100).optional(),
  language: z.string().max(100).optional(),
})

const text = z.string().max(10_000)
const words = z.array(z.string().max(1_000)).max(1_000)
const voiceChange = z
  .object({ product: text, audience: text, guide: text, wordsToUse: words, wordsToAvoid: words })
  .partial()

/** The account's name, time zone and language, and its voice. All members see them; owners change them. */
export function settingsRoutes(web: WebContext) {
  const { db } = web
  return new Hono<SessionEnv>()
    .get('/accounts/:account/settings', async c => {
      const { accountId, membership } = await authorize(web, c, 'viewer')
      return c.json({ ...shown(await accountById(db.read, accountId)), role: membership.role })
    })
    .patch('/accounts/:account/settings', jsonBody(settings), async c => {
      const { accountId, action } = await authorize(web, c, 'owner')
      const { name, ...schedule } = c.req.valid('json')
      const isSchedule = Object.values(schedule).some(value => value !== undefined)
      const after = await db.write(async tx => {
        if (name !== undefined) await renameAccount(tx, action, await accountById(tx, accountId), name)
        if (isSchedule) await changeSchedule(tx, action, accountId, schedule)
        return accountById(tx, accountId)
      })
      return c.json(shown(after))
    })
    .get('/accounts/:account/voice', async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      return c.json(await voiceOf(db.read, accountId))
    })
    .patch('/accounts/:account/voice', jsonBody(voiceChange), async c => {
      const { accountId, action } = await authorize(web, c, 'owner')
      const given = Object.entries(c.req.valid('json')).filter(([, value]) => value !== undefined)
      const change: Partial<Voice> = Object.fromEntries(given)
      return c.json(await db.write(tx => changeVoice(tx, action, accountId, change)))
    })
}

const shown = ({ publicId, name, timeZone, language, createdAt }: Account) => ({
  accountId: publicId,
  name,
  timeZone,
  language,
  createdAt,
})
