import { resolve } from 'node:path'
import { openSocial } from '#app/social.ts'
import type { Entry } from '#changelog/entries/entry.ts'
import { entryById } from '#changelog/entries/store.ts'
import { type CommandContext, command } from '#cli/command.ts'
import { flag, required, text } from '#cli/options.ts'
import { withService } from '#cli/with-service.ts'
import { AppError, messageOf } from '#platform/errors.ts'
import { readNamedFile } from '#platform/named-files.ts'
import {
  listSocialAccounts,
  networkFrom,
  type SocialAccount,
  socialAccountById,
} from '#social/accounts/social-account.ts'
import type { SocialContext } from '#social/context.ts'
import { changeText } from '#social/posts/edit-text.ts'
import { type EntryText, type NetworkText, proposedTexts, textOf, textsOf } from '#social/posts/texts.ts'
import { NETWORKS, type NetworkName } from '#social/settings.ts'

export const previewCommand = command({
  usage: 'post preview ENTRY',
  summary:
    'Show the text of an entry for each social account of its set, with its length and what is wrong with it; where none is connected, the proposed text.',
  options: { network: text('N'), to: text('SOCIAL_ACCOUNT') },
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
      const social = openSocial(service, 'command-line')
      if (accounts.length > 0 || to !== undefined) {
        const texts = await textsOf(read, social, entry, accounts)
        return {
          json: { posts: texts.map(previewForm) },
          text: texts.map(describeFor).join('\n') || 'No such social account is connected.\n',
        }
      }
      const proposed = await proposedTexts(read, social, entry, only === null ? NETWORKS : [only])
      return {
        json: { posts: proposed.map(proposalForm) },
        text: `No social account is connected for the set of this entry. This is proposed:\n\n${proposed.map(text => describe({ ...text, author: text.network })).join('\n')}`,
      }
    }),
})

export const editCommand = command({
  usage: 'post edit ENTRY',
  summary:
    'Set the text of an entry for one social account, or go back to the proposed one. Mastodon changes what was posted already.',
  options: {
    to: required(text('SOCIAL_ACCOUNT')),
    'text-file': text('FILE'),
    'without-link': flag,
    reset: flag,
  },
  exactlyOne: ['text-file', 'without-link', 'reset'],
  run({ to, 'text-file': file, 'without-link': withoutLink, reset }, [id = ''], context) {
    if (to === undefined || [file !== undefined, withoutLink, reset].filter(Boolean).length !== 1)
      throw new AppError(
        'wrong_usage',
        'Give --to SOCIAL_ACCOUNT, and one of --text-file F, --without-link and --reset.',
      )
    const written = file === undefined ? null : textIn(file, context)
    return withService(context, async service => {
      const entry = await entryById(service.db.read, id)
      const account = await socialAccountById(service.db.read, to, entry.accountId)
      const social = openSocial(service, 'command-line')
      const text = withoutLink ? await cheaperText(social, entry, account) : written
      const after = await changeText(social, entry, account, text)
      return { json: previewForm(after), text: describeFor(after) }
    })
  },
})

async function cheaperText(context: SocialContext, entry: Entry, account: SocialAccount): Promise<string> {
  const { withoutLink } = await textOf(context.db.read, context, entry, account)
  if (withoutLink) return withoutLink.text
  throw new AppError('conflict', `The post of ${account.profile.handle} costs no less without a link.`)
}

function textIn(file: string, { directory }: CommandContext): string {
  try {
    return readNamedFile(resolve(directory, file)).toString()
  } catch (error) {
    throw new AppError('invalid_parameter', `--text-file ${file} cannot be read: ${messageOf(error)}.`)
  }
}

/** A text as `--json` shows it. */
const previewForm = ({ account, ...text }: EntryText) => ({
  network: account.network,
  social_account_id: account.id,
  handle: account.profile.handle,
  ...textForm(text),
})

/** The same where no account is connected. */
const proposalForm = ({ network, ...text }: NetworkText & { network: NetworkName }) => ({
  network,
  social_account_id: null,
  handle: null,
  ...textForm(text),
})

const textForm = ({ text, isEdited, check, card, image, price, withoutLink }: NetworkText) => ({
  text,
  edited: isEdited,
  count: check.count,
  limit: check.limit,
  links: check.links,
  card,
  image,
  price: price === null ? null : price / 1e6,
  without_link: withoutLink && { text: withoutLink.text, price: withoutLink.price / 1e6 },
  faults: check.faults,
})

const describe = ({
  author,
  text,
  check,
  card,
  price,
  withoutLink,
}: NetworkText & { author: string }): string =>
  [
    `${author}: ${check.count} of ${check.limit}`,
    ...text.split('\n').map(line => `  ${line}`),
    ...(card ? [`  [card: ${card.title}]`] : []),
    ...(price === null ? [] : [`  costs ${dollars(price)}`]),
    ...(withoutLink
      ? [`  costs ${dollars(withoutLink.price)} without its link (post edit --without-link)`]
      : []),
    ...check.faults.map(fault => `  ! ${fault}`),
    '',
  ].join('\n')

const describeFor = ({ account, ...text }: EntryText): string =>
  describe({ ...text, author: `${account.profile.handle} (${account.network})` })

const dollars = (microDollars: number): string => `$${(microDollars / 1e6).toFixed(3)}`
