import { billingOf } from '#app/code-hosts.ts'
import { type CommandContext, command } from '#cli/command.ts'
import { ACCOUNT, required, text } from '#cli/options.ts'
import { secretFromFile } from '#cli/secret-input.ts'
import { operator, withAccount, withService } from '#cli/with-service.ts'
import { disconnect } from '#pipeline/github-app/disconnect.ts'
import { AppError } from '#platform/errors.ts'
import {
  changeSourceToken,
  createSource,
  listSources,
  type Source,
  sourceById,
  webhookAddress,
} from '#pulls/connections/sources.ts'
import { hostAddress, SOURCE_PROVIDERS, validateRepoName, webhookSteps } from '#pulls/hosts/host-address.ts'
import { requireRoomForNewRepository } from '#pulls/repositories.ts'

export const createCommand = command({
  usage: `source create ${SOURCE_PROVIDERS.join('|')}`,
  summary: 'Connect a repository and print the webhook address and secret to enter on its code host.',
  options: {
    account: ACCOUNT,
    repo: required(text('owner/name')),
    url: text('ADDRESS'),
    'token-file': text('FILE'),
  },
  run({ account: id, repo, url, 'token-file': file }, [name], context) {
    const provider = SOURCE_PROVIDERS.find(host => host === name)
    if (!provider || repo === undefined)
      throw new AppError('wrong_usage', `Give one of ${SOURCE_PROVIDERS.join(', ')}, and --repo owner/name.`)
    return withAccount(context, id, async (account, { db, clock, ids, baseUrl, secrets, config }) => {
      const vault = await secrets()
      const token = file === undefined ? null : secretFromFile('--token-file', file, context)
      const named = { ...hostAddress(provider, url), repo: validateRepoName(repo) }
      const { source, secret } = await db.write(async tx => {
        await requireRoomForNewRepository({ tx, billing: billingOf(config) }, account.id, named)
        const more = { accountId: account.id, provider, token, installationId: null }
        return createSource(tx, clock, ids, vault, { ...named, ...more })
      })
      const address = webhookAddress(baseUrl, source)
      return {
        json: { source_id: source.id, url: address, secret },
        text: `${source.repo} is connected.\n\n${webhookSteps(provider)}\n  address  ${address}\n  secret   ${secret}\n\nThe secret is not shown again.\n`,
      }
    })
  },
})

export const tokenCommand = command({
  usage: 'source token',
  summary: 'Replace the access token of a connection, for example when the host refuses the old one.',
  options: { id: required(text('ID')), 'token-file': required(text('FILE')) },
  run({ id, 'token-file': file }, _, context) {
    if (id === undefined || file === undefined)
      throw new AppError(
        'wrong_usage',
        'Give the connection with --id and the file with the token with --token-file.',
      )
    return withService(context, async ({ db, secrets }) => {
      const source = await sourceById(db.read, id)
      const vault = await secrets()
      const token = secretFromFile('--token-file', file, context)
      await db.write(tx => changeSourceToken(tx, vault, source, token))
      return {
        json: { source_id: source.id, state: 'active' },
        text: `${source.repo} now uses the new token. Resume a backfill that stopped with "tidings backfill".\n`,
      }
    })
  },
})

export const removeCommand = command({
  usage: 'source remove',
  summary: 'Disconnect a repository. Its recorded pull requests stay.',
  options: { id: required(text('ID')) },
  run({ id }, _, context) {
    return withService(context, async service => {
      const source = await sourceById(service.db.read, id)
      await service.db.write(tx => disconnect(tx, operator(service), source))
      return {
        json: { source_id: source.id },
        text: `${source.host}/${source.repo} is disconnected. Remove its webhook on the host too.\n`,
      }
    })
  },
})

export const listCommand = command({
  usage: 'source list',
  summary: 'List the connected repositories and the state of each connection.',
  options: { account: ACCOUNT },
  run: ({ account: id }, _, context: CommandContext) =>
    withAccount(context, id, async (account, { db, baseUrl }) => {
      const sources = await listSources(db.read, { accountId: account.id })
      return {
        json: {
          sources: sources.map(source => ({
            source_id: source.id,
            provider: source.provider,
            host: source.host,
            repo: source.repo,
            state: source.state,
            reason: source.stateReason,
            reviews: source.reviews,
            url: webhookAddress(baseUrl, source),
          })),
        },
        text: sources.map(lineOf).join('') || 'No repository is connected.\n',
      }
    }),
})

const lineOf = ({ id, provider, host, repo, state, stateReason, reviews }: Source): string =>
  `${id}  ${provider.padEnd(7)}  ${host}/${repo}  ${state}${stateReason ? `: ${stateReason}` : ''}${reviews === 'off' ? '' : `  reviews ${reviews}`}\n`
