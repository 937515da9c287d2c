import { command } from '#cli/command.ts'
import { ACCOUNT, choice, choiceFrom, flag, list, orNone, required, text, value } from '#cli/options.ts'
import { operator, withAccount, withService } from '#cli/with-service.ts'
import type { Kind } from '#judgement/classification/classification.ts'
import { MINUTE_MS } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import { changeSocialAccount } from '#social/accounts/manage.ts'
import {
  POST_RULES,
  type PostRule,
  type SocialAccountSettings,
  socialAccountById,
} from '#social/accounts/social-account.ts'
import { VISIBILITIES } from '#social/network.ts'
import { changePostDelay } from '#social/posts/settings.ts'
import { socialAccountForm } from './social.ts'

export const setCommand = command({
  usage: 'social set ID',
  summary:
    'Change what a social account posts by itself, the language, visibility and hashtags of its posts, and what they may cost in a month.',
  options: {
    rule: list(text('KIND=everything|minor|"by hand"')),
    language: orNone('L'),
    visibility: choice(VISIBILITIES),
    hashtag: list(text('T')),
    'no-hashtags': flag,
    budget: value('USD', budgetFrom),
  },
  run({ rule, language, visibility, hashtag, 'no-hashtags': noHashtags, budget }, [id = ''], context) {
    return withService(context, async service => {
      const account = await socialAccountById(service.db.read, id)
      const input: Partial<SocialAccountSettings> = {
        ...(rule && { rules: { ...account.settings.rules, ...rulesFrom(rule) } }),
        ...(language !== undefined && { language }),
        ...(visibility && { visibility }),
        ...(hashtag && { hashtags: hashtag }),
        ...(noHashtags && { hashtags: [] }),
        ...(budget !== undefined && { budget }),
      }
      const after = await service.db.write(tx => changeSocialAccount(tx, operator(service), account, input))
      return { json: socialAccountForm(after), text: `${after.profile.handle} is changed.\n` }
    })
  },
})

/** Dollars in a month as micro-dollars. */
function budgetFrom(text: string): number {
  if (/^\d{1,4}(\.\d{1,3})?$/.test(text)) return Math.round(Number(text) * 1e6)
  throw new AppError('wrong_usage', 'Give the budget of a month in US dollars: --budget 10, or 2.50.')
}

function rulesFrom(words: readonly string[]): Partial<Record<Kind, PostRule>> {
  return Object.fromEntries(
    words.map(word => {
      const [kind = '', text] = word.split('=')
      return [kind, choiceFrom('--rule', text ?? '', POST_RULES)]
    }),
  )
}

/** The minutes of `--minutes`, 0 for no delay. */
function minutesFrom(text: string): number {
  if (/^\d{1,4}$/.test(text)) return Number(text)
  throw new AppError('wrong_usage', 'Give the delay in minutes: --minutes 5, or 0 for none.')
}

export const delayCommand = command({
  usage: 'social delay',
  summary:
    'Set how long posts wait after their entry was published, so that a withdrawal meanwhile posts nothing.',
  options: { account: ACCOUNT, minutes: required(value('N', minutesFrom)) },
  run({ account: id, minutes }, _, context) {
    return withAccount(context, id, async (account, service) => {
      const delayMs = minutes * MINUTE_MS
      await service.db.write(tx => changePostDelay(tx, operator(service), account.id, delayMs))
      return { json: { minutes: minutes }, text: `Posts wait ${minutes} minutes.\n` }
    })
  },
})
