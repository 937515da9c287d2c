import { setRequiresSignOn } from '#accounts/required-sign-on.ts'
import { command } from '#cli/command.ts'
import { ACCOUNT, toggle } from '#cli/options.ts'
import { operator, withAccount } from '#cli/with-service.ts'
import { AppError } from '#platform/errors.ts'

export const signInCommand = command({
  usage: 'account sign-in',
  summary:
    'Set whether members have to sign in with the OpenID Connect provider before they see the account. Without options, show it.',
  options: { account: ACCOUNT, 'require-single-sign-on': toggle('no-require-single-sign-on') },
  run({ account: id, 'require-single-sign-on': requires }, _, context) {
    return withAccount(context, id, async (before, service) => {
      if (requires && service.config.oidc === null)
        throw new AppError('conflict', 'No provider is configured: set TIDINGS_OIDC_ISSUER first.')
      const account =
        requires === undefined
          ? before
          : await service.db.write(tx => setRequiresSignOn(tx, operator(service), before, requires))
      return {
        json: { account_id: account.publicId, requires_single_sign_on: account.requiresSignOn },
        text: account.requiresSignOn
          ? 'Members have to sign in with the provider.\n'
          : 'Members sign in as they like.\n',
      }
    })
  },
})
