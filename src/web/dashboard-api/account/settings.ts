import { Hono } from 'hono'
import { accountById } from '#accounts/account.ts'
import { summaryRecipients } from '#accounts/mail/summaries.ts'
import { listSets } from '#accounts/sets.ts'
import { voiceOf } from '#accounts/voice.ts'
import { feedAddresses } from '#changelog/feeds/address.ts'
import { policyOf } from '#changelog/publishing/policy.ts'
import { languagesOf } from '#changelog/translations/translations.ts'
import { addressKey, mailAddressFrom } from '#platform/mail/address.ts'
import type { WebContext } from '#web/context.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize } from '../authorize.ts'

/** Routes of an account's settings, voice, publishing policy and weekly summary, which all members see. */
export function settingsRoutes(web: WebContext) {
  const { db, dashboard } = web
  return new Hono<SessionEnv>()
    .get('/accounts/:account/settings', async c => {
      const { accountId, membership } = await authorize(web, c, 'viewer')
      const account = await accountById(db.read, accountId)
      const { publicId, name, timeZone, language, createdAt, deletesAt } = account
      const { role } = membership
      return c.json({ accountId: publicId, name, timeZone, language, createdAt, deletesAt, role })
    })
    .get('/accounts/:account/voice', async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      return c.json(await voiceOf(db.read, accountId))
    })
    .get('/accounts/:account/policy', async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      return c.json(await policyOf(db.read, accountId))
    })
    .get('/accounts/:account/summary', async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      const address = mailAddressFrom(c.var.person.email)
      const recipients = await summaryRecipients(db.read, accountId)
      return c.json({
        address,
        isMailConfigured: dashboard.offers.mail,
        isSubscribed: recipients.some(one => addressKey(one) === addressKey(address)),
      })
    })
}

/**
 * The route of the feed settings: addresses, the origins that may read them, and which pull requests they link to. All members see them.
 */
export function feeds(web: WebContext) {
  const { db, baseUrl } = web
  return new Hono<SessionEnv>().get('/accounts/:account/feeds', async c => {
    const { accountId } = await authorize(web, c, 'viewer')
    const account = await accountById(db.read, accountId)
    const sets = await listSets(db.read, accountId)
    return c.json({
      accountId: account.publicId,
      origins: account.allowedOrigins,
      hidesPrivatePulls: account.hidesPrivatePulls,
      all: feedAddresses(baseUrl, account),
      translations: (await languagesOf(db.read, accountId)).map(language => ({
        language,
        ...feedAddresses(baseUrl, account, undefined, language),
      })),
      sets: sets.map(({ id, name }) => ({ id, name, ...feedAddresses(baseUrl, account, id) })),
    })
  })
}
