import { postForm, postLine } from '#actions/post.ts'
import { command } from '#cli/command.ts'
import { ACCOUNT, choice, text } from '#cli/options.ts'
import { withAccount } from '#cli/with-service.ts'
import { cursorOf, positionFrom } from '#platform/page-cursor.ts'
import { listPosts, POST_STATES } from '#social/posts/post.ts'

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
        text: posts.map(postLine).join('') || 'No posts.\n',
      }
    })
  },
})
