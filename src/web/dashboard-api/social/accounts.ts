import { Hono } from 'hono'
import { LRUCache } from 'lru-cache'
import { listSets, setSizes } from '#accounts/sets.ts'
import { socialAccountJson } from '#actions/social/social.ts'
import { pictureFrom } from '#changelog/entries/images/picture.ts'
import { entryById } from '#changelog/entries/store.ts'
import { linkPicture } from '#changelog/page/cards/link-picture.ts'
import { AppError } from '#platform/errors.ts'
import { finalEnd } from '#social/accounts/credentials.ts'
import { listSocialAccounts, type SocialAccount, socialAccountById } from '#social/accounts/social-account.ts'
import type { SocialContext } from '#social/context.ts'
import { budgetOf } from '#social/posts/budget.ts'
import { NETWORKS, type NetworkName } from '#social/settings.ts'
import type { WebContext } from '#web/context.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize } from '../authorize.ts'

/** Routes for social accounts, how they post, and their sets. All members see them. */
export function socialAccounts(web: WebContext) {
  const { db, dashboard } = web
  return new Hono<SessionEnv>()
    .get('/accounts/:account/social', async c => {
      const { accountId, action } = await authorize(web, c, 'viewer')
      const social = dashboard.social(action.actor)
      const accounts = await listSocialAccounts(db.read, accountId)
      return c.json({
        accounts: await Promise.all(accounts.map(account => accountDetail(social, account))),
        networks: await Promise.all(NETWORKS.map(name => networkJson(social, name))),
        sets: (await listSets(db.read, accountId)).map(({ id, name }) => ({ id, name })),
      })
    })
    .get('/accounts/:account/sets', async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      const [all, sizes] = [await listSets(db.read, accountId), await setSizes(db.read, accountId)]
      const sets = all.map(({ id, name, createdAt }) => {
        const { entries = 0, published = 0 } = sizes.get(id) ?? {}
        return { id, name, createdAt, entries, published }
      })
      return c.json({ sets, total: sets.length })
    })
}

/** A social account with what it has spent, and when its access ends if that cannot be renewed automatically. */
async function accountDetail(social: SocialContext, account: SocialAccount) {
  const { price } = await social.networks[account.network]()
  return {
    ...socialAccountJson(account),
    accessEndsAt: account.expiresAt === null ? null : await finalEnd(social, account.id),
    month: price === null ? null : await budgetOf(social.db.read, account, social.clock.now()),
  }
}

/** What a network offers, and its price of a post in micro-dollars. */
async function networkJson(social: SocialContext, name: NetworkName) {
  const { title, secretName, oauth, canEdit, visibilities, cards, price, missingSettings } =
    await social.networks[name]()
  return {
    name,
    title,
    secretName,
    canEdit,
    visibilities,
    cards,
    offersOAuth: oauth !== null,
    missingSettings: missingSettings?.(social.network.settings) ?? [],
    price: price && { plain: price('New'), withLink: price('https://example.com') },
  }
}

const CACHED_BYTES = 4_000_000
const HEADERS = { 'Content-Security-Policy': "default-src 'none'; sandbox" }

/**
 * Routes for the pictures of social accounts and of link cards. The server fetches them, because pages of the
 * dashboard load nothing from other hosts.
 */
export function socialPictures(web: WebContext) {
  const { db, dashboard } = web
  const avatars = new LRUCache<string, Awaited<ReturnType<typeof pictureFrom>>>({ maxSize: CACHED_BYTES })
  const avatarOf = async ({ accountId, instance, profile }: SocialAccount, actor: string) => {
    if (profile.avatarUrl === null) throw new AppError('not_found', 'The social account has no picture.')
    const key = `${instance} ${profile.avatarUrl}`
    const cached = avatars.get(key)
    if (cached) return cached
    const response = await dashboard.social(actor).network.fetchFrom(instance)(profile.avatarUrl)
    if (!response.ok) throw new AppError('not_found', 'The network does not give the picture.')
    const picture = await pictureFrom(new Uint8Array(await response.arrayBuffer()), accountId)
    avatars.set(key, picture, { size: picture.bytes.length })
    return picture
  }
  return new Hono<SessionEnv>()
    .get('/accounts/:account/social/:socialAccount/picture', async c => {
      const { accountId, action } = await authorize(web, c, 'viewer')
      const account = await socialAccountById(db.read, c.req.param('socialAccount'), accountId)
      const { bytes, mediaType } = await avatarOf(account, action.actor)
      return c.body(new Uint8Array(bytes), 200, { ...HEADERS, 'Content-Type': mediaType })
    })
    .get('/accounts/:account/entries/:entry/card', async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      const entry = await entryById(db.read, c.req.param('entry'), accountId)
      const { bytes, mediaType } = await linkPicture(db.read, entry)
      return c.body(new Uint8Array(bytes), 200, { ...HEADERS, 'Content-Type': mediaType })
    })
}
