import { z } from 'zod'
import { lockAccount } from '#accounts/account.ts'
import { isoOf, isoOrNull } from '#platform/clock.ts'
import { reconnection, startAuthorization } from '#social/accounts/authorize.ts'
import { connectWithSecret, notVerified } from '#social/accounts/connect.ts'
import { disconnectSocialAccount } from '#social/accounts/disconnect.ts'
import { verifySocialAccount } from '#social/accounts/health.ts'
import { changeSocialAccount, moveSocialAccount } from '#social/accounts/manage.ts'
import {
  handleOf,
  POST_RULES,
  type SocialAccount,
  socialAccountById,
} from '#social/accounts/social-account.ts'
import { POST_VISIBILITIES } from '#social/network.ts'
import { NETWORKS } from '#social/settings.ts'
import { type Acting, action, flag, idOf, setField } from '../action.ts'

/** A social account without the internal key of its account; credentials are not part of it. */
export const socialAccountJson = ({ accountId: _, ...account }: SocialAccount) => account

type SocialAccountJson = ReturnType<typeof socialAccountJson>

/** A social account as commands print it with `--json`. */
export const socialAccountForm = ({ profile, settings, ...account }: SocialAccountJson) => ({
  social_account_id: account.id,
  network: account.network,
  instance: account.instance,
  handle: profile.handle,
  name: profile.name,
  url: profile.url,
  set_id: account.setId,
  state: account.state,
  reason: account.stateReason,
  rule: settings.rule,
  language: settings.language,
  visibility: settings.visibility,
  hashtags: settings.hashtags,
  budget: settings.budget === null ? null : settings.budget / 1e6,
  expires_at: isoOrNull(account.expiresAt),
  verified_at: isoOf(account.verifiedAt),
})

/** A social account as a line of text. */
export const socialAccountLine = ({
  id,
  network,
  profile,
  setId,
  state,
  stateReason,
}: SocialAccountJson): string =>
  `${id}  ${network.padEnd(8)}  ${profile.handle}  set ${setId ?? 'none'}  ${state}${stateReason ? `: ${stateReason}` : ''}\n`

const printed = (what: string) => ({
  print: (account: SocialAccountJson) => ({
    json: socialAccountForm(account),
    text: `${account.profile.handle} ${what}.\n`,
  }),
})

const printedLink = {
  print: ({ url, expiresAt }: { url: string; expiresAt: number }) => ({
    json: { url, expires_at: isoOf(expiresAt) },
    text: `Open this link within a few minutes, signed in to the account that you want to connect:\n\n  ${url}\n`,
  }),
}

const id = idOf('socialAccount')
const secret = z.string().min(1).max(10_000).meta({ isSecret: true })
/** The input that names the social account to connect. */
const connected = {
  network: z.enum(NETWORKS),
  set: setField,
  instance: z.string().max(300).optional().meta({ placeholder: 'HOST' }),
  handle: z.string().max(300).optional(),
}

const contextOf = ({ services, actor }: Acting) => services.social(actor)
const found = ({ db, accountId }: Acting, id: string) => socialAccountById(db.read, id, accountId)

async function startedBy(acting: Acting, request: Omit<ReturnType<typeof reconnection>, 'accountId'>) {
  const { accountId, person } = acting
  const asked = { ...request, accountId, personId: person?.id ?? null }
  const { url, expiresAt } = await startAuthorization(contextOf(acting), asked)
  return { url, expiresAt }
}

