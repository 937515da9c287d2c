import { z } from 'zod'
import { accountById } from '#accounts/account.ts'
import { isSignOnSession, setRequiresSignOn } from '#accounts/required-sign-on.ts'
import { AppError } from '#platform/errors.ts'
import { type Acting, action } from '../action.ts'

/** The name of the provider. Throws `conflict` if there is none. */
export function requireProvider({ services }: Acting): string {
  if (services.offers.oidc !== null) return services.offers.oidc
  throw new AppError(
    'conflict',
    'Single sign-on is not configured on this server. Its operator sets TIDINGS_OIDC_ISSUER first.',
  )
}

/** Throws unless the member who requires single sign-on has signed in that way, so that somebody can change the setting back. */
async function requireOwnSignOn(acting: Acting): Promise<void> {
  const provider = requireProvider(acting)
  if (acting.sessionId === null || (await isSignOnSession(acting.db.read, acting.sessionId))) return
  throw new AppError(
    'conflict',
    `Sign out, and in again with ${provider}. That shows that you can still open the account afterwards.`,
  )
}

export const signIn = action({
  summary:
    'Set whether members have to sign in with the OpenID Connect provider before they see the account. Without options, show it.',
  role: 'owner',
  input: z.object({ requireSingleSignOn: z.boolean().optional() }),
  async run(acting, { requireSingleSignOn: requires }) {
    if (requires) await requireOwnSignOn(acting)
    const account = await acting.db.write(async tx => {
      const before = await accountById(tx, acting.accountId)
      return setRequiresSignOn(tx, acting, before, requires ?? before.requiresSignOn)
    })
    return { accountId: account.publicId, requiresSingleSignOn: account.requiresSignOn }
  },
  print: ({ requiresSingleSignOn }) => ({
    text: requiresSingleSignOn
      ? 'Members have to sign in with the provider.\n'
      : 'Members sign in as they like.\n',
  }),
})
