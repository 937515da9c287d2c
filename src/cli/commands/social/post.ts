import { postForm, postLine } from '#actions/social/post.ts'
import { accountTextForm, accountTextLines, textForm, textLines } from '#actions/social/post-text.ts'
import { socialAccountForm, socialAccountLine } from '#actions/social/social.ts'
import { openSocial } from '#app/social.ts'
import { entryById } from '#changelog/entries/store.ts'
import { command } from '#cli/command.ts'
import { choice, text } from '#cli/options.ts'
import { accountCommand, withService } from '#cli/with-service.ts'
import { cursorOf, positionFrom } from '#platform/db/page-cursor.ts'
import { listSocialAccounts } from '#social/accounts/social-account.ts'
import { listPosts, POST_STATES } from '#social/posts/post.ts'
import { proposedTexts, textsOf } from '#social/posts/texts.ts'
import { NETWORKS } from '#social/settings.ts'

export const listCommand = accountCommand({
  usage: 'post list',
  summary: 'List the posts of an account, newest first.',
  options: { state: choice(POST_STATES), entry: text('ENTRY'), after: text('CURSOR') },
  async run(account, { db }, { state, entry, after }) {
    const filter = { accountId: account.id, state, entryId: entry }
    const position = after === undefined ? undefined : positionFrom(after)
    const { posts, next } = await listPosts(db.read, filter, position)
    const cursor = next && cursorOf(next)
    const more = cursor === null ? '' : `More posts follow: add --after ${cursor}\n`
    return {
      json: { posts: posts.map(postForm), next: cursor },
      text: posts.map(postLine).join('') + more || 'No posts.\n',
    }
  },
})

export const previewCommand = command({
  usage: 'post preview ENTRY',
  summary:
    'Show the text of an entry for each social account of its set, with its length and what is wrong with it; where none is connected, the proposed text.',
  options: { network: choice(NETWORKS), to: text('SOCIAL_ACCOUNT') },
  run: ({ network: only, to }, [id = ''], context) =>
    withService(context, async service => {
      const { read } = service.db
      const entry = await entryById(read, id)
      const accounts = (await listSocialAccounts(read, entry.accountId)).filter(
        account =>
          (to === undefined ? account.setId === entry.setId : account.id === to) &&
          (only === undefined || account.network === only),
      )
      const social = openSocial(service, 'command-line')
      if (accounts.length > 0 || to !== undefined) {
        const texts = await textsOf(read, social, entry, accounts)
        return {
          json: { posts: texts.map(accountTextForm) },
          text: texts.map(accountTextLines).join('\n') || 'No such social account is connected.\n',
        }
      }
      const proposed = await proposedTexts(read, social, entry, only === undefined ? NETWORKS : [only])
      const form = ({ network, ...text }: (typeof proposed)[number]) => ({
        ...{ network, social_account_id: null, handle: null },
        ...textForm(text),
      })
      return {
        json: { posts: proposed.map(form) },
        text: `No social account is connected for the set of this entry. This is proposed:\n\n${proposed.map(text => textLines(text.network, text)).join('\n')}`,
      }
    }),
})

export const accountsCommand = accountCommand({
  usage: 'social list',
  summary: 'List the connected social accounts and their state.',
  async run(account, { db }) {
    const accounts = await listSocialAccounts(db.read, account.id)
    return {
      json: { social_accounts: accounts.map(socialAccountForm) },
      text: accounts.map(socialAccountLine).join('') || 'No social account is connected.\n',
    }
  },
})
