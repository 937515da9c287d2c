import { z } from 'zod'
import { entryById } from '#changelog/entries/store.ts'
import { isoOf, isoOrNull } from '#platform/clock.ts'
import type { Tx } from '#platform/db/schema.ts'
import { socialAccountById } from '#social/accounts/social-account.ts'
import type { SocialContext } from '#social/context.ts'
import {
  cancelPost,
  holdPost,
  type Resolution,
  resolvePost,
  retryPost,
  sendEntry,
  sendNow,
  withdrawAgain,
} from '#social/posts/actions.ts'
import { type Post, postById } from '#social/posts/post.ts'
import { action, flag, idOf } from '../action.ts'
import { postTexts } from './post-text.ts'

/** A post as commands print it with `--json`. */
export const postForm = (post: Post) => ({
  post_id: post.id,
  entry_id: post.entryId,
  social_account_id: post.socialAccountId,
  state: post.state,
  held: post.held,
  text: post.text,
  due_at: isoOf(post.dueAt),
  attempted_at: isoOrNull(post.attemptedAt),
  url: post.reference?.url ?? null,
  reason: post.reason,
  withdrawal: post.withdrawal,
})

/** A post as a line of text. */
export const postLine = ({ id, state, held, reason, reference, text }: Post): string => {
  const note = [held && `held: ${held}`, reason, reference?.url].filter(Boolean).join('  ')
  return `${id}  ${state.padEnd(10)}  ${text.split('\n')[0]}${note && `\n    ${note}`}\n`
}

const print = (post: Post) => ({ json: postForm(post), text: postLine(post) })

type Move = (tx: Tx, context: SocialContext, post: Post) => Promise<Post>

/** An action of a publisher on a post. */
const moving = (summary: string, move: Move) =>
  action({
    summary,
    role: 'publisher',
    input: z.object({ id: idOf('post') }),
    args: ['id'],
    run: (acting, { id }) =>
      acting.db.write(async tx =>
        move(tx, acting.services.social(acting.actor), await postById(tx, id, acting.accountId)),
      ),
    print,
  })

/** Actions on posts. */
export const post = {
  ...postTexts,
  send: action({
    summary: 'Send a planned or held post now, or post a published entry to a social account.',
    role: 'publisher',
    input: z.object({ id: idOf('posted'), to: idOf('socialAccount').optional() }),
    args: ['id'],
    run: ({ db, accountId, actor, services }, { id, to }) =>
      db.write(async tx => {
        const social = services.social(actor)
        if (to === undefined) return sendNow(tx, social, await postById(tx, id, accountId))
        const entry = await entryById(tx, id, accountId)
        return sendEntry(tx, social, entry, await socialAccountById(tx, to, accountId))
      }),
    print,
  }),
  hold: moving('Keep a planned post back until "post send" sends it.', holdPost),
  cancel: moving('Give up a post that is planned, held or failed.', cancelPost),
  retry: moving('Send a failed post again, or look up an unknown one on its network.', retryPost),
  withdraw: moving('Remove a post from its network.', withdrawAgain),
  resolve: action({
    summary:
      'Say what you saw on the network of a post whose outcome is unknown. An absent one can then be retried.',
    role: 'publisher',
    input: z
      .object({
        id: idOf('post'),
        posted: z
          .string()
          .max(2_000)
          .optional()
          .meta({ placeholder: 'URL', examples: ['https://social.example/@acme/1'] }),
        absent: flag,
      })
      .refine(({ posted, absent }) => (posted === undefined) !== (absent === undefined), {
        error: 'Give either where it was posted or that it is absent',
      }),
    args: ['id'],
    run({ db, accountId, ...acting }, { id, posted }) {
      const seen: Resolution =
        posted === undefined ? { outcome: 'absent' } : { outcome: 'posted', url: posted }
      return db.write(async tx => resolvePost(tx, acting, await postById(tx, id, accountId), seen))
    },
    print,
  }),
}
