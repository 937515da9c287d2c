import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { accountByPublicId } from '#accounts/account.ts'
import { billingOf } from '#app/code-hosts.ts'
import { type Context, command } from '#cli/command.ts'
import { operator, withService } from '#cli/with-service.ts'
import { offerConnection } from '#pipeline/github-app/connect.ts'
import { disconnect } from '#pipeline/github-app/disconnect.ts'
import { isoOf } from '#platform/clock.ts'
import { AppError, messageOf } from '#platform/errors.ts'
import {
  changeSourceToken,
  createSource,
  listSources,
  type Source,
  sourceById,
} from '#pulls/connections/sources.ts'
import { CODE_HOSTS, type CodeHostName } from '#pulls/hosts/code-host.ts'
import { checkedRepo, hostAddress } from '#pulls/hosts/host-address.ts'
import { requireRoomForNewRepository } from '#pulls/repositories.ts'
import { requireAccountId } from './account.ts'
import { WORKS_ONCE } from './github-app.ts'

export const createCommand = command({
  usage: `source create ${CODE_HOSTS.join('|')} --account ID --repo owner/name [--url U] [--token-file F]`,
  summary: 'Connects a repository and prints where its host is to send callbacks, and with which secret.',
  options: {
    account: { type: 'string' },
    repo: { type: 'string' },
    url: { type: 'string' },
    'token-file': { type: 'string' },
  },
  arguments: [1, 1],
  run: ({ account: id, repo, url, 'token-file': file }, [name], context) =>
    withService(context, async ({ db, clock, ids, baseUrl, secrets, config }) => {
      const provider = CODE_HOSTS.find(one => one === name)
      if (!provider || repo === undefined)
        throw new AppError('wrong_usage', `Say one of ${CODE_HOSTS.join(', ')}, and which --repo owner/name.`)
      const account = await accountByPublicId(db.read, requireAccountId(id))
      const vault = await secrets()
      const token = file === undefined ? null : tokenIn(resolve(context.directory, file))
      const named = { ...hostAddress(provider, url), repo: checkedRepo(repo) }
      const { source, secret } = await db.write(async tx => {
        await requireRoomForNewRepository({ tx, billing: billingOf(config) }, account.id, named)
        const more = { accountId: account.id, provider, token, installationId: null }
        return createSource(tx, clock, ids, vault, { ...named, ...more })
      })
      const address = callbackAddress(baseUrl, source)
      return {
        json: { source_id: source.id, url: address, secret },
        text: `${source.repo} is connected.\n\n${STEPS[provider]}\n  address  ${address}\n  secret   ${secret}\n\nThe secret is not shown again.\n`,
      }
    }),
})

/** Where a source's host sends its callbacks; those of an app all go to one address. */
export const callbackAddress = (baseUrl: string, { provider, id, installationId }: Source): string =>
  `${baseUrl}/api/callbacks/${provider}${installationId === null ? `/${id}` : ''}`

const STEPS: Record<CodeHostName, string> = {
  github:
    'In the repository, under Settings → Webhooks, add one with content type application/json and the events "Pull requests" and "Repositories":',
  gitlab:
    'In the project, under Settings → Webhooks, add one for "Merge request events", with the secret as its token:',
  forgejo:
    'In the repository, under Settings → Webhooks, add one of type Forgejo (or Gitea) for pull request events:',
}

function tokenIn(file: string): string {
  try {
    const token = readFileSync(file, 'utf8').trim()
    if (token !== '') return token
    throw new Error('it is empty')
  } catch (error) {
    throw new AppError('invalid_parameter', `--token-file ${file} cannot be used: ${messageOf(error)}.`)
  }
}

export const connectCommand = command({
  usage: 'source connect github --account ID [--url https://ghe.example]',
  summary: 'Prints a one-time link that connects repositories through the GitHub app.',
  options: { account: { type: 'string' }, url: { type: 'string' } },
  arguments: [1, 1],
  run: ({ account: id, url }, [name], context) =>
    withService(context, async service => {
      if (name !== 'github')
        throw new AppError('wrong_usage', 'Only github has apps; connect others with "source create".')
      const account = await accountByPublicId(service.db.read, requireAccountId(id))
      const { apiUrl, host } = hostAddress(name, url)
      const { link, expiresAt } = await offerConnection(service, { accountId: account.id, apiUrl })
      return {
        json: { link, expires_at: isoOf(expiresAt) },
        text: `Open this within the hour, signed in to ${host} as an administrator of the repositories:\n\n  ${link}\n\n${WORKS_ONCE}`,
      }
    }),
})

export const tokenCommand = command({
  usage: 'source token --id ID --token-file F',
  summary: 'Gives a connection another token, for when the host refused the one that it had.',
  options: { id: { type: 'string' }, 'token-file': { type: 'string' } },
  arguments: [0, 0],
  run: ({ id, 'token-file': file }, _, context) =>
    withService(context, async ({ db, secrets }) => {
      if (id === undefined || file === undefined)
        throw new AppError(
          'wrong_usage',
          'Say which connection with --id, and where the token is with --token-file.',
        )
      const source = await sourceById(db.read, id)
      const vault = await secrets()
      const token = tokenIn(resolve(context.directory, file))
      await db.write(tx => changeSourceToken(tx, vault, source, token))
      return {
        json: { source_id: source.id, state: 'active' },
        text: `${source.repo} is read with the new token. A backfill that broke off goes on with "tidings backfill".\n`,
      }
    }),
})

export const removeCommand = command({
  usage: 'source remove --id ID',
  summary: 'Disconnects a repository; what was recorded of it stays.',
  options: { id: { type: 'string' } },
  arguments: [0, 0],
  run: ({ id }, _, context) =>
    withService(context, async service => {
      if (id === undefined) throw new AppError('wrong_usage', 'Say which connection with --id.')
      const source = await sourceById(service.db.read, id)
      await service.db.write(tx => disconnect(tx, operator(service), source))
      return {
        json: { source_id: source.id },
        text: `${source.host}/${source.repo} is disconnected. Remove its webhook on the host too.\n`,
      }
    }),
})

export const listCommand = command({
  usage: 'source list --account ID',
  summary: 'Lists the connected repositories and how each connection stands.',
  options: { account: { type: 'string' } },
  arguments: [0, 0],
  run: ({ account: id }, _, context: Context) =>
    withService(context, async ({ db, baseUrl }) => {
      const account = await accountByPublicId(db.read, requireAccountId(id))
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
            url: callbackAddress(baseUrl, source),
          })),
        },
        text: sources.map(lineOf).join('') || 'No repository is connected.\n',
      }
    }),
})

const lineOf = ({ id, provider, host, repo, state, stateReason }: Source): string =>
  `${id}  ${provider.padEnd(7)}  ${host}/${repo}  ${state}${stateReason ? `: ${stateReason}` : ''}\n`