/** Actions on social accounts. */
export const social = {
  connect: action({
    summary:
      'Connect a social account with its app password (Bluesky) or access token (Mastodon, X, LinkedIn).',
    role: 'owner',
    input: z.object({ ...connected, secret }),
    args: ['network'],
    async run(acting, { network, set, secret, instance = null, handle = null }) {
      const target = { accountId: acting.accountId, network, ...(set !== undefined && { setId: set }) }
      return socialAccountJson(
        await connectWithSecret(contextOf(acting), target, { instance, handle, secret }),
      )
    },
    ...printed('is connected'),
  }),
  authorize: action({
    summary:
      'Print a link to the pages of a network, on which a social account is connected. The server has to run.',
    role: 'owner',
    input: z.object(connected),
    args: ['network'],
    run: (acting, { network, set = null, instance = null, handle = null }) =>
      startedBy(acting, { network, setId: set, instance, handle, reconnects: null }),
    ...printedLink,
  }),
  reconnect: action({
    summary: 'Give a social account new credentials. The posts that it holds go out.',
    role: 'owner',
    input: z.object({ id, secret }),
    args: ['id'],
    async run(acting, { id, secret }) {
      const expected = await found(acting, id)
      const { accountId, network, instance } = expected
      const request = { instance, handle: handleOf(expected), secret }
      return socialAccountJson(
        await connectWithSecret(contextOf(acting), { accountId, network, expected }, request),
      )
    },
    ...printed('is connected again'),
  }),
  reauthorize: action({
    summary: 'Print a link to the pages of a network, on which a social account is connected again.',
    role: 'owner',
    input: z.object({ id }),
    args: ['id'],
    run: async (acting, { id }) => startedBy(acting, reconnection(await found(acting, id))),
    ...printedLink,
  }),
  verify: action({
    summary: 'Ask the network whether the access of a social account still works.',
    role: 'publisher',
    input: z.object({ id }),
    args: ['id'],
    async run(acting, { id }) {
      const account = await found(acting, id)
      return socialAccountJson(await verifySocialAccount(contextOf(acting), account).catch(notVerified))
    },
    ...printed('works'),
  }),
  move: action({
    summary: 'Move a social account to a set, or to none.',
    role: 'owner',
    input: z.object({ id, set: setField.unwrap() }),
    args: ['id'],
    run: (acting, { id, set }) =>
      acting.db.write(async tx =>
        socialAccountJson(
          await moveSocialAccount(tx, acting, await socialAccountById(tx, id, acting.accountId), set),
        ),
      ),
    ...printed('is moved'),
  }),
  set: action({
    summary:
      'Change what a social account posts by itself, of which set, the language, visibility and hashtags of its posts, and what they may cost in a month.',
    role: 'owner',
    input: z.object({
      id,
      set: setField,
      rule: z.enum(POST_RULES).optional(),
      language: z.string().max(40).nullable().optional().meta({ placeholder: 'TAG' }),
      visibility: z.enum(POST_VISIBILITIES).optional(),
      hashtag: z.array(z.string().max(100)).max(20).optional(),
      noHashtags: flag,
      /** The monthly budget in US dollars. */
      budget: z.number().min(0).max(1_000).nullable().optional().meta({ placeholder: 'USD' }),
    }),
    args: ['id'],
    run: (acting, { id, set, hashtag, noHashtags, budget, ...same }) =>
      acting.db.write(async tx => {
        const before = await socialAccountById(await lockAccount(tx, acting.accountId), id, acting.accountId)
        const context = { ...acting, networks: contextOf(acting).networks }
        const moved = set === undefined ? before : await moveSocialAccount(tx, context, before, set)
        const change = {
          ...same,
          hashtags: noHashtags ? [] : hashtag,
          budget: budget && Math.round(budget * 1e6),
        }
        const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
        const isChanged = Object.keys(given).length > 0
        return socialAccountJson(isChanged ? await changeSocialAccount(tx, context, moved, given) : moved)
      }),
    ...printed('is changed'),
  }),
  disconnect: action({
    summary: 'Forget the access of a social account. What was posted stays on the network.',
    role: 'owner',
    input: z.object({ id }),
    args: ['id'],
    async run(acting, { id }) {
      const account = await found(acting, id)
      await disconnectSocialAccount(contextOf(acting), account)
      return { handle: account.profile.handle }
    },
    print: ({ handle }, _, { id }) => ({
      json: { social_account_id: id },
      text: `${handle} is disconnected. See on the network that its access is gone too.\n`,
    }),
  }),
}
