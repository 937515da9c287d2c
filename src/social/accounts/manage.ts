import { type ActionContext, recordActivity } from '#accounts/activity.ts'
import type { ActivityAction } from '#accounts/activity-actions.ts'
import { requireSet } from '#accounts/sets.ts'
import { languageFrom } from '#changelog/entries/entry-text.ts'
import type { Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import type { SocialContext } from '#social/context.ts'
import { type SocialAccount, type SocialAccountSettings, socialAccountById } from './social-account.ts'

const MOST_HASHTAGS = 5
const HASHTAG = /^#?([\p{L}\p{N}_]{1,60})$/u

/** Moves a social account to another set, or to none. Posts that are planned already go out as planned. */
export async function moveSocialAccount(
  tx: Tx,
  context: ActionContext,
  account: SocialAccount,
  setId: string | null,
): Promise<SocialAccount> {
  if (setId !== null) await requireSet(tx, account.accountId, setId)
  await tx.updateTable('social_account').set({ set_id: setId }).where('id', '=', account.id).execute()
  return changed(tx, context, account, 'social account moved', { set: account.setId }, { set: setId })
}

/** Changes the given settings. Throws `invalid_parameter`. */
export async function changeSocialAccount(
  tx: Tx,
  context: ActionContext & Pick<SocialContext, 'networks'>,
  account: SocialAccount,
  input: Partial<SocialAccountSettings>,
): Promise<SocialAccount> {
  const after = checked({ ...account.settings, ...input })
  const { title, visibilities } = await context.networks[account.network]()
  if (input.visibility !== undefined && !visibilities.includes(input.visibility))
    throw new AppError(
      'invalid_parameter',
      `The visibility of posts on ${title} is ${visibilities.join(' or ')}.`,
    )
  await tx
    .updateTable('social_account')
    .set({
      rules: JSON.stringify(after.rule),
      language: after.language,
      visibility: after.visibility,
      hashtags: JSON.stringify(after.hashtags),
      budget: after.budget,
    })
    .where('id', '=', account.id)
    .execute()
  return changed(tx, context, account, 'social account changed', account.settings, after)
}

function checked({ language, hashtags, ...same }: SocialAccountSettings): SocialAccountSettings {
  const words = hashtags.map(tag => HASHTAG.exec(tag.trim())?.[1])
  if (words.length > MOST_HASHTAGS || words.some(word => word === undefined))
    throw new AppError(
      'invalid_parameter',
      `Hashtags are at most ${MOST_HASHTAGS} words of letters and digits.`,
    )
  return {
    ...same,
    language: language === null ? null : languageFrom(language),
    hashtags: words.filter(word => word !== undefined),
  }
}

async function changed(
  tx: Tx,
  context: ActionContext,
  { id, accountId }: SocialAccount,
  action: ActivityAction,
  before: unknown,
  after: unknown,
): Promise<SocialAccount> {
  await recordActivity(tx, context, action, { accountId, subject: id, before, after })
  return socialAccountById(tx, id)
}
