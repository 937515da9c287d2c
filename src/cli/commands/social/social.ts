import { socialAccountForm, socialAccountLine } from '#actions/social/social.ts'
import { accountCommand } from '#cli/with-service.ts'
import { listSocialAccounts } from '#social/accounts/social-account.ts'

export const listCommand = accountCommand({
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
