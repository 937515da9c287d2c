import { Hono } from 'hono'
import { z } from 'zod'
import { requireAtLeast } from '#accounts/members.ts'
import { roleToChange } from '#changelog/entries/entry.ts'
import { entryById } from '#changelog/entries/store.ts'
import { listSocialAccounts, type SocialAccount, socialAccountById } from '#social/accounts/social-account.ts'
import { changeText } from '#social/posts/edit-text.ts'
import { isAutomatic, isHistory, requestWords } from '#social/posts/plan.ts'
import { listPosts, namesOfPosts, POST_STATES, type Post, postsOfEntry } from '#social/posts/post.ts'
import { type EntryText, textsOf } from '#social/posts/texts.ts'
import type { WebContext } from '#web/context.ts'
import { jsonBody, queryParameters } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize, nextCursor, positionAfter } from '../authorize.ts'
import { socialAccountJson } from './accounts.ts'

const filter = z.object({
  state: z.enum(POST_STATES).optional(),
  socialAccount: z.string().optional(),
  waiting: z.enum(['true', 'false']).optional(),
  after: z.string().max(200).optional(),
})

/** The posts of an account. All members see them. */
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

const draft = z.object({ text: z.string().max(100_000) })
const text = z.object({ text: draft.shape.text.nullable() })

/** The texts of an entry for each social account of its set, and its posts. Who may change the entry may change its texts. */
export function entryPosts(web: WebContext) {
  const { db, dashboard } = web
  return new Hono<SessionEnv>()
    .get('/accounts/:account/entries/:entry/posts', async c => {
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
      if (
        mayChange &&
        texts.some(({ isEdited }) => !isEdited) &&
        (await social.hasWriter(db.read, accountId))
      )
        await db.write(tx => requestWords(tx, action, social, entry))
      const isPast = await isHistory(db.read, entry)
      const goesOut = (account: SocialAccount) =>
        account.setId === entry.setId && !isPast && isAutomatic(account, entry)
      return c.json({
        texts: texts.map(one => ({ ...textJson(one), isAutomatic: goesOut(one.account) })),
        posts: posts.map(postJson),
        isHistory: isPast,
      })
    })
    .put('/accounts/:account/entries/:entry/posts/:socialAccount/text', jsonBody(text), async c => {
      const { accountId, membership, action } = await authorize(web, c, 'writer')
      const entry = await entryById(db.read, c.req.param('entry'), accountId)
      requireAtLeast(membership, roleToChange(entry))
      const account = await socialAccountById(db.read, c.req.param('socialAccount'), accountId)
      const context = dashboard.social(action.actor)
      const edited = await changeText(context, entry, account, c.req.valid('json').text)
      return c.json(textJson(edited))
    })
    .post('/accounts/:account/social/:socialAccount/check', jsonBody(draft), async c => {
      const { accountId, action } = await authorize(web, c, 'viewer')
      const account = await socialAccountById(db.read, c.req.param('socialAccount'), accountId)
      const network = await dashboard.social(action.actor).networks[account.network]()
      const { text } = c.req.valid('json')
      return c.json({ check: network.check(text, account.limits), price: network.price?.(text) ?? null })
    })
}

const postJson = ({ accountId: _, ...post }: Post) => post

const textJson = ({ account, ...rest }: EntryText) => ({ account: socialAccountJson(account), ...rest })
