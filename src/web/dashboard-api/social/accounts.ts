import { Hono } from 'hono'
import { z } from 'zod'
import { listSets } from '#accounts/sets.ts'
import { KINDS } from '#judgement/classification/classification.ts'
import { reconnection, startAuthorization } from '#social/accounts/authorize.ts'
import { connectWithSecret, notVerified } from '#social/accounts/connect.ts'
import { finalEnd } from '#social/accounts/credentials.ts'
import { disconnectSocialAccount } from '#social/accounts/disconnect.ts'
import { verifySocialAccount } from '#social/accounts/health.ts'
import { changeSocialAccount, moveSocialAccount } from '#social/accounts/manage.ts'
import {
  handleOf,
  listSocialAccounts,
  POST_RULES,
  type SocialAccount,
  socialAccountById,
} from '#social/accounts/social-account.ts'
import type { SocialContext } from '#social/context.ts'
import { VISIBILITIES } from '#social/network.ts'
import { budgetOf } from '#social/posts/budget.ts'
import { changePostDelay, postDelay } from '#social/posts/settings.ts'
import { NETWORKS, type NetworkName } from '#social/settings.ts'
import type { WebContext } from '#web/context.ts'
import { jsonBody } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize } from '../authorize.ts'

const secret = z.string().min(1).max(10_000)

const newAccount = z.object({
  network: z.enum(NETWORKS),
  instance: z.string().max(300).nullable(),
  handle: z.string().max(300).nullable(),
  secret,
  setId: z.string().nullable(),
})

const change = z.object({
  setId: z.string().nullable().optional(),
  rules: z.partialRecord(z.enum(KINDS), z.enum(POST_RULES)).optional(),
  language: z.string().max(40).nullable().optional(),
  visibility: z.enum(VISIBILITIES).optional(),
  hashtags: z.array(z.string().max(100)).max(20).optional(),
  budget: z.int().nullable().optional(),
})

/** Social accounts and how they post. All members see them; owners connect and change them. */
export function socialAccounts(web: WebContext) {
  const { db, dashboard } = web
  const found = (id: string, accountId: string) => socialAccountById(db.read, id, accountId)
  return new Hono<SessionEnv>()
    .get('/accounts/:account/social', async c => {
      const { accountId, action } = await authorize(web, c, 'viewer')
      const social = dashboard.social(action.actor)
      const accounts = await listSocialAccounts(db.read, accountId)
      return c.json({
        accounts: await Promise.all(accounts.map(account => accountDetail(social, account))),
        networks: await Promise.all(NETWORKS.map(name => networkJson(social, name))),
        sets: (await listSets(db.read, accountId)).map(({ id, name }) => ({ id, name })),
        delayMs: await postDelay(db.read, accountId),
      })
    })
    .post('/accounts/:account/social', jsonBody(newAccount), async c => {
      const { accountId, action } = await authorize(web, c, 'owner')
      const { network, setId, ...request } = c.req.valid('json')
      const target = { accountId, network, setId }
      return c.json(
        socialAccountJson(await connectWithSecret(dashboard.social(action.actor), target, request)),
      )
    })
    .post(
      '/accounts/:account/social-authorizations',
      jsonBody(newAccount.omit({ secret: true })),
      async c => {
        const { accountId, action } = await authorize(web, c, 'owner')
        const request = {
          accountId,
          personId: c.var.person.id,
          reconnects: null,
          ...c.req.valid('json'),
        }
        const { url, expiresAt } = await startAuthorization(dashboard.social(action.actor), request)
        return c.json({ url, expiresAt })
      },
    )
    .patch('/accounts/:account/social/:socialAccount', jsonBody(change), async c => {
      const { accountId, action } = await authorize(web, c, 'owner')
      const { setId, ...settings } = c.req.valid('json')
      const before = await found(c.req.param('socialAccount'), accountId)
      const input = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))
      const after = await db.write(async tx => {
        const moved = setId === undefined ? before : await moveSocialAccount(tx, action, before, setId)
        return Object.keys(input).length === 0 ? moved : changeSocialAccount(tx, action, moved, input)
      })
      return c.json(socialAccountJson(after))
    })
    .post('/accounts/:account/social/:socialAccount/verify', async c => {
      const { accountId, action } = await authorize(web, c, 'publisher')
      const account = await found(c.req.param('socialAccount'), accountId)
      const verified = await verifySocialAccount(dashboard.social(action.actor), account).catch(notVerified)
      return c.json(socialAccountJson(verified))
    })
    .post('/accounts/:account/social/:socialAccount/reconnect', jsonBody(z.object({ secret })), async c => {
      const { accountId, action } = await authorize(web, c, 'owner')
      const expected = await found(c.req.param('socialAccount'), accountId)
      const { network, instance } = expected
      const request = { instance, handle: handleOf(expected), secret: c.req.valid('json').secret }
      const target = { accountId, network, expected }
      return c.json(
        socialAccountJson(await connectWithSecret(dashboard.social(action.actor), target, request)),
      )
    })
    .post('/accounts/:account/social/:socialAccount/authorization', async c => {
      const { accountId, action } = await authorize(web, c, 'owner')
      const account = await found(c.req.param('socialAccount'), accountId)
      const request = { ...reconnection(account), personId: c.var.person.id }
      const { url, expiresAt } = await startAuthorization(dashboard.social(action.actor), request)
      return c.json({ url, expiresAt })
    })
    .delete('/accounts/:account/social/:socialAccount', async c => {
      const { accountId, action } = await authorize(web, c, 'owner')
      const account = await found(c.req.param('socialAccount'), accountId)
      await disconnectSocialAccount(dashboard.social(action.actor), account)
      return c.json({ disconnected: true })
    })
    .put('/accounts/:account/post-delay', jsonBody(z.object({ delayMs: z.int() })), async c => {
      const { accountId, action } = await authorize(web, c, 'owner')
      const { delayMs } = c.req.valid('json')
      await db.write(tx => changePostDelay(tx, action, accountId, delayMs))
      return c.json({ delayMs })
    })
}

/** A social account with what it has spent, and the end of access that it cannot renew by itself. */
async function accountDetail(social: SocialContext, account: SocialAccount) {
  const { price } = await social.networks[account.network]()
  return {
    ...socialAccountJson(account),
    accessEndsAt: account.expiresAt === null ? null : await finalEnd(social, account.id),
    month: price === null ? null : await budgetOf(social.db.read, account, social.clock.now()),
  }
}

/** What a network offers, and what it charges for a post, in micro-dollars. */
async function networkJson(social: SocialContext, name: NetworkName) {
  const { title, secretName, oauth, canEdit, hasVisibility, cards, price, missingSettings } =
    await social.networks[name]()
  return {
    name,
    title,
    secretName,
    canEdit,
    hasVisibility,
    cards,
    offersOAuth: oauth !== null,
    missingSettings: missingSettings?.(social.network.settings) ?? [],
    price: price && { plain: price('New'), withLink: price('https://example.com') },
  }
}

/** A social account without the internal key of its account; credentials are not part of it. */
export const socialAccountJson = ({ accountId: _, ...account }: SocialAccount) => account
