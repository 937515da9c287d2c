import type { Service } from '#app/service.ts'
import { openSocial } from '#app/social.ts'
import { entryById } from '#changelog/entries/store.ts'
import { type CommandContext, type CommandResult, command } from '#cli/command.ts'
import { ACCOUNT, choice, flag, text } from '#cli/options.ts'
import { operator, withAccount, withService } from '#cli/with-service.ts'
import { isoOf } from '#platform/clock.ts'
import type { Tx } from '#platform/db/schema.ts'
import { cursorOf, positionFrom } from '#platform/page-cursor.ts'
import { socialAccountById } from '#social/accounts/social-account.ts'
import {
  cancelPost,
  holdPost,
  resolvePost,
  retryPost,
  sendEntry,
  sendNow,
  withdrawAgain,
} from '#social/posts/actions.ts'
import { listPosts, POST_STATES, type Post, postById } from '#social/posts/post.ts'

export const listCommand = command({
  usage: 'post list',
  summary: 'List the posts of an account, newest first.',
  options: { account: ACCOUNT, state: choice(POST_STATES), entry: text('ENTRY'), after: text('CURSOR') },
  run({ account: id, state, entry, after }, _, context) {
    return withAccount(context, id, async (account, { db }) => {
      const filter = { accountId: account.id, state, entryId: entry }
      const { posts, next } = await listPosts(
        db.read,
        filter,
        after === undefined ? undefined : positionFrom(after),
      )
      return {
        json: { posts: posts.map(postForm), next: next && cursorOf(next) },
        text: posts.map(lineOf).join('') || 'No posts.\n',
      }
    })
  },
})

export const sendCommand = command({
  usage: 'post send POST|ENTRY',
  summary: 'Send a planned or held post now, or post a published entry to a social account.',
  options: { to: text('SOCIAL_ACCOUNT') },
  run: ({ to }, [id = ''], context) =>
    changePost(context, async (service, tx) => {
      if (to === undefined) return sendNow(tx, operator(service), await postById(tx, id))
      const entry = await entryById(tx, id)
      const account = await socialAccountById(tx, to, entry.accountId)
      return sendEntry(tx, openSocial(service, 'command-line'), entry, account)
    }),
})

export const holdCommand = command({
  usage: 'post hold POST',
  summary: 'Keep a planned post back until "post send" sends it.',
  options: {},
  run: (_, [id = ''], context) =>
    changePost(context, async (service, tx) => holdPost(tx, operator(service), await postById(tx, id))),
})

export const cancelCommand = command({
  usage: 'post cancel POST',
  summary: 'Give up a post that is planned, held or failed.',
  options: {},
  run: (_, [id = ''], context) =>
    changePost(context, async (service, tx) => cancelPost(tx, operator(service), await postById(tx, id))),
})

export const retryCommand = command({
  usage: 'post retry POST',
  summary: 'Send a failed post again, or look up an unknown one on its network.',
  options: {},
  run: (_, [id = ''], context) =>
    changePost(context, async (service, tx) =>
      retryPost(tx, openSocial(service, 'command-line'), await postById(tx, id)),
    ),
})

export const resolveCommand = command({
  usage: 'post resolve POST',
  summary:
    'Say what you saw on the network of a post whose outcome is unknown. An absent one can then be retried.',
  options: { posted: text('URL'), absent: flag },
  exactlyOne: ['posted', 'absent'],
  run({ posted }, [id = ''], context) {
    const seen =
      posted === undefined ? { outcome: 'absent' as const } : { outcome: 'posted' as const, url: posted }
    return changePost(context, async (service, tx) =>
      resolvePost(tx, operator(service), await postById(tx, id), seen),
    )
  },
})

export const withdrawCommand = command({
  usage: 'post withdraw POST',
  summary: 'Remove a post from its network.',
  options: {},
  run: (_, [id = ''], context) =>
    changePost(context, async (service, tx) => withdrawAgain(tx, operator(service), await postById(tx, id))),
})

const changePost = (
  context: CommandContext,
  change: (service: Service, tx: Tx) => Promise<Post>,
): Promise<CommandResult> =>
  withService(context, async service => {
    const post = await service.db.write(tx => change(service, tx))
    return { json: postForm(post), text: lineOf(post) }
  })

/** A post as `--json` shows it. */
const postForm = (post: Post) => ({
  post_id: post.id,
  entry_id: post.entryId,
  social_account_id: post.socialAccountId,
  state: post.state,
  held: post.held,
  text: post.text,
  due_at: isoOf(post.dueAt),
  attempted_at: post.attemptedAt === null ? null : isoOf(post.attemptedAt),
  url: post.reference?.url ?? null,
  reason: post.reason,
  withdrawal: post.withdrawal,
})

const lineOf = ({ id, state, held, reason, reference, text }: Post): string => {
  const note = [held && `held: ${held}`, reason, reference?.url].filter(Boolean).join('  ')
  return `${id}  ${state.padEnd(10)}  ${text.split('\n')[0]}${note && `\n    ${note}`}\n`
}
