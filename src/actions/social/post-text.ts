import { z } from 'zod'
import { type Entry, roleToChange } from '#changelog/entries/entry.ts'
import { entryById } from '#changelog/entries/store.ts'
import { AppError } from '#platform/errors.ts'
import { type SocialAccount, socialAccountById } from '#social/accounts/social-account.ts'
import type { SocialContext } from '#social/context.ts'
import { changeText } from '#social/posts/edit-text.ts'
import { type EntryText, type NetworkText, postTextOf } from '#social/posts/texts.ts'
import { action, flag, idOf } from '../action.ts'
import { socialAccountJson } from './social.ts'

/** A text as commands print it with `--json`. */
export const textForm = ({ text, isEdited, check, card, image, price, withoutLink }: NetworkText) => ({
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

/** The text for an account as commands print it with `--json`. */
export const accountTextForm = ({ account, ...text }: AccountText) => ({
  network: account.network,
  social_account_id: account.id,
  handle: account.profile.handle,
  ...textForm(text),
})

/** A text, and what its network says about it, as lines of text. */
export const textLines = (
  author: string,
  { text, check, card, price, withoutLink }: Omit<NetworkText, 'isEdited' | 'proposed' | 'image'>,
): string =>
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

export const accountTextLines = ({ account, ...text }: AccountText): string =>
  textLines(`${account.profile.handle} (${account.network})`, text)

const dollars = (microDollars: number): string => `$${(microDollars / 1e6).toFixed(3)}`

type AccountText = Omit<EntryText, 'account'> & { account: ReturnType<typeof socialAccountJson> }

/** The text of an entry for a social account, as JSON. */
export const accountTextJson = ({ account, ...text }: EntryText): AccountText => ({
  account: socialAccountJson(account),
  ...text,
})

async function cheaperText(context: SocialContext, entry: Entry, account: SocialAccount): Promise<string> {
  const { withoutLink } = await postTextOf(context.db.read, context, entry, account)
  if (withoutLink) return withoutLink.text
  throw new AppError('conflict', `The post of ${account.profile.handle} costs no less without a link.`)
}

const to = idOf('socialAccount').meta({ placeholder: 'SOCIAL_ACCOUNT' })

/** Actions on the texts of posts. Whoever may change an entry may change these. */
export const postTexts = {
  edit: action({
    summary:
      'Set the text of an entry for one social account, or go back to the proposed one. Mastodon changes what was posted already.',
    role: 'writer',
    input: z
      .object({
        id: idOf('entry').meta({ placeholder: 'ENTRY' }),
        to,
        text: z
          .string()
          .max(100_000)
          .optional()
          .meta({ isFile: true, examples: ['Reports can be exported'] }),
        withoutLink: flag,
        reset: flag,
        /** The text that the person saw. */
        seen: z.string().max(100_000).optional().meta({ placeholder: 'TEXT' }),
      })
      .refine(
        given => [given.text, given.withoutLink, given.reset].filter(one => one !== undefined).length === 1,
        {
          error: 'Give one of a text, without link and reset',
        },
      ),
    args: ['id'],
    async run({ db, accountId, actor, services, requireRole }, { id, to, text = null, withoutLink, seen }) {
      const entry = await entryById(db.read, id, accountId)
      requireRole(roleToChange(entry))
      const account = await socialAccountById(db.read, to, accountId)
      const context = services.social(actor)
      const words = withoutLink ? await cheaperText(context, entry, account) : text
      return accountTextJson(await changeText(context, entry, account, words, seen))
    },
    print: text => ({ json: accountTextForm(text), text: accountTextLines(text) }),
  }),
  check: action({
    summary: 'Show what the network of a social account makes of a text, and what a post of it costs.',
    role: 'viewer',
    input: z.object({ to, text: z.string().max(100_000).meta({ isFile: true }) }),
    async run({ db, accountId, actor, services }, { to, text }) {
      const account = await socialAccountById(db.read, to, accountId)
      const network = await services.social(actor).networks[account.network]()
      return { check: network.check(text, account.limits), price: network.price?.(text) ?? null }
    },
    print: ({ check, price }, _, { text }) => ({
      json: { ...check, price: price === null ? null : price / 1e6 },
      text: textLines('The text', { text, check, price, card: null, withoutLink: null }),
    }),
  }),
}
