import { socialAccountForm, socialAccountLine } from '#actions/social/social.ts'
import { command } from '#cli/command.ts'
import { ACCOUNT } from '#cli/options.ts'
import { withAccount } from '#cli/with-service.ts'
import { listSocialAccounts } from '#social/accounts/social-account.ts'

export const listCommand = command({
  usage: 'social list',
  summary: 'List the connected social accounts and their state.',
  options: { account: ACCOUNT },
  run: ({ account: id }, _, context) =>
    withAccount(context, id, async (account, { db }) => {
      const accounts = await listSocialAccounts(db.read, account.id)
      return {
        json: { social_accounts: accounts.map(socialAccountForm) },
        text: accounts.map(socialAccountLine).join('') || 'No social account is connected.\n',
      }
    }),
})
