import { Hono } from 'hono'
import { LRUCache } from 'lru-cache'
import { pictureFrom } from '#changelog/entries/images/picture.ts'
import { entryById } from '#changelog/entries/store.ts'
import { linkPicture } from '#changelog/page/cards/link-picture.ts'
import { AppError } from '#platform/errors.ts'
import { type SocialAccount, socialAccountById } from '#social/accounts/social-account.ts'
import type { WebContext } from '#web/context.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize } from '../authorize.ts'

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
