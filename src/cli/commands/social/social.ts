import { setTimeout as sleep } from 'node:timers/promises'
import { openSocial } from '#app/social.ts'
import { type CommandContext, type CommandResult, command } from '#cli/command.ts'
import { ACCOUNT, flag, orNone, required, text } from '#cli/options.ts'
import { secretFromFile, secretFromInput } from '#cli/secret-input.ts'
import { operator, withAccount, withService } from '#cli/with-service.ts'
import { isoOf } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import {
  type AuthorizationRequest,
  authorizationOutcome,
  reconnection,
  startAuthorization,
} from '#social/accounts/authorize.ts'
import { connectWithSecret, notVerified } from '#social/accounts/connect.ts'
import { disconnectSocialAccount } from '#social/accounts/disconnect.ts'
import { verifySocialAccount } from '#social/accounts/health.ts'
import { moveSocialAccount } from '#social/accounts/manage.ts'
import {
  handleOf,
  listSocialAccounts,
  networkFrom,
  type SocialAccount,
  socialAccountById,
} from '#social/accounts/social-account.ts'
import type { SocialContext } from '#social/context.ts'
import { NETWORKS } from '#social/settings.ts'

const SECRET_HINT =
  'Give the app password (Bluesky) or the access token (Mastodon) in a file with --secret-file, or pipe it in. It is never an argument.'

async function secretOf(file: string | undefined, context: CommandContext): Promise<string> {
  const secret =
    file === undefined ? await secretFromInput(context) : secretFromFile('--secret-file', file, context)
  if (secret !== null) return secret
  throw new AppError('wrong_usage', SECRET_HINT)
}

export const connectCommand = command({
  usage: `social connect ${NETWORKS.join('|')}`,
  summary:
    'Connect a social account. Its app password or access token is read from a file or from stdin; with --oauth, a link is printed and waited for.',
  options: {
    account: ACCOUNT,
    set: orNone('SET'),
    instance: text('HOST'),
    handle: text('HANDLE'),
    'secret-file': text('FILE'),
    oauth: flag,
  },
  atMostOne: ['secret-file', 'oauth'],
  run({ account: id, set, instance, handle, oauth, 'secret-file': file }, [name = ''], context) {
    const network = networkFrom(name)
    return withAccount(context, id, async (account, service) => {
      const target = { accountId: account.id, network, ...(set !== undefined && { setId: set }) }
      const named = { instance: instance ?? null, handle: handle ?? null }
      if (oauth) {
        const wanted = {
          ...target,
          ...named,
          personId: null,
          setId: target.setId ?? null,
          reconnects: null,
        }
        return waitForAuthorization(openSocial(service, 'command-line'), context, wanted)
      }
      const request = { ...named, secret: await secretOf(file, context) }
      const connected = await connectWithSecret(openSocial(service, 'command-line'), target, request)
      return {
        json: socialAccountForm(connected),
        text: `${connected.profile.handle} is connected.\n${lineOf(connected)}`,
      }
    })
  },
})

const POLL_MS = 500

/** Prints the link and waits until the person is back from the network. The server has to run, since the network leads them there. */
async function waitForAuthorization(
  social: SocialContext,
  { err, signal }: CommandContext,
  request: AuthorizationRequest,
): Promise<CommandResult> {
  const { id, url, expiresAt } = await startAuthorization(social, request)
  err(
    `Open this link within a few minutes, signed in to the account that you want to connect:\n\n  ${url}\n\n`,
  )
  while (social.clock.now() < expiresAt) {
    const outcome = await authorizationOutcome(social.db.read, id)
    if (outcome && 'fault' in outcome) throw new AppError('invalid_parameter', outcome.fault)
    if (outcome) {
      const connected = await socialAccountById(social.db.read, outcome.socialAccountId)
      return { json: socialAccountForm(connected), text: `${connected.profile.handle} is connected.\n` }
    }
    await sleep(POLL_MS, undefined, { signal })
  }
  throw new AppError('unavailable', 'Nobody came back from the network in time.')
}

