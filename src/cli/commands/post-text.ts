import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { openSocial } from '#app/social.ts'
import { entryById } from '#changelog/entries/store.ts'
import { type CommandContext, command } from '#cli/command.ts'
import { withService } from '#cli/with-service.ts'
import { AppError, messageOf } from '#platform/errors.ts'
import { listSocialAccounts, networkFrom, socialAccountById } from '#social/accounts/social-account.ts'
import { changeText } from '#social/posts/edit-text.ts'
import { type EntryText, textsOf } from '#social/posts/texts.ts'

export const previewCommand = command({
  usage: 'post preview ENTRY [--network N] [--to SOCIAL_ACCOUNT]',
  summary:
    'Show the text of an entry for each social account of its set, with its length and what is wrong with it.',
  options: { network: { type: 'string' }, to: { type: 'string' } },
  arguments: [1, 1],
  run: ({ network, to }, [id = ''], context) =>
    withService(context, async service => {
      const { read } = service.db
      const entry = await entryById(read, id)
      const only = network === undefined ? null : networkFrom(network)
      const accounts = (await listSocialAccounts(read, entry.accountId)).filter(
        account =>
          (to === undefined ? account.setId === entry.setId : account.id === to) &&
          (only === null || account.network === only),
      )
      const texts = await textsOf(read, openSocial(service, 'command-line'), entry, accounts)
      return {
        json: { posts: texts.map(previewForm) },
        text: texts.map(describe).join('\n') || 'No social account is connected for the set of this entry.\n',
      }
    }),
})

export const editCommand = command({
  usage: 'post edit ENTRY --to SOCIAL_ACCOUNT --text-file F | --reset',
  summary:
    'Set the text of an entry for one social account, or go back to the proposed one. Mastodon changes what was posted already.',
  options: { to: { type: 'string' }, 'text-file': { type: 'string' }, reset: { type: 'boolean' } },
  arguments: [1, 1],
  run({ to, 'text-file': file, reset }, [id = ''], context) {
    if (to === undefined || (file === undefined) === (reset !== true))
      throw new AppError('wrong_usage', 'Give --to SOCIAL_ACCOUNT, and either --text-file F or --reset.')
    const text = file === undefined ? null : textIn(file, context)
    return withService(context, async service => {
      const entry = await entryById(service.db.read, id)
      const account = await socialAccountById(service.db.read, to, entry.accountId)
      const after = await changeText(openSocial(service, 'command-line'), entry, account, text)
      return { json: previewForm(after), text: describe(after) }
    })
  },
})

function textIn(file: string, { directory }: CommandContext): string {
  try {
    return readFileSync(resolve(directory, file), 'utf8')
  } catch (error) {
    throw new AppError('invalid_parameter', `--text-file ${file} cannot be read: ${messageOf(error)}.`)
  }
}

/** A text as `--json` shows it. */
const previewForm = ({ account, text, isEdited, check, card, image }: EntryText) => ({
  network: account.network,
  social_account_id: account.id,
  handle: account.profile.handle,
  text,
  edited: isEdited,
  count: check.count,
  limit: check.limit,
  links: check.links,
  card,
  image,
  faults: check.faults,
})

const describe = ({ account, text, check, card }: EntryText): string =>
  [
    `${account.profile.handle} (${account.network}): ${check.count} of ${check.limit}`,
    ...text.split('\n').map(line => `  ${line}`),
    ...(card ? [`  [card: ${card.title}]`] : []),
    ...check.faults.map(fault => `  ! ${fault}`),
    '',
  ].join('\n')
