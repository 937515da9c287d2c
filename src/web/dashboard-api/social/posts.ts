import { Hono } from 'hono'
import { z } from 'zod'
import { accountTextJson } from '#actions/social/post-text.ts'
import { entryById } from '#changelog/entries/store.ts'
import { listSocialAccounts, type SocialAccount } from '#social/accounts/social-account.ts'
import { isAutomatic, isHistory, requestWords } from '#social/posts/plan.ts'
import { listPosts, namesOfPosts, POST_STATES, type Post, postsOfEntry } from '#social/posts/post.ts'
import { textsOf } from '#social/posts/texts.ts'
import type { WebContext } from '#web/context.ts'
import { queryParameters } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize, nextCursor, positionAfter } from '../authorize.ts'

const filter = z.object({
  state: z.enum(POST_STATES).optional(),
  socialAccount: z.string().optional(),
  waiting: z.enum(['true', 'false']).optional(),
  after: z.string().max(200).optional(),
})

/** Routes for the posts of an account. All members see them. */
export function posts(web: WebContext) {
  const { db } = web
  return new Hono<SessionEnv>().get('/accounts/:account/posts', queryParameters(filter), async c => {
    const { accountId } = await authorize(web, c, 'viewer')
    const { state, socialAccount, waiting, after } = c.req.valid('query')
    const asked = { accountId, state, socialAccountId: socialAccount, isWaiting: waiting === 'true' }
    const { posts, next } = await listPosts(db.read, asked, positionAfter(after))
    const names = await namesOfPosts(db.read, posts)
    const named = posts.map(post => ({ ...postJson(post), ...names.get(post.id) }))
    return c.json({ posts: named, next: nextCursor(next) })
  })
}

/** Routes for the posts of an entry, and its text for each social account of its set. */
export function entryPosts(web: WebContext) {
  const { db, dashboard } = web
  return new Hono<SessionEnv>().get('/accounts/:account/entries/:entry/posts', async c => {
    const { accountId, action } = await authorize(web, c, 'viewer')
    const entry = await entryById(db.read, c.req.param('entry'), accountId)
    const posts = await postsOfEntry(db.read, entry.id)
    const accounts = (await listSocialAccounts(db.read, accountId)).filter(
      ({ id, setId }) => setId === entry.setId || posts.some(post => post.socialAccountId === id),
    )
    const social = dashboard.social(action.actor)
    const texts = await textsOf(db.read, social, entry, accounts)
    const mayChange =
      entry.state === 'draft' || entry.state === 'queued' || posts.some(({ state }) => state === 'planned')
    if (mayChange && texts.some(({ isEdited }) => !isEdited) && (await social.hasWriter(db.read, accountId)))
      await db.write(tx => requestWords(tx, action, social, entry))
    const isPast = await isHistory(db.read, entry)
    const goesOut = (account: SocialAccount) =>
      account.setId === entry.setId && !isPast && isAutomatic(account, entry)
    return c.json({
      texts: texts.map(one => ({ ...accountTextJson(one), isAutomatic: goesOut(one.account) })),
      posts: posts.map(postJson),
      isHistory: isPast,
    })
  })
}

const postJson = ({ accountId: _, ...post }: Post) => post