export const reconnectCommand = command({
  usage: 'social reconnect ID',
  summary:
    'Give a social account new credentials; with --oauth, on the pages of its network. The posts that it holds go out.',
  options: { 'secret-file': text('FILE'), oauth: flag },
  atMostOne: ['secret-file', 'oauth'],
  run: ({ 'secret-file': file, oauth }, [id = ''], context) =>
    withService(context, async service => {
      const social = openSocial(service, 'command-line')
      const expected = await socialAccountById(service.db.read, id)
      if (oauth) return waitForAuthorization(social, context, { ...reconnection(expected), personId: null })
      const { accountId, network, instance } = expected
      const request = { instance, handle: handleOf(expected), secret: await secretOf(file, context) }
      const connected = await connectWithSecret(social, { accountId, network, expected }, request)
      return { json: socialAccountForm(connected), text: `${connected.profile.handle} is connected again.\n` }
    }),
})

export const listCommand = command({
  usage: 'social list',
  summary: 'List the connected social accounts and their state.',
  options: { account: ACCOUNT },
  run: ({ account: id }, _, context) =>
    withAccount(context, id, async (account, { db }) => {
      const accounts = await listSocialAccounts(db.read, account.id)
      return {
        json: { social_accounts: accounts.map(socialAccountForm) },
        text: accounts.map(lineOf).join('') || 'No social account is connected.\n',
      }
    }),
})

export const verifyCommand = command({
  usage: 'social verify ID',
  summary: 'Ask the network whether the access of a social account still works.',
  options: {},
  run: (_, [id = ''], context) =>
    withService(context, async service => {
      const account = await socialAccountById(service.db.read, id)
      const verified = await verifySocialAccount(openSocial(service, 'command-line'), account).catch(
        notVerified,
      )
      return { json: socialAccountForm(verified), text: `${verified.profile.handle} works.\n` }
    }),
})

export const moveCommand = command({
  usage: 'social move ID',
  summary: 'Move a social account to a set, or to none.',
  options: { set: required(orNone('SET')) },
  run({ set }, [id = ''], context) {
    return withService(context, async service => {
      const account = await socialAccountById(service.db.read, id)
      const moved = await service.db.write(tx => moveSocialAccount(tx, operator(service), account, set))
      return { json: socialAccountForm(moved), text: `${moved.profile.handle} is moved.\n` }
    })
  },
})

export const disconnectCommand = command({
  usage: 'social disconnect ID',
  summary: 'Forget the access of a social account. What was posted stays on the network.',
  options: {},
  run: (_, [id = ''], context) =>
    withService(context, async service => {
      const account = await socialAccountById(service.db.read, id)
      await disconnectSocialAccount(openSocial(service, 'command-line'), account)
      return {
        json: { social_account_id: account.id },
        text: `${account.profile.handle} is disconnected. See on the network that its access is gone too.\n`,
      }
    }),
})

/** A social account as `--json` shows it; never its credentials. */
export const socialAccountForm = (account: SocialAccount) => ({
  social_account_id: account.id,
  network: account.network,
  instance: account.instance,
  handle: account.profile.handle,
  name: account.profile.name,
  url: account.profile.url,
  set_id: account.setId,
  state: account.state,
  reason: account.stateReason,
  rules: account.settings.rules,
  language: account.settings.language,
  visibility: account.settings.visibility,
  hashtags: account.settings.hashtags,
  budget: account.settings.budget === null ? null : account.settings.budget / 1e6,
  expires_at: account.expiresAt === null ? null : isoOf(account.expiresAt),
  verified_at: isoOf(account.verifiedAt),
})

const lineOf = ({ id, network, profile, setId, state, stateReason }: SocialAccount): string =>
  `${id}  ${network.padEnd(8)}  ${profile.handle}  set ${setId ?? 'none'}  ${state}${stateReason ? `: ${stateReason}` : ''}\n`
